import type { Columns } from '../read/columns'
import { keyMask, sameAsBefore } from './text-order'
import type { Order } from './sort-index'
import { productsPerPause } from './radix'
import type { Task } from '../../database/cooperative'

/** Appends the products without a value, in the store's order. */
export function* withOthers(
  order: Order,
  { storeOrder, highest }: Pick<Columns, 'storeOrder' | 'highest'>
): Task<Order> {
  const isIn = new Uint8Array(highest + 1)
  for (let at = 0; at < order.length; at++) {
    isIn[(order[at] ?? 0) & keyMask] = 1
    if (at % productsPerPause === 0) yield
  }
  const others = new Uint32Array(storeOrder.length)
  let count = 0
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    others[count] = key
    count += (isIn[key] ?? 0) ^ 1
    if (at % productsPerPause === 0) yield
  }
  if (count === 0) return order
  const sequence = new Uint32Array(order.length + count)
  sequence.set(order)
  sequence.set(others.subarray(0, count), order.length)
  return sequence
}

/**
 * The sequence with its first `valued` products descending; equals keep their order, and the others stay at the end.
 */
export function* downwards(sequence: Order, valued: number): Task<Order> {
  const result = new Uint32Array(sequence.length)
  let length = 0
  for (let end = valued; end > 0;) {
    let begin = end - 1
    while (begin > 0 && (sequence[begin] ?? 0) >= sameAsBefore) begin--
    for (let at = begin; at < end; at++) result[length++] = sequence[at] ?? 0
    if (Math.floor(begin / productsPerPause) !== Math.floor(end / productsPerPause)) yield
    end = begin
  }
  result.set(sequence.subarray(valued), valued)
  return result
}

/** Puts equals in the store's order; one pass finds out where they are so already. */
export function* settleTies(
  order: Order,
  columns: Pick<Columns, 'storeOrder' | 'rank' | 'highest'>
): Task<Order> {
  return (yield* areTiesSettled(order, columns)) ? order : yield* settledTies(order, columns)
}

function* areTiesSettled(order: Order, { rank }: Pick<Columns, 'rank'>): Task<boolean> {
  for (let at = 1; at < order.length; at++) {
    const marked = order[at] ?? 0
    if (marked >= sameAsBefore) {
      const [key, before] = [marked & keyMask, (order[at - 1] ?? 0) & keyMask]
      if ((rank[key] ?? 0) < (rank[before] ?? 0)) return false
    }
    if (at % 100_000 === 0) yield
  }
  return true
}

/** One pass to number the groups of equals, one over the store's order to fill them. */
function* settledTies(
  order: Order,
  { storeOrder, highest }: Pick<Columns, 'storeOrder' | 'highest'>
): Task<Order> {
  // By key: where its group begins, from 1. By index: how many of the group that begins there are placed.
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
  // Products added since the store's order was loaded are not in it.
  return settled.includes(0) ? settled.filter((key) => key !== 0) : settled
}
