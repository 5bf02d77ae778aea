import { exceptionOf, laterThan, reviewOf, type Entry } from './entry'
import { isOfOthers, madeBy, rootOf, undoneReviewer, type EntryRow, type ItemRow } from './log-chain'
import { putBack } from './note'
import { isTakingBack, markChangeOf, saidBefore } from './taken-back'
import { markBeneath, type TeamMarks } from './team-marks'
import {
  decidedAt,
  exceptionFrom,
  markPartOf,
  notePartOf,
  reviewFrom,
  toJson,
  unreviewed,
  type ReviewRow
} from '../db/review-row'
import type { Statements } from '../db/open-reviews'

/** An entry that is being taken back. */
export interface Undoing {
  sql: Statements
  /** The one that says so. */
  entry: Entry
  row: EntryRow
  root: EntryRow
  /** ms since 1970. */
  at: number
  /** Who takes it back. */
  by: string
  /** It was itself a taking back: a mark that is set again is what its reviewer wants, whatever the team says. */
  isAgain: boolean
  /** What of the team's marks stands; undefined: there is no team. */
  team: TeamMarks | undefined
}

/** Takes back what an entry did to a product; whether it could. */
export function takeBackItem(undoing: Undoing, item: ItemRow): boolean {
  if (isTheirs(undoing.row, item)) return false
  return (
    restore(undoing, item) ||
    giveUp(undoing, item) ||
    sayCleared(undoing, item) ||
    sayAgain(undoing, item) ||
    putBackBeneath(undoing, item)
  )
}

/** Whether what an entry did to a product can be taken back. */
export function canTakeBack(
  undoing: Pick<Undoing, 'sql' | 'row' | 'isAgain' | 'team'>,
  item: ItemRow
): boolean {
  if (isTheirs(undoing.row, item)) return false
  return (
    isAsLeft(undoing.sql, item) ||
    standsStill(undoing, item) ||
    clearedMark(undoing, item) !== null ||
    markOfColleague(undoing, item) !== null
  )
}

function restore(undoing: Undoing, item: ItemRow): boolean {
  const { sql, entry } = undoing
  const { product, rule, before, after } = item
  if (!isAsLeft(sql, item)) return false
  if (rule !== '') {
    entry.except(product, rule, exceptionOf(sql, product, rule), exceptionFrom(before))
    return true
  }
  const now = reviewOf(sql, product)
  const left = reviewFrom(after)
  const back = takenBack(reviewFrom(before), left, now)
  const isMark = back.markEntry !== now.markEntry
  entry.review(product, now, decidedAnew(isMark ? asSaid(undoing, item, back) : back, now, left, undoing))
  return true
}

/**
 * What is put back as a decision of now, so that colleagues who were told of what is taken back get to know that it does not hold
 * (sharing/merge.ts). Not so where a merge is taken back: what it brought is theirs, and merged again it is there again.
 */
function decidedAnew(review: ReviewRow, now: ReviewRow, left: ReviewRow, { root, at }: Undoing): ReviewRow {
  const isMerge = root.kind === 'merge'
  const isMarkMerged = isMerge && now.putBackAt === left.putBackAt
  const isNoteMerged = isMerge && now.noteHistory === left.noteHistory
  const isMark = review.markEntry !== now.markEntry && !isMarkMerged
  const isNote = review.noteEntry !== now.noteEntry && !isNoteMerged
  return {
    ...review,
    ...(isMark ? { putBackAt: laterThan(decidedAt(now), at) } : {}),
    ...(isNote ? { noteHistory: putBack(review, now) } : {})
  }
}

/**
 * The review with the mark and the note, each unless something else changed it later, as they were before; `now` itself where
 * there is nothing to take back. An entry's number stands for one mark and one note of a product, so that it says whether
 * either is still the same. A merge can change when the same mark was put back, and what the same note replaced, without a number: there the
 * values say so.
 */
