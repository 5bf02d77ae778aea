import { reviewMarks } from '../../contract/review-state'
import { mergeReviews, type SharedMark, type SharedNote, type SharedReview } from './merge'
import type { FingerprintedContent } from '../../catalog/content-fingerprint'
import { noteFrom, noteToRow } from '../write/note'
import { markOf, type MarkPart, type ReviewRow } from '../db/review-row'

/** A row as it is shared. @param content what its `seen` stands for */
export function sharedFrom(row: ReviewRow, content: FingerprintedContent | null): SharedReview {
  const { markedAt, markedBy: by, seen, putBackAt, markReason: reason } = row
  // One that was only ever taken back is shared too: others may have been told of it.
  const at = markedAt ?? putBackAt
  const mark = at === null ? null : { mark: markOf(row), at, by, seen, content, putBackAt, reason }
  return { mark, note: noteFrom(row) }
}

/**
 * The row with what another review has that it has not. Its mark and note are those of `entry` where they are others now; the
 * row itself where nothing is.
 */
export function mergedInto(row: ReviewRow, other: SharedReview, entry: number): ReviewRow {
  const mine = sharedFrom(row, null)
  const { mark, note } = mergeReviews(mine, other)
  const isMarked = mark !== null && (mine.mark === null || !areSame(bare(mark), bare(mine.mark)))
  const isNoted = !(isEmpty(note) && isEmpty(mine.note)) && !areSame(note, mine.note)
  if (!isMarked && !isNoted) return row
  const noted = isNoted ? noteToRow(note) : null
  return {
    ...(isMarked ? withMark(row, mark, entry) : row),
    // The same words may be of another person now; that alone is no other note.
    ...noted,
    ...(noted !== null && noted.note !== row.note ? { noteEntry: entry } : {})
  }
}

/** The row with a mark, which is of `entry` where it is another one now. The same one may have been put back; that alone is no other mark. */
export function withMark(row: ReviewRow, mark: SharedMark, entry: number): ReviewRow {
  const marked = markToRow(mark)
  return { ...row, ...marked, ...(isOtherMark(marked, row) ? { markEntry: entry } : {}) }
}

/** The row with another mark and note, which are of the same entries. */
export function rowFrom(row: ReviewRow, { mark, note }: SharedReview): ReviewRow {
  const isNoted = row.noteHistory !== null
  return { ...row, ...(mark === null ? {} : markToRow(mark)), ...(isNoted ? noteToRow(note) : {}) }
}

type SharedMarkPart = Omit<MarkPart, 'markEntry'>

/** A shared mark as a row has it, but for the entry that it is of. */
export function markToRow({ mark, at, by, seen, putBackAt, reason }: SharedMark): SharedMarkPart {
  const isOnlyTakenBack = mark === 'unreviewed' && by === '' && at === putBackAt
  const markedAt = isOnlyTakenBack ? null : at
  return { mark: reviewMarks.indexOf(mark), markedAt, markedBy: by, seen, putBackAt, markReason: reason }
}

function isOtherMark(one: SharedMarkPart, other: SharedMarkPart): boolean {
  const { mark, markedAt, markedBy, seen, markReason } = one
  const isSame = mark === other.mark && seen === other.seen && markReason === other.markReason
  return !isSame || markedAt !== other.markedAt || markedBy !== other.markedBy
}

function bare(mark: SharedMark): object {
  return { ...mark, content: null }
}

function isEmpty({ texts, replaced }: SharedNote): boolean {
  return texts.length + replaced.length === 0
}

function areSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
