import { exceptionOf, inEntry, reviewOf, type Book, type Entry, type Written } from './entry'
import { laterThan } from './mark'
import { putBack } from './note'
import { isTakingBack, markChangeOf, reviewerOf, saidBefore } from './taken-back'
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

/** A row of `log`. */
export interface EntryRow {
  number: number
  at: number
  reviewer: string
  kind: string
  count: number
  undone_by: number | null
  undoes: number | null
  from_file: string | null
  from_by: string | null
}

/** A row of `log_item`: what an entry did to a product's review (`rule` '') or exception. */
export interface ItemRow {
  product: string
  rule: string
  before: string | null
  after: string | null
}

export interface UndoneEntry {
  /** The entry that was taken back. */
  undone: number
  /** The entry that says so. */
  number: number
  restored: number
  kept: number
  /** Those whose review or exception is as before, at most 1000; null: there are more. */
  products: string[] | null
}

const mostProducts = 1000
/** Entries that are looked at for one that can be taken back. */
const mostTried = 200

/**
 * Takes an entry back: what it changed, and nothing changed later, becomes what it was; what only stands in a team is logged as taken back
 * and changes no review. null: there is nothing to take back.
 */
export function undoEntry(
  book: Book,
  number: number,
  { by, at }: { by: string; at: number },
  team?: TeamMarks
): UndoneEntry | null {
  const { sql } = book
  const row = sql.entry.get(number) as EntryRow | undefined
  const again = row === undefined ? null : saidAgainBy(sql, row)
  if (again !== null) return undoEntry(book, again, { by, at }, team)
  if (row?.undone_by !== null) return null
  const written = inEntry(book, { at, by, kind: 'undo', undoes: number }, (entry) => {
    const items = sql.items.all(number) as unknown as ItemRow[]
    const root = rootOf(sql, row)
    const undoing = { sql, entry, row, root, at, isMerge: root.kind === 'merge', team: toAsk(sql, row, team) }
    const restored = items
      .filter((item) => !isTheirs(row, item))
      .filter((item) => restore(undoing, item) || giveUp(undoing, item) || sayCleared(undoing, item))
      .map(({ product }) => product)
    if (restored.length === 0) return null
    sql.setUndone.run(entry.number, number)
    // What is taken back was itself a taking back: the entry that it took back holds again.
    if (row.undoes !== null) sql.setUndone.run(null, row.undoes)
    return { restored, kept: items.length - restored.length }
  })
  return undoneBy(row, written) ?? undoneBy(row, sayAgain(book, row, { by, at }))
}

/** A mark that is set again is what its reviewer wants, whatever the team says. */
function toAsk(sql: Statements, row: EntryRow, team: TeamMarks | undefined): TeamMarks | undefined {
  return isRedo(sql, row) ? team : undefined
}

/** Products that are as before, and how many were left alone. */
interface Restored {
  restored: string[]
  kept: number
}

function undoneBy(
  { number: undone }: EntryRow,
  { number, value }: Written<Restored | null>
): UndoneEntry | null {
  if (number === null || value === null) return null
  const { restored, kept } = value
  const products = restored.length > mostProducts ? null : restored
  return { undone, number, restored: restored.length, kept, products }
}

/**
 * A mark that was given up, since a colleague's had come after it, cannot hold again as it did: its author says it anew, on top of the
 * colleague's, which holds again once that is taken back. Only of products that nobody has marked since.
 */
function sayAgain(
  book: Book,
  row: EntryRow,
  { by, at }: { by: string; at: number }
): Written<Restored | null> {
  const { sql } = book
  const nothing = { number: null, count: 0, value: null }
  const undone = row.undoes === null ? undefined : (sql.entry.get(row.undoes) as EntryRow | undefined)
  if (undone?.kind !== 'mark' || [undone, row].some(({ reviewer }) => reviewer !== by)) return nothing
  const items = sql.items.all(row.number) as unknown as ItemRow[]
  const left = items.filter(
    ({ product, before, after }) => before === after && toJson(reviewOf(sql, product)) === after
  )
  if (left.length === 0) return nothing
  return inEntry(book, { at, by, kind: 'mark' }, (entry) => {
    for (const { product } of left) {
      const now = reviewOf(sql, product)
      const said = sql.item.get(undone.number, product) as ItemRow | undefined
      const { mark, seen, markReason } = reviewFrom(said?.after ?? null)
      const marked = { markedAt: laterThan(decidedAt(now), at), markedBy: by, markEntry: entry.number }
      entry.review(product, now, { ...now, mark, seen, markReason, ...marked, putBackAt: null })
    }
    sql.setUndone.run(entry.number, row.number)
    return { restored: left.map(({ product }) => product), kept: items.length - left.length }
  })
}

