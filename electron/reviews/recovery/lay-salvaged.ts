import type { DatabaseSync } from 'node:sqlite'
import { exceptionOf, putException, putReview, reviewOf } from '../write/entry'
import { withReadableHistory } from '../write/note'
import {
  approved,
  decidedAt,
  isNever,
  needsWork,
  neverReviewed,
  reviewFrom,
  toJson,
  type ExceptionRow,
  type ReviewRow
} from '../db/review-row'
import type { Quality } from './damaged-pages'
import { wordOf, type Salvage } from './salvage'
import { asBefore, reconciled } from './reconcile-review'
import { keyOf, leftBy, type SalvagedItem } from './salvaged-items'
import { lastEntryOf, unreadable, type SalvagedReview } from './salvaged-reviews'
import { orElse } from './soundness'
import { prepareStatements, type Statements } from '../db/open-reviews'
import type { EntryRow } from '../write/log-chain'

/**
 * Puts what was salvaged upon a backup, of which `last` is the last entry; how many reviews and excuses are not as the backup had them. A
 * row that the file takes nothing of is passed over. Throws the disk's errors.
 */
export function layUpon(db: DatabaseSync, saved: Salvage, last: number): number {
  const sql = prepareStatements(db)
  for (const { seen, content } of saved.contents) tryRow(() => sql.putContent.run(seen, content))
  const told = toldByItems(saved.items)
  const changed = layReviews(sql, saved, told, last) + layExceptions(sql, saved, told, last)
  layLog(db, sql, saved, last)
  dropOldDrafts(db, last)
  layDrafts(db, sql, saved)
  return changed
}

/** How many were written. */
function tryRow(write: () => unknown): 0 | 1 {
  return orElse(0, () => {
    write()
    return 1
  })
}

/** The last entry since the backup that tells what it left of a review or an excuse, whether it was done or undone, and the one before it. */
interface Told {
  last: SalvagedItem
  earlier: SalvagedItem | undefined
}

/** By `keyOf`. */
function toldByItems(items: readonly SalvagedItem[]): Map<string, Told> {
  const told = new Map<string, Told>()
  for (const item of items) {
    const key = keyOf(item.product, item.rule)
    const earlier = told.get(key)?.last
    if (item.isAfterKnown && item.trust > 0 && earlier?.entry !== item.entry)
      told.set(key, { last: item, earlier })
  }
  return told
}

function layReviews(sql: Statements, saved: Salvage, told: Map<string, Told>, last: number): number {
  const logged = [...told.values()].filter((item) => item.last.rule === '').map((item) => item.last.product)
  const entries = new Map(saved.log.map((entry) => [entry.number, entry]))
  let count = 0
  for (const product of new Set([...logged, ...saved.reviews.keys()])) {
    const key = keyOf(product, '')
    const [item, before, changed] = [told.get(key), reviewOf(sql, product), saved.changed.get(key) ?? 0]
    const row: SalvagedReview = saved.reviews.get(product) ?? unreadable
    const parts =
      item === undefined
        ? partsWithout(before, row, changed > last || lastBelieved(row) > last)
        : partsOf(before, item, row, {
            changed,
            words: saved.words,
            ...loggedOf(entries.get(item.last.entry))
          })
    const now = reviewFromParts(parts, changed, (entry) => entries.get(entry)?.at ?? null)
    if (toJson(before) !== toJson(now)) count += tryRow(() => putReview(sql, product, now))
  }
  return count
}

function loggedOf(entry: EntryRow | undefined): Pick<Logged, 'undoneBy' | 'entry'> {
  return { undoneBy: entry?.undone_by ?? null, entry }
}

/** A damaged row's entries may be any. */
function lastBelieved({ columns, quality }: SalvagedReview): number {
  return quality > 0 ? lastEntryOf(columns) : 0
}

/** Of a row that is gone the index may still have the mark. */
function isMarkAlone(columns: Partial<ReviewRow>): boolean {
  return Object.keys(columns).join() === 'mark'
}

/** Where no item of the log tells: what the backup has, and what the row has where it is newer, or the backup knows nothing. */
function partsWithout(
  before: ReviewRow,
  { columns, quality }: SalvagedReview,
  isNewer: boolean
): Partial<ReviewRow>[] {
  const isOtherMark = isMarkAlone(columns) && columns.mark !== before.mark
  const tellsTheSame = (['mark', 'markEntry', 'note', 'noteEntry'] as const).every(
    (name) => columns[name] === before[name]
  )
  const isTaken = isNewer || isOtherMark || isNever(before) || (quality === 2 && tellsTheSame)
  return isTaken ? [before, { ...columns, ...asBefore(before, columns) }] : [before]
}

/** What the log says of the last item of a review. */
interface Logged {
  /** The last entry that changed the review. */
  changed: number
  undoneBy: number | null
  /** When the item's entry was, and whose it is, as far as that is known. */
  entry: Pick<EntryRow, 'at' | 'reviewer'> | undefined
  words: Salvage['words']
}

