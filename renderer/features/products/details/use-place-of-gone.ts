import { watch } from 'vue'
import type { Product, ProductPage } from '../../../../electron/contract/product'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import { isSameQuery, placeNear, useContinuousList, useProductDetails } from '../../catalog'
import { moveOf, type AnchoredProduct } from '../../../shared/list/row-moves'

/** Rows before and after the current one, of which the nearest that stays is gone on at. */
const around = 40

/** Where keys go on when the current product has gone, from 0. */
export interface PlaceOfGone {
  place: number
  /** What stands there stood before it: none after it has stayed. */
  isBefore: boolean
}

/** The list as it is on screen; places count from 0. */
interface ListOnScreen {
  /** Where the current product stands; null: in none of the rows. */
  place: () => number | null
  productAt: (index: number) => Product | null
  listed: () => ProductQuery
  /** Another object whenever it was read anew. */
  page: () => ProductPage | null
}

/**
 * Where the current product stood, once the list was read without it, be it while another page was open: at the next one that stayed, as the
 * keyboard in the rows. null: it is there, or it never was.
 */
export function usePlaceOfGone({ place, productAt, listed, page }: ListOnScreen): () => PlaceOfGone | null {
  const details = useProductDetails()
  const list = useContinuousList()
  let stood: { id: string; row: number; rows: AnchoredProduct[]; listed: ProductQuery } | null = null

  watch(
    [place, () => details.shown, () => list.version, page] as const,
    ([row, shown]) => {
      if (row === null || shown === null) return
      const rows = Array.from({ length: 2 * around + 1 }, (_, at) => row - around + at).flatMap((index) => {
        const id = productAt(index)?.id
        return id === undefined ? [] : [{ id, index }]
      })
      stood = { id: shown.product.id, row, rows, listed: listed() }
    },
    { immediate: true }
  )

  return () => {
    const last = details.shown ?? details.left?.detailed ?? null
    if (stood === null || place() !== null || last?.product.id !== stood.id) return null
    if (!isSameQuery(stood.listed, listed())) return null
    const { row, rows } = stood
    const now = moveOf(rows, (id, near) => placeNear(id, near, productAt), row)?.keyboard ?? null
    if (now === null) return null
    const id = productAt(now)?.id
    return { place: now, isBefore: rows.some((each) => each.id === id && each.index < row) }
  }
}