function takenBack(before: ReviewRow, after: ReviewRow, now: ReviewRow): ReviewRow {
  const isPutBackLeft = before.putBackAt !== after.putBackAt && now.putBackAt === after.putBackAt
  const isHistoryLeft = before.noteHistory !== after.noteHistory && now.noteHistory === after.noteHistory
  const isMarkLeft =
    now.markEntry === after.markEntry && (before.markEntry !== after.markEntry || isPutBackLeft)
  const isNoteLeft =
    now.noteEntry === after.noteEntry && (before.noteEntry !== after.noteEntry || isHistoryLeft)
  if (!isMarkLeft && !isNoteLeft) return now
  return {
    ...now,
    ...(isMarkLeft ? markPartOf(before) : {}),
    ...(isNoteLeft ? notePartOf(before) : {})
  }
}

/** Whether a colleague has taken a mark of theirs back with it, or cleared it: nobody else puts up again what they no longer stand by. */
function isTheirs({ kind, number, reviewer }: EntryRow, item: ItemRow): boolean {
  if (kind !== 'team' || item.rule !== '') return false
  const change = markChangeOf(number, reviewer, item)
  const isCleared = change.after.mark === unreviewed && change.after.markEntry === number
  return isTakingBack(change) || (isCleared && change.before.markedBy === reviewer)
}

/** Whether it marked the product, or put a mark back beneath another, and its author still says so. */
function standsStill(
  { sql, row, isAgain, team }: Pick<Undoing, 'sql' | 'row' | 'isAgain' | 'team'>,
  item: ItemRow
): boolean {
  if (item.rule !== '' || isAgain || team === undefined) return false
  const { by, before, after } = markingOf(sql, row, item)
  return after.markEntry !== before.markEntry && team.stands(item.product, by, after)
}

/** What made the mark that an entry is about: itself, or what it put back beneath a newer mark. */
function markingOf(
  sql: Statements,
  row: EntryRow,
  item: ItemRow
): { by: string; before: ReviewRow; after: ReviewRow } {
  const root = rootOf(sql, row)
  const isBeneath = isOfOthers(root) && item.before === item.after
  const made = isBeneath ? (sql.item.get(root.number, item.product) as ItemRow | undefined) : undefined
  const { before, after } = made ?? item
  const left = reviewFrom(after)
  const { reviewer } = made === undefined ? row : root
  return { by: root.kind === 'merge' ? left.markedBy : reviewer, before: reviewFrom(before), after: left }
}

/**
 * Logs as taken back what its author still says of a product that others have marked since. Where their mark holds again, as after a colleague
 * cleared the newer one, the product loses it.
 */
function giveUp(undoing: Undoing, item: ItemRow): boolean {
  const { sql, entry } = undoing
  if (!standsStill(undoing, item)) return false
  const now = reviewOf(sql, item.product)
  const marking = markingOf(sql, undoing.row, item)
  const left = marking.after
  const isHolding = now.markedBy === left.markedBy && now.markedAt === left.markedAt
  const before = { ...marking.before, ...notePartOf(now) }
  const after = isHolding ? decidedAnew(asSaid(undoing, item, before), now, left, undoing) : now
  entry.review(item.product, now, after)
  return true
}

/**
 * The mark that a reviewer of the team cleared by an entry, and has set no other one since; null: it is no such entry. What colleagues did to the
 * product since does not matter: each has a mark of their own.
 */
function clearedMark(
  { sql, row: { number, kind, reviewer: by }, team }: Pick<Undoing, 'sql' | 'row' | 'team'>,
  { product, rule, before, after }: ItemRow
): ReviewRow | null {
  if (team === undefined || kind !== 'mark' || rule !== '') return null
  const [had, left] = [reviewFrom(before), reviewFrom(after)]
  const isCleared = left.markEntry === number && (left.mark === unreviewed || left.markedBy !== by)
  if (!isCleared || team.of(product).some((each) => each.by === by)) return null
  const said = had.markedBy === by ? had : saidBefore(sql, product, { entry: number, by })
  return said === null || said.mark === unreviewed ? null : said
}