/** What is known of a review, what counts for most last: what was before its last item, then what that left and what the row has. */
function partsOf(
  before: ReviewRow,
  { last, earlier }: Told,
  row: SalvagedReview,
  { changed, undoneBy, entry, words }: Logged
): Partial<ReviewRow>[] {
  const { columns, quality } = row
  const left: Partial<ReviewRow> = leftBy(last) ?? neverReviewed
  const earlierLeft = (earlier && leftBy(earlier)) ?? {}
  const known = [before, earlierLeft] as const
  // It was taken back, and the item that says so cannot be read.
  if (undoneBy !== null && undoneBy === changed) {
    return last.isBeforeKnown ? [beforeIt(last, before), columns] : [...known, columns]
  }
  if (isMarkAlone(columns) && left.mark !== undefined && columns.mark !== left.mark) {
    // The index has the mark from before the item: nothing else is left of its being taken back.
    const isTakenBack = last.isBeforeKnown && reviewFrom(last.before).mark === columns.mark
    return isTakenBack ? [beforeIt(last, before)] : [...known, left, columns]
  }
  const isOfOther = isOutweighed(last, quality)
  const isBetter = quality > 0 && (quality >= last.quality || isOfOther)
  const byEntry = entry && {
    ...timesOf(last.entry, entry.at),
    markedBy: entry.reviewer,
    notedBy: entry.reviewer
  }
  const reconciledParts = reconciled({
    row: columns,
    item: left,
    isRowWhole: quality > 0 && (row.isNamed || last.quality < 2),
    isRowFirst: isBetter || lastBelieved(row) > last.entry,
    isRowLater: changed > last.entry,
    timesWritten: (column, value) => words.get(wordOf(column, value)) ?? 0,
    witnesses: [
      row.indexed,
      byEntry ?? {},
      ...(last.isBeforeKnown && !isOfOther ? [reviewFrom(last.before)] : []),
      earlierLeft,
      before
    ]
  })
  return [...known, reconciledParts]
}

function timesOf(entry: number, at: number): Partial<ReviewRow> {
  return { markEntry: entry, noteEntry: entry, markedAt: at, notedAt: at }
}

/**
 * Whether a row counts for more than an item that the index does not have: its product may be another one's. One that names its entry itself is
 * of that entry all the same, so that only a whole row does.
 */
function isOutweighed({ isIndexed, trust }: SalvagedItem, quality: Quality): boolean {
  return !isIndexed && (quality === 2 || (quality === 1 && trust < 3))
}

/**
 * Parts of a review, put upon each other. A mark and a note of which nothing says the entry are of the one that changed the review last, and from
 * its time; a note without its own history is as if it had been written anew.
 */
function reviewFromParts(
  parts: Partial<ReviewRow>[],
  changed: number,
  timeOf: (entry: number) => number | null
): ReviewRow {
  const now: ReviewRow = Object.assign({}, neverReviewed, ...parts)
  if (parts.length === 1) return now
  // What an approval was of is another mark's otherwise.
  if (now.mark !== approved) now.seen = null
  // It may come from another part than the mark.
  if (now.mark !== needsWork) now.markReason = null
  if (now.mark > 0) {
    now.markEntry ||= Math.max(changed, 1)
    if (decidedAt(now) === null) now.markedAt = timeOf(now.markEntry)
  }
  if (now.note === '') return withReadableHistory(now)
  now.noteEntry ||= Math.max(changed, 1)
  now.notedAt ??= timeOf(now.noteEntry)
  const [text, history] = [
    parts.findLastIndex((part) => 'note' in part),
    parts.findLastIndex((part) => 'noteHistory' in part)
  ]
  const isOfOther = history < text && parts[history]?.note !== now.note
  return withReadableHistory({ ...now, noteHistory: isOfOther ? '' : (now.noteHistory ?? '') })
}

/** What a review was before an item, which the backup may have as well. */
function beforeIt(item: SalvagedItem, backup: ReviewRow): ReviewRow {
  const review = reviewFrom(item.before)
  const isSame = review.markEntry === backup.markEntry && review.noteEntry === backup.noteEntry
  return isSame ? backup : review
}

