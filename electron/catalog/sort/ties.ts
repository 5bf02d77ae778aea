import type { Columns } from '../read/columns'
import type { Order } from './sort-index'
import { keyMask, sameAsBefore } from './sort'
import type { Sliced } from '../../database/cooperative'

/** The same order with equals in the store's order. It is told by looking at it once where they are so already. */
export function* settleTies(
  order: Order,
  columns: Pick<Columns, 'storeOrder' | 'place' | 'highest'>
): Sliced<Order> {
  return (yield* areTiesSettled(order, columns)) ? order : yield* settledTies(order, columns)
}

/** Products without a place come after all others, by key. */
function* areTiesSettled(order: Order, { place }: Pick<Columns, 'place'>): Sliced<boolean> {
  for (let at = 1; at < order.length; at++) {
    const marked = order[at] ?? 0
    if (marked >= sameAsBefore) {
      const [key, before] = [marked & keyMask, (order[at - 1] ?? 0) & keyMask]
      // One less, so that none is the most.
      const [own, other] = [((place[key] ?? 0) - 1) >>> 0, ((place[before] ?? 0) - 1) >>> 0]
      if (own < other || (own === other && key < before)) return false
    }
    if (at % 100_000 === 0) yield
  }
  return true
}

/** One pass to number the groups of equals, one over the store's order to fill them. */
function* settledTies(
  order: Order,
  { storeOrder, highest }: Pick<Columns, 'storeOrder' | 'highest'>
): Sliced<Order> {
  // By key: where its group begins, from 1. By place: how many of the group that begins there are placed.
  const groupOf = new Uint32Array(highest + 1)
  const placed = new Uint32Array(order.length + 1)
  let group = 0
  for (let at = 0; at < order.length; at++) {
    const marked = order[at] ?? 0
    if (marked < sameAsBefore) group = at + 1
    groupOf[marked & keyMask] = group
    if (at % 50_000 === 0) yield
  }
  const settled = new Uint32Array(order.length)
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    const begin = groupOf[key] ?? 0
    if (begin === 0) continue
    const before = placed[begin] ?? 0
    settled[begin - 1 + before] = (before === 0 ? key : key | sameAsBefore) >>> 0
    placed[begin] = before + 1
    if (at % 50_000 === 0) yield
  }
  // Products that came after the store's order was read are not in it.
  return settled.includes(0) ? settled.filter((key) => key !== 0) : settled
}
