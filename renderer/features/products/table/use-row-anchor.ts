import { nextTick, watch } from 'vue'
import type { ProductPage } from '../../../../electron/contract/product'
import { isSameQuery, useProductDetails, useProducts } from '../../catalog'
import { moveOf } from '../../../shared/list/row-moves'
import type { PlacedList } from './use-scroll-anchor'

/** Where a product is among others, from 0: of several with its id the one nearest to `near`; null: it is not there. */
function placeIn(items: ProductPage['items'], id: string, near: number): number | null {
  const places = items.flatMap((item, index) => (item.id === id ? [index] : []))
  return places.sort((a, b) => Math.abs(a - near) - Math.abs(b - near))[0] ?? null
}

/**
 * Keeps the keyboard on its product while a page is read again and others came or went; from one that went it goes to the next
 * one that stayed. Where it was last counts as well, for when it comes back. Where the list goes on at another page by itself, it does so too.
 */
export function useRowAnchor(
  page: () => ProductPage,
  shown: () =>
    (Pick<PlacedList, 'keyboardRow' | 'putKeyboard' | 'suspendKeyboard'> & { leaveRows: () => void }) | null
): void {
  const [products, details] = [useProducts(), useProductDetails()]

  /** The list goes on at another page, which has the current product by now, or is the last one. */
  function putOnPage({ items }: ProductPage): void {
    if ((shown()?.keyboardRow() ?? null) === null) return
    const index = items.findIndex(({ id }) => id === details.shown?.product.id)
    shown()?.suspendKeyboard()
    void nextTick(() => shown()?.putKeyboard(index < 0 ? Math.max(0, items.length - 1) : index))
  }

  watch([page, () => products.shownFor] as const, ([now, list], [before, listBefore]) => {
    const isSamePage =
      now.page === before.page && now.limit === before.limit && now.connectionId === before.connectionId
    if (!isSameQuery(list, listBefore)) {
      shown()?.leaveRows()
      return
    }
    if (now.page !== before.page && now.limit === before.limit && products.anchor !== null) putOnPage(now)
    if (!isSamePage) return
    const row = shown()?.keyboardRow() ?? null
    if (row === null) return
    const stood = before.items.map(({ id }, index) => ({ id, index }))
    const move = moveOf(stood, (id, near) => placeIn(now.items, id, near), row)
    if (move !== null && move.keyboard !== null) shown()?.putKeyboard(move.keyboard)
  })
}
