import type { Statements } from '../db/open-reviews'
import { reviewFrom, unreviewed, type ReviewRow } from '../db/review-row'

/** What an entry did to a product's mark. */
export interface MarkChange {
  /** The entry's number. */
  entry: number
  /** Who did it. */
  by: string
  before: ReviewRow
  after: ReviewRow
}

/** What an entry did to a product's mark, from the item that its log has of the product. */
export function markChangeOf(
  entry: number,
  by: string,
  { before, after }: { before: string | null; after: string | null }
): MarkChange {
  return { entry, by, before: reviewFrom(before), after: reviewFrom(after) }
}

/**
 * Whether a change that came from the team is a taking back. It is told from the change alone: what a colleague took back comes as what holds
 * after it, and their entry of it is on their own computer.
 */
export function isTakingBack({ entry, by, before, after }: MarkChange): boolean {
  if (after.markEntry === before.markEntry) return false
  // It was given up, and somebody else's held already (team/take-segment.ts).
  if (after.markEntry !== entry) return true
  // Where there was none, somebody's came late: from before the last one was cleared.
  if (before.mark === unreviewed) return false
  // An older mark is put back, and no newer one again.
  if (after.putBackAt !== null && after.putBackAt !== before.putBackAt)
    return (after.markedAt ?? -Infinity) <= (before.markedAt ?? -Infinity)
  return before.markedBy === by && after.markedBy !== by
}

/**
 * Whose mark a change that came from the team is of: what somebody took back was theirs, and another mark is its reviewer's, also where it was
 * told with what somebody else did.
 */
export function reviewerOf(change: MarkChange): string {
  const { by, before, after } = change
  if (after.markEntry === before.markEntry) return by
  return (isTakingBack(change) ? before.markedBy : after.markedBy) || by
}

/**
 * What somebody had said of a product before an entry, and not taken back, nor had taken back by an owner of their team; null: nothing. By
 * the index of products.
 */
export function saidBefore(
  sql: Statements,
  product: string,
  { entry, by }: Pick<MarkChange, 'entry' | 'by'>
): ReviewRow | null {
  const rows = sql.reviewItems.all(product) as unknown as LoggedItem[]
  // On one product no two marks of a person are of the same time.
  const takenBack = new Set<number | null>()
  const left = leftByRedo(rows)
  for (const row of rows) {
    if (row.entry >= entry || row.undone_by !== null || left.has(row.entry)) continue
    const change = markChangeOf(row.entry, row.reviewer, row)
    const { before, after } = change
    const isOther = before.markedBy !== after.markedBy || before.markedAt !== after.markedAt
    // What was taken back here is not among these entries.
    if (row.kind === 'team' && before.markedBy === by && isOther && isTakingBack(change))
      takenBack.add(before.markedAt)
    // They cleared theirs here, and a colleague's was left (mark.ts).
    if (row.kind === 'mark' && row.reviewer === by && after.markedBy !== by) return null
    if (after.markEntry !== row.entry || after.markedBy !== by || takenBack.has(after.markedAt)) continue
    return after
  }
  return null
}

/** What an entry of the log did to a product's review, and what became of the entry. */
interface LoggedItem {
  entry: number
  reviewer: string
  kind: string
  undoes: number | null
  undone_by: number | null
  before: string | null
  after: string | null
}

/** Entries of many products that were done again, but for this one: what they did to it is taken back all the same. */
function leftByRedo(rows: readonly LoggedItem[]): Set<number | null> {
  const entries = new Set(rows.map(({ entry }) => entry))
  const isLeft = ({ undoes, undone_by: redo }: LoggedItem): boolean =>
    undoes !== null && redo !== null && !entries.has(redo)
  return new Set(rows.filter(isLeft).map(({ undoes }) => undoes))
}
