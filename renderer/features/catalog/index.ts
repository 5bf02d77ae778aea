// What other features may use. The list of products on screen: its query, pages, selection and labels.

export { default as TileSizeField } from './TileSizeField.vue'
export { default as ProductCode } from './ProductCode.vue'
export { canCompare, mostCompared, useComparison } from './comparison'
export { differencesOf } from './diff-product'
export {
  type Chip,
  type WordsContext,
  chipsOf,
  hostLabel,
  knownLabel,
  partlyKnownLabel,
  foundOrderLabel,
  resultLabel,
  reviewerLabel,
  samePictureLabel
} from './filter-labels'
export { type PictureFilters, asksOfPictures, isSameQuery, nextSort, withPictureFilter } from './filters'
export { useContinuousList } from './infinite-list'
export { isOfFindings, showsFindings, useListColumns } from './columns-with-room'
export { isSameOrder, listOrders } from './list-orders'
export { type ListView, useListViews, useViewSizes } from './list-views'
export { placeNear, productsBetween, sizeOf } from './list-range'
export { isShared, useNamedViews, useViewNews } from './named-views'
export {
  filtersForFinding,
  showBrokenPictures,
  showFiltered,
  showFindings,
  showProduct,
  showSamePicture,
  sortList
} from './open-list'
export { type LookedPictures, usePictureCoverage } from './picture-coverage'
export {
  type Column,
  type ColumnId,
  canHide,
  cellRole,
  columnName,
  columnTitle,
  gridOf,
  moveColumn,
  putColumn,
  resetWidth,
  showColumn,
  sortKeyOf,
  tableColumns,
  widenColumn,
  widthLimits
} from './product-columns'
export { type DetailedProduct, type DetailsPart, useProductDetails } from './product-details'
export { paneWidth, useDetailsPane } from './details-pane'
export { useFiltersAlone } from './filters-room'
export { changeLabel, changeTone, flagLabel, flagsIn, oddityLabel, reasonLabel } from './product-labels'
export { type FailedPage, type WantedPage, useProducts } from './product-pages'
export { placeOf } from './selecting/place-of'
export { heldBy, type ListSelection, useFindingSelection, useSelection } from './selecting/selection'
export { rowKeys, type SelectingListeners, tileKeys, useSelecting } from './selecting/use-selecting'
export { useWarmSearch } from './use-warm-search'
export { useView } from './view'
