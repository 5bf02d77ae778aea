import type { Product, ProductPage, SetAsideItem } from '../../../electron/contract/product'

/** What stands at one place of a list; null where the catalog does not know it yet. */
export type Slot = Product | SetAsideItem | null

/** Tells a product from an item that was set aside. */
export function isProduct(slot: Slot | undefined): slot is Product {
  return slot !== null && slot !== undefined && 'flags' in slot
}

/** The places of the store's own list: each item stands at its position, those without one where room is left. */
function byPosition(page: ProductPage): Slot[] {
  const before = (page.page - 1) * page.pageSize
  const slots: Slot[] = []
  const rest: Product[] = []
  const put = (slot: Product | SetAsideItem, position: number | null): boolean => {
    const at = position === null ? -1 : position - before - 1
    if (at < 0 || at >= page.pageSize || slots[at]) return false
    slots[at] = slot
    return true
  }
  for (const item of page.setAside) put(item, item.position)
  for (const item of page.items) if (!put(item, item.position)) rest.push(item)
  for (let at = 0; rest.length > 0 && at < page.pageSize; at += 1) slots[at] ??= rest.shift() ?? null
  return Array.from(slots, (slot) => slot ?? null)
}

/**
 * What stands at each place of a page, in order. In the store's own list (`whole`) items that were set aside stand among
 * the products; elsewhere there are only products, or only items set aside.
 */
export function slotsOf(page: ProductPage, whole: boolean): readonly Slot[] {
  return whole ? byPosition(page) : [...page.items, ...page.setAside]
}
