import type { MergedReviews } from '../../../../../../electron/contract/review'
import type { ReviewBackup } from '../../../../../../electron/contract/review-backup'

/** When everything of these tests was done. */
export const at = Date.UTC(2026, 10, 3, 9)

/** A backup of 40 reviews, made when the app was closed, save what the test sets. */
export function backup(changes: Partial<ReviewBackup> = {}): ReviewBackup {
  return {
    name: 'reviews-000001-2026-11-03T09-00-00-000Z-close.sqlite',
    place: 'here',
    at,
    reason: 'close',
    bytes: 120_000,
    reviews: 40,
    ...changes
  }
}

/** What merging Sam's file of two reviews did, save what the test sets. */
export function mergedReviews(changes: Partial<MergedReviews> = {}): MergedReviews {
  return {
    of: 'reviews',
    entry: 7,
    reviews: 2,
    changed: 2,
    marks: 2,
    notes: 1,
    takenBack: 0,
    hidden: 0,
    stopped: false,
    failure: null,
    from: { by: 'Sam', at, isOtherStore: false },
    ...changes
  }
}