/** The entry by which a mark that was given up was said again; null: it was not. */
function saidAgainBy(sql: Statements, { number, undone_by: undoneBy }: EntryRow): number | null {
  const undoing = undoneBy === null ? undefined : (sql.entry.get(undoneBy) as EntryRow | undefined)
  if (undoing === undefined || undoing.undone_by === null) return null
  const again = sql.entry.get(undoing.undone_by) as EntryRow | undefined
  return again?.kind === 'mark' && again.number > number ? again.number : null
}

/**
 * The last entry under one of these two names of a person that can be taken back, other than one that took something back
 * itself, or came from another device of theirs; null: there is none.
 */
export function lastUndoable(book: Book, by: string, alias: string, team?: TeamMarks): number | null {
  const { db } = book
  const rows = db
    .prepare(
      `SELECT * FROM log WHERE reviewer IN (?, ?) AND undone_by IS NULL AND kind NOT IN ('undo', 'restore', 'team')
       ORDER BY number DESC LIMIT ${mostTried}`
    )
    .all(by, alias) as unknown as EntryRow[]
  return rows.find((row) => canUndo(book, row, team))?.number ?? null
}

/** Whether something of what it changed is still as it left it. */
export function canUndo({ sql }: Book, row: EntryRow, team?: TeamMarks): boolean {
  if (row.undone_by !== null) return false
  const asked = toAsk(sql, row, team)
  for (const item of sql.items.iterate(row.number) as unknown as Iterable<ItemRow>) {
    if (isTheirs(row, item)) continue
    if (isAsLeft(sql, item) || standsStill(item, row.reviewer, asked)) return true
    if (clearedMark(sql, row, item, asked) !== null) return true
  }
  return false
}

/** Whether a colleague has taken something back with it: nobody else puts up again what they no longer stand by. */
function isTheirs({ kind, number, reviewer }: EntryRow, item: ItemRow): boolean {
  return kind === 'team' && item.rule === '' && isTakingBack(markChangeOf(number, reviewer, item))
}

/** Whether it marked the product, and its author still says so. */
function standsStill({ product, rule, before, after }: ItemRow, reviewer: string, team?: TeamMarks): boolean {
  if (rule !== '' || team === undefined) return false
  const left = reviewFrom(after)
  return left.markEntry !== reviewFrom(before).markEntry && team.stands(product, reviewer, left)
}

/**
 * Logs as taken back what its author still says of a product that others have marked since. Where their mark holds again, as after a colleague
 * cleared the newer one, the product loses it.
 */
function giveUp(undoing: Undoing, item: ItemRow): boolean {
  const { sql, entry, row, team } = undoing
  if (!standsStill(item, row.reviewer, team)) return false
  const now = reviewOf(sql, item.product)
  const left = reviewFrom(item.after)
  const isHolding = now.markedBy === left.markedBy && now.markedAt === left.markedAt
  const before = { ...reviewFrom(item.before), ...notePartOf(now) }
  const after = isHolding ? decidedAnew(asSaid(undoing, item, before), now, left, undoing) : now
  entry.review(item.product, now, after)
  return true
}

/**
 * The mark that a reviewer of the team cleared by an entry, and has set no other one since; null: it is no such entry. What colleagues did to the
 * product since does not matter: each has a mark of their own.
 */
