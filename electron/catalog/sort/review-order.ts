import { reviewStates } from '../../contract/review-state'
import type { Columns } from '../read/columns'
import type { Order } from './sort-index'
import { sameAsBefore } from './sort'
import { downwards } from './sequences'
import type { Sliced } from '../../database/cooperative'
import { stateMask, type ReviewColumns } from '../read/review-columns'

/** Products between two pauses: a millisecond. */
const atOnce = 100_000

/** All products by the state of their review, the last that was asked for kept. */
export interface ReviewOrder {
  get: (descending: boolean, columns: Columns, reviews: ReviewColumns) => Sliced<Order>
}

export function createReviewOrder(): ReviewOrder {
  let known = { from: '', sequence: new Uint32Array(0) }
  return {
    *get(descending, columns, reviews) {
      const from = [descending, columns.storeVersion, reviews.version].join()
      if (known.from === from) return known.sequence
      const upwards = yield* orderByReview(columns, reviews)
      const sequence = descending ? yield* downwards(upwards, upwards.length) : upwards
      known = { from, sequence }
      return sequence
    }
  }
}

/** In the order of `reviewStates`, equals in the store's order and marked. */
function* orderByReview(
  { storeOrder }: Pick<Columns, 'storeOrder'>,
  { of }: Pick<ReviewColumns, 'of'>
): Sliced<Order> {
  const next = new Uint32Array(reviewStates.length + 1)
  for (let at = 0; at < storeOrder.length; at++) {
    const after = ((of[storeOrder[at] ?? 0] ?? 0) & stateMask) + 1
    next[after] = (next[after] ?? 0) + 1
    if (at % atOnce === 0) yield
  }
  for (let state = 1; state < next.length; state++) next[state] = (next[state] ?? 0) + (next[state - 1] ?? 0)
  const isBegun = new Uint8Array(reviewStates.length)
  const sequence = new Uint32Array(storeOrder.length)
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    const state = (of[key] ?? 0) & stateMask
    const place = next[state] ?? 0
    next[state] = place + 1
    sequence[place] = (isBegun[state] === 1 ? key | sameAsBefore : key) >>> 0
    isBegun[state] = 1
    if (at % atOnce === 0) yield
  }
  return sequence
}
