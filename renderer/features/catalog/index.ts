// What other features may use. The list of products on screen: its query, pages, selection and labels.

export { default as CompareToggle } from './CompareToggle.vue'
export { default as ProductCode } from './ProductCode.vue'
export { changeWords } from './change-labels'
export { useComparison } from './comparison'
export { differencesOf } from './diff-product'
export { type Chip, type WordsContext, chipsOf } from './filter-labels'
export {
  type PictureFilters,
  activeFilters,
  asksOfPictures,
  isSameQuery,
  nextSort,
  withPictureFilter,
  withoutFilter
} from './filters'
export { flagWords, flagsIn } from './flag-labels'
export { useContinuousList } from './infinite-list'
export { productsBetween } from './list-range'
export { useNamedViews } from './named-views'
export { oddityWords, reasonWords } from './oddity-messages'
export { onPageRead } from './on-products-loaded'
export { showFindings } from './open-findings'
export { showFiltered } from './open-list'
export { showBrokenPictures, showSamePicture } from './open-pictures'
export { showProduct } from './open-product'
export { type LookedPictures, useLookedPictures } from './picture-coverage'
export { knownWords, partlyKnownWords, samePictureWords } from './picture-labels'
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
  tableColumns,
  widenColumn,
  widthLimits
} from './product-columns'
export { type DetailedProduct, type DetailsPart, paneWidth, useProductDetails } from './product-details'
export { type FailedPage, type WantedPage, useProducts } from './product-pages'
export { heldBy, useSelection } from './selection'
export { useWarmSearch } from './use-warm-search'
export { useView } from './view'
