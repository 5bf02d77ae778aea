import type { Columns } from '../read/columns'
import { keyMask, sameAsBefore } from './sort'
import type { Order } from './sort-index'
import type { Sliced } from '../../database/cooperative'

/** Products between two pauses: a millisecond. */
const atOnce = 100_000

/** An order of the products that have a value, with all others after them in the store's order. */
export function* withOthers(
  order: Order,
  { storeOrder, highest }: Pick<Columns, 'storeOrder' | 'highest'>
): Sliced<Order> {
  const isIn = new Uint8Array(highest + 1)
  for (let at = 0; at < order.length; at++) {
    isIn[(order[at] ?? 0) & keyMask] = 1
    if (at % atOnce === 0) yield
  }
  const others = new Uint32Array(storeOrder.length)
  let count = 0
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    others[count] = key
    count += (isIn[key] ?? 0) ^ 1
    if (at % atOnce === 0) yield
  }
  if (count === 0) return order
  const sequence = new Uint32Array(order.length + count)
  sequence.set(order)
  sequence.set(others.subarray(0, count), order.length)
  return sequence
}

/**
 * The sequence with the greatest of its first `valued` products first; equals stay in the order that they are in, and the others
 * at the end.
 */
export function* downwards(sequence: Order, valued: number): Sliced<Order> {
  const result = new Uint32Array(sequence.length)
  let length = 0
  for (let end = valued; end > 0;) {
    let begin = end - 1
    while (begin > 0 && (sequence[begin] ?? 0) >= sameAsBefore) begin--
    for (let at = begin; at < end; at++) result[length++] = sequence[at] ?? 0
    if (Math.floor(begin / atOnce) !== Math.floor(end / atOnce)) yield
    end = begin
  }
  result.set(sequence.subarray(valued), valued)
  return result
}
