import { reviewMarks } from '../../contract/review-state'
import { mergeReviews, type SharedReview } from '../sharing/merge'
import type { SeenContent } from '../seen'
import { noteFrom, noteToRow } from './note-history'
import { markOf, type ReviewRow } from './review-row'

/** A row as it is shared. @param content what its `seen` stands for */
export function sharedFrom(row: ReviewRow, content: SeenContent | null): SharedReview {
  const { markedAt, markedBy, seen } = row
  const mark = markedAt === null ? null : { mark: markOf(row), at: markedAt, by: markedBy, seen, content }
  return { mark, note: noteFrom(row) }
}

/**
 * The row with what another review has that it has not. Its mark and note are those of `entry` where they are others now; the
 * row itself where nothing is.
 */
export function mergedInto(row: ReviewRow, other: SharedReview, entry: number): ReviewRow {
  const mine = sharedFrom(row, null)
  const { mark, note } = mergeReviews(mine, other)
  const isMarked = mark !== null && JSON.stringify(bare(mark)) !== JSON.stringify(bare(mine.mark))
  const isNoted = JSON.stringify(note) !== JSON.stringify(noteFrom(row))
  if (!isMarked && !isNoted) return row
  const noted = isNoted ? noteToRow(note) : null
  return {
    ...row,
    ...(isMarked ? { ...markToRow(mark), markEntry: entry } : {}),
    // The same words may be of another person now; that alone is no other note.
    ...noted,
    ...(noted !== null && noted.note !== row.note ? { noteEntry: entry } : {})
  }
}

function markToRow({ mark, at, by, seen }: NonNullable<SharedReview['mark']>): Partial<ReviewRow> {
  return { mark: reviewMarks.indexOf(mark), markedAt: at, markedBy: by, seen }
}

function bare(mark: SharedReview['mark']): object | null {
  return mark === null ? null : { ...mark, content: null }
}
