import { decidedAt, type SharedMark } from '../sharing/merge'
import { markToRow } from '../sharing/shared-rows'
import { markPartOf, neverReviewed, unreviewed, type MarkPart, type ReviewRow } from '../db/review-row'
import type { Statements } from '../db/open-reviews'
import { saidBefore } from './taken-back'

/** What the reviewers of a store's team say of its products: each has a mark of their own, of which the review is the newest. */
export interface TeamMarks {
  /** The mark that each reviewer has on a product, the latest first. */
  of(product: string): readonly SharedMark[]
  /** Whether what a product became by an entry is still what its author says of it, though others have marked it since. */
  stands(product: string, reviewer: string, after: ReviewRow): boolean
  /** Whether the author of a mark is known to say something else of the product by now, or nothing. */
  isGone(product: string, mark: ReviewRow): boolean
}

/** A reviewer's mark of a product that is taken back, and the entry in which they made it. */
export interface TakenMark {
  product: string
  entry: number
  by: string
}

/**
 * The mark that holds once a reviewer's is taken back: the newest of what the others say by now and what the reviewer had said before; theirs
 * where it was the one before; otherwise none.
 *
 * @param before the review before that mark
 * @param undoing the entry that takes it back, and when it does, ms since 1970
 */
export function markBeneath(
  sql: Statements,
  team: TeamMarks,
  { product, entry, by }: TakenMark,
  before: ReviewRow,
  undoing: { entry: number; at: number }
): MarkPart {
  const isMarked = before.mark !== unreviewed
  if (isMarked && before.markedBy === by) return markPartOf(before)
  const said = before.markedAt === null ? null : saidBefore(sql, product, { entry, by })
  const own = said === null || said.mark === unreviewed ? null : said
  const other = team.of(product).find((each) => each.by !== by)
  const isBefore = other === undefined || (other.by === before.markedBy && other.at === before.markedAt)
  if (isMarked && isBefore && !team.isGone(product, before)) return markPartOf(before)
  if (other !== undefined && decidedAt(other) > (own?.markedAt ?? -Infinity))
    return { ...markToRow({ ...other, putBackAt: undoing.at }), markEntry: undoing.entry }
  return markPartOf(own ?? (isMarked ? neverReviewed : before))
}