function layExceptions(sql: Statements, saved: Salvage, told: Map<string, Told>, last: number): number {
  const rows = new Map(saved.excuses.map((of) => [keyOf(of.product, of.rule), of]))
  const logged = [...told.values()].map((item) => item.last).filter(({ rule }) => rule !== '')
  const all = new Map([...saved.excuses, ...logged].map((of) => [keyOf(of.product, of.rule), of]))
  const times = new Map<number | undefined, number>(saved.log.map(({ number, at }) => [number, at]))
  let count = 0
  for (const [key, { product, rule }] of all) {
    const [item, before, row] = [told.get(key)?.last, exceptionOf(sql, product, rule), rows.get(key)]
    const left = item === undefined ? before : leftBy(item)
    const isNewer = (saved.changed.get(key) ?? 0) > (item?.entry ?? last)
    // The same writing of it, which stands in the row once more: it is from the time of its entry.
    const isOfEntry = row?.columns.at !== undefined && row.columns.at === times.get(item?.entry)
    const isSame = left !== null && (row?.columns.at === left.at || isOfEntry)
    const isBetter = item === undefined ? before === null : isOutweighed(item, row?.quality ?? 0)
    // A backup is sound, and so counts for more than any row of the same writing.
    const isAsGood = (row?.quality ?? 0) >= (item?.quality ?? 3)
    const isRowLast = row !== undefined && (isSame ? isAsGood : isNewer || isBetter)
    const none = { reason: '', reviewer: '', at: 0 }
    const known: ExceptionRow | null = left === null ? null : { ...none, ...before, ...row?.columns, ...left }
    const now = isRowLast ? { ...none, ...known, ...(isSame ? undamaged(row.columns) : row.columns) } : known
    if (toJson(before) !== toJson(now)) count += tryRow(() => putException(sql, product, rule, now))
  }
  return count
}

/** Without texts that are not made of characters: what is put upon another source's may have them whole there. */
function undamaged(columns: Partial<ExceptionRow>): Partial<ExceptionRow> {
  const whole = Object.entries(columns).filter(([, value]) => !String(value).includes('\ufffd'))
  return Object.fromEntries(whole)
}

/**
 * A backup's drafts whose note was saved since are none anymore. By the entries: the time of a note may be that of a colleague's
 * clock, or of this one before it was put right (fault 93). Merging a note leaves the draft.
 */
function dropOldDrafts(db: DatabaseSync, last: number): void {
  const drop = `DELETE FROM draft WHERE product IN (
    SELECT product FROM log JOIN review ON note_entry = number WHERE number > :last AND kind = 'note'
    UNION ALL SELECT product FROM log JOIN log_item ON entry = number WHERE number > :last AND kind = 'note')`
  db.prepare(drop).run({ last })
}

/** A draft of which the time cannot be read has that of the backup's. */
function layDrafts(db: DatabaseSync, sql: Statements, { drafts }: Salvage): void {
  const one = db.prepare('SELECT note, at FROM draft WHERE product = ?')
  const known = new Map(drafts.map(({ product }) => [product, one.get(product)]))
  for (const { product, note, at, begunOn, quality } of drafts) {
    const before = known.get(product)
    const [textBefore, atBefore] = [String(before?.note), Number(before?.at ?? 0)]
    const isCut = quality === 0 && textBefore !== note && isPartOf(textBefore, note)
    // The backup has the same one, and whole.
    if (quality < 2 && before !== undefined && (at === undefined || at === atBefore || isCut)) continue
    tryRow(() => sql.putDraft.run(product, note, at ?? atBefore, begunOn ?? null))
  }
}

/** Whether a text, of which bytes may be damaged, is a part of one that is not shorter: most pieces of eight characters are. */
function isPartOf(whole: string, part: string): boolean {
  if (part.length > whole.length) return false
  const pieces = part.match(/[^]{8}/g) ?? [part]
  return 2 * pieces.filter((piece) => whole.includes(piece)).length > pieces.length
}

/** Entries since the backup are added, with what they did; of those before it only whether they were undone can have changed. */
function layLog(db: DatabaseSync, sql: Statements, { log, items }: Salvage, last: number): void {
  const put = db.prepare(
    `INSERT INTO log (number, at, reviewer, kind, count, undone_by, undoes, from_file, from_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
  )
  const added = new Set<number>()
  const all = new Map(log.map((entry) => [entry.number, entry]))
  for (const entry of log) {
    const { number, at, reviewer, kind, count, undone_by, undoes, from_file, from_by } = entry
    if (number <= last) {
      if (undone_by !== null && undone_by > last) tryRow(() => sql.setUndone.run(undone_by, number))
      continue
    }
    if (tryRow(() => put.run(number, at, reviewer, kind, count, undone_by, undoes, from_file, from_by)) === 0)
      continue
    added.add(number)
    if (undoes === null || undoes > last) continue
    // The one that was taken back says the same, unless the taking back was itself taken back; else the number is damaged.
    const undone = all.get(undoes)
    if (undone_by === null && undone !== undefined && undone.undone_by !== number) continue
    tryRow(() => sql.setUndone.run(number, undoes))
    // What it took back was itself a taking back: what that one took back holds again.
    const again = (sql.entry.get(undoes) as EntryRow | undefined)?.undoes
    if (typeof again === 'number') tryRow(() => sql.setUndone.run(null, again))
  }
  for (const { entry, product, rule, before, after, deed } of items) {
    if (added.has(entry)) tryRow(() => sql.putItem.run(entry, product, rule, before, after, deed))
  }
}
