import type { ReviewProgress } from '../../contract/review'
import { reviewStates } from '../../contract/review-state'
import type { KeySet } from './key-set'
import { stateMask, type ReviewColumns } from './review-columns'

/** How many products of a set are in each state. */
export function countReviews({ bits, count }: KeySet, { of }: Pick<ReviewColumns, 'of'>): ReviewProgress {
  const counts = new Uint32Array(stateMask + 1)
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      // The lowest bit that is left.
      const state = (of[word * 32 + 31 - Math.clz32(left & -left)] ?? 0) & stateMask
      counts[state] = (counts[state] ?? 0) + 1
    }
  }
  const [unreviewed = 0, approved = 0, changed = 0, needsWork = 0, ignored = 0] = reviewStates.map(
    (_, state) => counts[state]
  )
  return { total: count, unreviewed, approved, changed, 'needs-work': needsWork, ignored }
}

export const noProgress: ReviewProgress = {
  total: 0,
  unreviewed: 0,
  approved: 0,
  changed: 0,
  'needs-work': 0,
  ignored: 0
}
