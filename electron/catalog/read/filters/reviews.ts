import type { Filters, ProductQuery } from '../../../contract/product-query'
import { reviewStates } from '../../../contract/review-state'
import { noteBit, stateMask, type ReviewColumns } from '../review-columns'

/** Whether a list depends on what people decided of products. */
export function asksOfReviews({ filters, sort }: ProductQuery): boolean {
  return filters.review.length > 0 || filters.note !== 'any' || sort?.by === 'review'
}

/** Takes the products out (0, by key) that the filters of reviews do not let through. */
export function keepReviews(matches: Uint8Array, { of }: ReviewColumns, { review, note }: Filters): void {
  if (review.length === 0 && note === 'any') return
  const passes = new Uint8Array(2 * noteBit)
  for (let code = 0; code < passes.length; code++) {
    const state = reviewStates[code & stateMask]
    const isWanted = review.length === 0 || (state !== undefined && review.includes(state))
    const hasNote = (code & noteBit) !== 0
    passes[code] = Number(isWanted && (note === 'any' || (note === 'with') === hasNote))
  }
  for (let key = 0; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & (passes[of[key] ?? 0] ?? 0)
  }
}
