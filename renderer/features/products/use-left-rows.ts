import { ref, shallowRef } from 'vue'
import type { ProductQuery } from '../../../electron/contract/product-query'
import type { ViewState } from '../../../electron/contract/view'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { firstListed, placeOf } from '../../shared/data/asked-places'
import type { AnchoredProduct } from '../../shared/list/row-moves'
import { isSameQuery, useContinuousList, useProducts } from '../catalog'

/** Rows from the top one on, of which the first that stays is gone by. */
const most = 40

/** By how many rows what was on top has moved down (below 0: up), and the row that belongs there now, from 0. */
export interface MovedRows {
  by: number
  first: number
}

/** What stood in the list, from the top row on, when its page was left. */
interface LeftRows {
  productQuery: ProductQuery
  first: number
  products: readonly AnchoredProduct[]
}

const useLeft = defineConnectionStore(() => ({
  rows: shallowRef<LeftRows | null>(null),
  isCurrentSeen: ref(false)
}))

/** Where the rows of the list in one piece have gone while another page was open: a sync goes on meanwhile. */
export function useLeftRows(connectionId: () => string): {
  keep: (first: number, isCurrentSeen: boolean) => void
  /** The current product was in sight when the page was left. */
  isCurrentSeen: () => boolean
  moved: (state: ViewState) => Promise<MovedRows | null>
} {
  const [left, list, shownList] = [useLeft(), useContinuousList(), useProducts()]

  /** The page is left with this row on top, from 0. */
  function keep(first: number, isCurrentSeen: boolean): void {
    left.isCurrentSeen = isCurrentSeen
    const products = Array.from({ length: most }, (_, at) => first + at).flatMap((index) => {
      const id = list.productAt(index)?.id
      return id === undefined ? [] : [{ id, index }]
    })
    left.rows = { productQuery: shownList.shownFor, first, products }
  }

  /** null: nowhere, or none of these rows is known anymore, or another list is opened. At the top, what is new is seen. */
  async function moved({ mode, scrollTop, search, filters, or, sort }: ViewState): Promise<MovedRows | null> {
    const { rows } = left
    left.rows = null
    const shown = { search, filters, or, sort }
    if (rows === null || mode === 'paged' || scrollTop === 0 || !isSameQuery(rows.productQuery, shown))
      return null
    const asked = { connectionId: connectionId(), shown }
    const product = await firstListed(asked, rows.products)
    const place = product && (await placeOf(asked, product.id))
    if (product === null || place === null || place === product.index) return null
    const by = place - product.index
    return { by, first: Math.max(0, rows.first + by) }
  }

  return { keep, isCurrentSeen: () => left.isCurrentSeen, moved }
}
