import { watch } from 'vue'
import type { ProductPage } from '../../../../electron/contract/product'
import { isSameQuery, useProducts } from '../../catalog'
import { moveOf } from './scroll-anchor'
import type { PlacedList } from './use-scroll-anchor'

/** Where a product is among others, from 0: of several with its id the one nearest to `near`; null: it is not there. */
function placeIn(items: ProductPage['items'], id: string, near: number): number | null {
  const places = items.flatMap((item, index) => (item.id === id ? [index] : []))
  return places.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null
}

/**
 * Keeps the keyboard on its product while a page is read again and others came or went; from one that went it goes to the next
 * one that stayed. Where it was last counts as well, for when it comes back.
 */
export function useHeldRow(
  page: () => ProductPage,
  shown: () => Pick<PlacedList, 'keyboardRow' | 'putKeyboard'> | null
): void {
  const products = useProducts()

  watch([page, () => products.shownFor] as const, ([now, list], [before, listBefore]) => {
    const isSamePage =
      now.page === before.page && now.limit === before.limit && now.connectionId === before.connectionId
    if (!isSamePage || !isSameQuery(list, listBefore)) return
    const row = shown()?.keyboardRow() ?? null
    if (row === null) return
    const stood = before.items.map(({ id }, index) => ({ id, index }))
    const move = moveOf(stood, (id, near) => placeIn(now.items, id, near), row)
    if (move !== null && move.keyboard !== null) shown()?.putKeyboard(move.keyboard)
  })
}