function clearedMark(
  sql: Statements,
  { number, kind, reviewer: by }: EntryRow,
  { product, rule, before, after }: ItemRow,
  team: TeamMarks | undefined
): ReviewRow | null {
  if (team === undefined || kind !== 'mark' || rule !== '') return null
  const [had, left] = [reviewFrom(before), reviewFrom(after)]
  const isCleared = left.markEntry === number && (left.mark === unreviewed || left.markedBy !== by)
  if (!isCleared || team.of(product).some((each) => each.by === by)) return null
  const said = had.markedBy === by ? had : saidBefore(sql, product, { entry: number, by })
  return said === null || said.mark === unreviewed ? null : said
}

/** Says a mark anew that was cleared, on top of what colleagues have done since. */
function sayCleared({ sql, entry, row, team, at }: Undoing, item: ItemRow): boolean {
  const said = clearedMark(sql, row, item, team)
  if (said === null) return false
  const now = reviewOf(sql, item.product)
  const markedAt = laterThan(decidedAt(now), at)
  const mark = { ...markPartOf(said), markedAt, markEntry: entry.number, putBackAt: null }
  entry.review(item.product, now, { ...now, ...mark })
  return true
}

/** A review as it was, with the mark that holds by what the team says now. */
function asSaid(
  { sql, entry, root, at, isMerge, team }: Undoing,
  { product }: ItemRow,
  back: ReviewRow
): ReviewRow {
  // What a file brought is its authors'.
  if (team === undefined || isMerge) return back
  const taken = { product, entry: root.number, by: undoneReviewer(sql, root, product) }
  return { ...back, ...markBeneath(sql, team, taken, back, { entry: entry.number, at }) }
}

function isAsLeft(sql: Statements, { product, rule, before, after }: ItemRow): boolean {
  if (rule !== '') return toJson(exceptionOf(sql, product, rule)) === after
  const now = reviewOf(sql, product)
  return takenBack(reviewFrom(before), reviewFrom(after), now) !== now
}

/** An entry that is being taken back. */
interface Undoing {
  sql: Statements
  /** The one that says so. */
  entry: Entry
  row: EntryRow
  root: EntryRow
  /** ms since 1970. */
  at: number
  isMerge: boolean
  /** What of the team's marks stands; undefined: it does not matter. */
  team: TeamMarks | undefined
}

/** An entry, the one that it took back, the one that this took back, and so on; of a file that was mended as far as they are known. */
export function chainOf(sql: Statements, row: EntryRow): [EntryRow, ...EntryRow[]] {
  const chain: [EntryRow, ...EntryRow[]] = [row]
  let root = row
  while (root.undoes !== null && root.undoes < root.number) {
    const undone = sql.entry.get(root.undoes) as EntryRow | undefined
    if (undone === undefined) break
    root = undone
    chain.push(root)
  }
  return chain
}

/** Whether what it took back was itself a taking back, which holds again as a mark that was cleared; also of what took nothing back. */
export function isRedo(sql: Statements, entry: EntryRow): boolean {
  return chainOf(sql, entry).filter(({ kind }) => kind === 'undo').length % 2 === 0
}

/** The entry that was taken back, and again, in the end. */
export function rootOf(sql: Statements, row: EntryRow): EntryRow {
  return chainOf(sql, row).at(-1) ?? row
}

/** Whose mark of a product an entry is of. */
export function undoneReviewer(
  sql: Statements,
  { number, kind, reviewer }: EntryRow,
  product: string
): string {
  const item = kind === 'team' ? (sql.item.get(number, product) as ItemRow | undefined) : undefined
  return item === undefined ? reviewer : reviewerOf(markChangeOf(number, reviewer, item))
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
function decidedAnew(review: ReviewRow, now: ReviewRow, left: ReviewRow, how: Undoing): ReviewRow {
  const isMarkMerged = how.isMerge && now.putBackAt === left.putBackAt
  const isNoteMerged = how.isMerge && now.noteHistory === left.noteHistory
  const isMark = review.markEntry !== now.markEntry && !isMarkMerged
  const isNote = review.noteEntry !== now.noteEntry && !isNoteMerged
  return {
    ...review,
    ...(isMark ? { putBackAt: laterThan(decidedAt(now), how.at) } : {}),
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