/** Says a mark anew that was cleared. */
function sayCleared(undoing: Undoing, item: ItemRow): boolean {
  const said = clearedMark(undoing, item)
  if (said !== null) sayAnew(undoing, item, said, undoing.entry.number)
  return said !== null
}

/**
 * Says a mark anew that was taken back, where a colleague's has come before or after that: with the entry by which it was made first, which takes
 * it back once more.
 */
function sayAgain(undoing: Undoing, item: ItemRow): boolean {
  const { sql, row, root, by, isAgain, team } = undoing
  const { product, before, after } = item
  const isOwn = root.kind === 'mark' && root.reviewer === by && row.reviewer === by
  if (!isAgain || !isOwn || (team === undefined && before !== after)) return false
  const isSince = toJson(reviewOf(sql, product)) !== after
  // What colleagues did since does not matter: each has a mark of their own.
  if (isSince && (team === undefined || team.of(product).some((each) => each.by === by))) return false
  const said = madeBy(sql, root, product)
  // What was done first may have cleared it.
  if (said.mark === unreviewed || said.markedBy !== by) return false
  sayAnew(undoing, item, said, root.number)
  return true
}

/**
 * The mark of a colleague that an owner of the team took back, or that went with the file that had brought it, where they have set no other one
 * since; null: it was nothing of the kind. What others did to the product does not matter: each has a mark of their own.
 */
function markOfColleague(
  { sql, row, isAgain, team }: Pick<Undoing, 'sql' | 'row' | 'isAgain' | 'team'>,
  { product, rule }: ItemRow
): ReviewRow | null {
  const root = rootOf(sql, row)
  if (!isAgain || team === undefined || !isOfOthers(root) || rule !== '') return null
  const mark = madeBy(sql, root, product)
  const isGone = !team.of(product).some((each) => each.by === mark.markedBy)
  return isGone && mark.mark !== unreviewed && mark.markEntry === root.number ? mark : null
}

/** Puts a colleague's mark back to where it was: beneath those that came after it, or as the one that holds. */
function putBackBeneath(undoing: Undoing, item: ItemRow): boolean {
  const mark = markOfColleague(undoing, item)
  if (mark === null) return false
  const { sql, entry, at, team } = undoing
  const now = reviewOf(sql, item.product)
  const isBeneath = team?.of(item.product).some((each) => each.at > (mark.markedAt ?? 0))
  const back = { ...now, ...markPartOf(mark), putBackAt: laterThan(decidedAt(now), at) }
  entry.review(item.product, now, isBeneath === true ? now : back)
  return true
}

/** Puts a mark on top of what colleagues have done. */
function sayAnew(
  { sql, entry, at }: Undoing,
  { product }: ItemRow,
  said: ReviewRow,
  markEntry: number
): void {
  const now = reviewOf(sql, product)
  const markedAt = laterThan(decidedAt(now), at)
  entry.review(product, now, { ...now, ...markPartOf(said), markedAt, markEntry, putBackAt: null })
}

/** A review as it was, with the mark that holds by what the team says now. */
function asSaid(
  { sql, entry, root, at, isAgain, team }: Undoing,
  { product }: ItemRow,
  back: ReviewRow
): ReviewRow {
  // What a file brought is its authors'.
  if (team === undefined || isAgain || root.kind === 'merge') return back
  const taken = { product, entry: root.number, by: undoneReviewer(sql, root, product) }
  return { ...back, ...markBeneath(sql, team, taken, back, { entry: entry.number, at }) }
}

function isAsLeft(sql: Statements, { product, rule, before, after }: ItemRow): boolean {
  if (rule !== '') return toJson(exceptionOf(sql, product, rule)) === after
  const now = reviewOf(sql, product)
  return takenBack(reviewFrom(before), reviewFrom(after), now) !== now
}
