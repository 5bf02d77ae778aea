import { watch } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import {
  heldBy,
  productsBetween,
  rowKeys,
  type SelectingListeners,
  tileKeys,
  useContinuousList,
  useProducts,
  useSelecting,
  useSelection,
  useView
} from '../../catalog'

/** The rows or tiles that products are selected in. */
interface SelectedList {
  /** The product at a place, from 0; null while it is not read. */
  productAt: (index: number) => Product | null
  /** null: it is not on screen. */
  table: () => { firstVisible: () => number; isInSight: (index: number) => boolean } | null
}

/** Selecting products of the list, by pages or as one long one. */
export function useSelectingProducts({ productAt, table }: SelectedList): SelectingListeners {
  const selection = useSelection()
  const products = useProducts()
  const list = useContinuousList()
  const view = useView()

  const isPaged = (): boolean => view.state.mode === 'paged'
  const onScreen = (): readonly Product[] => (isPaged() ? (products.shown?.items ?? []) : [])

  function all(): void {
    if (isPaged()) selection.add(onScreen())
    else if (list.latest && list.shown) selection.addWhole(heldBy(list.latest, list.shown))
  }

  const listeners = useSelecting({
    selection,
    productAt,
    between: async (first, end) =>
      isPaged() ? onScreen().slice(first, end) : productsBetween(list, first, end),
    beside: onScreen,
    all,
    canSelect: () => !products.shownFor.filters.setAside,
    keys: () => (view.state.layout === 'gallery' ? tileKeys : rowKeys),
    table
  })

  watch(
    [() => products.isOpen, () => products.productQuery] as const,
    ([isOpen, productQuery]) => {
      if (isOpen) selection.follow(productQuery)
    },
    { immediate: true }
  )
  // Places are those of a page, of an order, of a way of scrolling.
  watch(
    [
      () => products.shown?.page,
      () => products.shown?.limit,
      () => products.productQuery,
      () => view.state.mode
    ],
    selection.forgetRange
  )
  return listeners
}
