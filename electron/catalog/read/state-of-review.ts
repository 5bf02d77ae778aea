import { isSameFingerprint } from '../../contract/content-fingerprint'
import { reviewMarks, type ReviewState } from '../../contract/review-state'

/**
 * The state of a review of a product as it is now. `isWorse`: an error was found since. Where it is not known what was seen, an approval
 * holds.
 */
export function stateOfReview(
  mark: number,
  seen: string | null,
  currentFingerprint: string,
  isWorse = false
): ReviewState {
  const name = reviewMarks[mark] ?? 'unreviewed'
  if (name !== 'approved' || seen === null) return name
  return isWorse || !isSameFingerprint(seen, currentFingerprint) ? 'changed' : name
}

/** Whether an error was found after a review. Both in ms since 1970; none, or not known: it was not. */
export function isLater(worseAt: number | undefined, reviewedAt: number | null): boolean {
  return worseAt !== undefined && reviewedAt !== null && worseAt > reviewedAt
}
