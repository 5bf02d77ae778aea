import type { ReviewMark } from '../../../../electron/contract/review-state'
import { useSelection } from '../../catalog'
import { useReviews } from '../../review'

/**
 * Marks all that is selected, and lets go of it once that is done; what was not approved, since it has changed, stays to be looked at
 * again. Nothing happens while something else is being marked.
 */
export function markSelection(mark: ReviewMark): void {
  const selection = useSelection()
  const reviews = useReviews()
  const of = selection.asMarked()
  if (of === null || reviews.underWay > 0) return
  const keepOnly = selection.lend()
  void reviews.mark(selection.connectionId, mark, of, { onMarked: ({ stale }) => keepOnly(stale) })
}
