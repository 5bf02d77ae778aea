import { join } from 'node:path'
import { stateOf } from '../../database/file-state'
import type { FingerprintedContent } from '../../catalog/content-fingerprint'
import { reviewOf, type Book } from '../write/entry'
import { closeBook, type Statements } from '../db/open-reviews'
import type { KeptReview, SavedException } from '../protocol'
import { openReviews } from '../db/open-or-mend'
import { migrations, reviewsName } from '../db/schema'
import type { LogEntry, LogKind } from '../../contract/review'
import type { ProductStanding } from '../../contract/team'
import { noteInLists } from '../../contract/review-state'
import { exceptionFrom, markOf, reviewFrom, unreviewed, type ReviewRow } from '../db/review-row'
import { isTakingBack, markChangeOf, reviewerOf } from '../write/taken-back'
import { chainOf, rootOf, type EntryRow, type ItemRow } from '../write/log-chain'
import { canUndo } from '../write/undo'
import type { TeamMarks } from '../write/team-marks'

/** A product's review with its draft, and with what it looked like when it was approved. By the primary keys. */
export function readReview({ sql }: Book, product: string): KeptReview {
  const row = reviewOf(sql, product)
  const { note: draft, begunOn } = sql.draft.get(product) ?? {}
  const content = row.seen === null ? undefined : sql.content.get(row.seen)?.content
  return {
    ...row,
    draft: typeof draft === 'string' ? draft : null,
    draftBegunOn: typeof begunOn === 'string' ? begunOn : null,
    content: typeof content === 'string' ? (JSON.parse(content) as FingerprintedContent) : null
  }
}

/** All rules that products are excepted from. */
export function readExceptions({ db }: Book): SavedException[] {
  const rows = db.prepare('SELECT product AS productId, rule, reason, reviewer AS by, at FROM excuse').all()
  return rows as unknown as SavedException[]
}

/** How many products were put together. */
export function countStaged({ db }: Book): number {
  return Number(db.prepare('SELECT count(*) AS count FROM staged').get()?.count)
}

/** Whether the file in a folder is sound and holds nothing. */
export function isEmpty(folder: string): boolean {
  if (stateOf(join(folder, reviewsName), migrations.length) !== 'sound') return false
  const opened = openReviews(folder)
  if (opened.state === 'broken') return false
  const { state, db } = opened
  try {
    if (state !== 'ready') return false
    const left = db.prepare('SELECT EXISTS (SELECT 1 FROM log) + EXISTS (SELECT 1 FROM draft) AS some').get()
    return left?.some === 0
  } finally {
    closeBook({ db, temporary: state === 'ready' ? null : opened.temporary })
  }
}

/** As `LogEntry`, with the product's id alone. */
export type LoggedEntry = Omit<LogEntry, 'product'> & { product: string | null }

export interface LogQuestion {
  /** null: of all products. */
  product: string | null
  /** Entries before this number; null: from the newest on. */
  before: number | null
  limit: number
  /** Whose entries this person can undo, by name; null: everybody's. */
  undoes: readonly string[] | null
}

/** What a colleague says of a product. */
type Said = ProductStanding['marks'][number]

/**
 * Entries of the log, newest first. Of all products by the primary key, of one by log_item_product.
 *
 * @param said the marks of the team on the product that is asked for: one that came after a newer one has changed nothing, and is told of
 *   in its place in time all the same
 */
export function readLog(
  book: Book,
  { product, before, limit, undoes }: LogQuestion,
  team?: TeamMarks,
  said: readonly Said[] = []
): LoggedEntry[] {
  const below = before ?? Number.MAX_SAFE_INTEGER
  const rows =
    product === null
      ? book.db.prepare('SELECT * FROM log WHERE number < ? ORDER BY number DESC LIMIT ?').all(below, limit)
      : book.db
          .prepare(
            `SELECT log.* FROM log_item JOIN log ON number = entry
             WHERE product = ? AND entry < ? GROUP BY entry ORDER BY entry DESC LIMIT ?`
          )
          .all(product, below, limit)
  const entries = (rows as unknown as EntryRow[]).map((row) => {
    const entry = shown(book, row, product, team)
    return { ...entry, canUndo: entry.canUndo && (undoes?.includes(row.reviewer) ?? true) }
  })
  return product === null || before !== null
    ? entries
    : withUnlogged(book, product, entries, said).slice(0, limit)
}

/** Adds the marks of which no entry tells. By log_item_product. */
function withUnlogged(
  { db }: Book,
  product: string,
  entries: readonly LoggedEntry[],
  said: readonly Said[]
): LoggedEntry[] {
  const logged = db.prepare(
    `SELECT 1 FROM log_item WHERE product = ? AND rule = ''
     AND after ->> 'markedAt' = ? AND after ->> 'markedBy' = ? LIMIT 1`
  )
  const all = [...entries]
  for (const [index, { by, mark, reason, at }] of said.entries()) {
    if (logged.get(product, at, by) !== undefined) continue
    const next = all.findIndex((entry) => entry.at <= at)
    all.splice(next === -1 ? all.length : next, 0, {
      ...{ number: -1 - index, at, by, kind: 'team', count: 1, product },
      ...{ ...noTexts, of: 'mark', after: mark, afterBy: by, reason },
      ...{ from: null, undone: false, canUndo: false }
    })
  }
  return all
}

/** Whether somebody did what an entry tells of, under one of these names. */
export function isOwnEntry({ sql }: Book, number: number, names: readonly string[]): boolean {
  const row = sql.entry.get(number) as EntryRow | undefined
  return row === undefined || names.includes(row.reviewer)
}

/** One entry; null when there is none. */
export function readEntry(book: Book, number: number): LoggedEntry | null {
  const row = book.sql.entry.get(number) as EntryRow | undefined
  return row === undefined ? null : shown(book, row, null, undefined)
}

function shown(book: Book, row: EntryRow, product: string | null, team: TeamMarks | undefined): LoggedEntry {
  const { number, at, reviewer, count } = row
  const { sql } = book
  const itemOf = (entry: number): ItemRow | undefined =>
    (product === null ? sql.items.get(entry) : sql.item.get(entry, product)) as ItemRow | undefined
  const item = itemOf(number)
  const kind = kindOf(sql, row)
  const root = rootOf(sql, row)
  const deed = deedOf(root, itemOf(root.number))
  const told = { by: reviewer, kind, ...(root === row ? deed : turned(item, deed, kind)) }
  return {
    ...{ number, at, count },
    product: count === 1 ? (item?.product ?? null) : null,
    ...(kind === 'team' && item !== undefined && (count === 1 || product !== null)
      ? asDoneThere(row, item, told)
      : told),
    ...(count === 1 || product !== null
      ? {}
      : kind === 'team'
        ? markOfAll(sql, row)
        : sharedTexts(root, told, item)),
    from: row.from_file === null ? null : { file: row.from_file, by: row.from_by ?? '' },
    undone: row.undone_by !== null,
    canUndo: canUndo(book, row, team)
  }
}

/** What took back a taking back did something again, also where it is one of many in a row. */
function kindOf(sql: Statements, row: EntryRow): LogKind {
  const undos = chainOf(sql, row).filter(({ kind }) => kind === 'undo').length
  return undos === 0 ? (row.kind as LogKind) : undos % 2 === 0 ? 'redo' : 'undo'
}

type Told = Pick<LogEntry, 'by' | 'kind'> & Texts

/**
 * What came from the team, as it is told where it was done: a taking back as such, and nobody's mark as what somebody else did. That one is put
 * back where a taking back is taken back, or is read before what took its place.
 */
function asDoneThere({ number, reviewer }: EntryRow, item: ItemRow, told: Told): Told {
  if (told.of !== 'mark') return told
  const change = markChangeOf(number, reviewer, item)
  const { before, after } = change
  if (!isTakingBack(change)) return { ...told, by: reviewerOf(change) }
  // Done and taken back before an exchange of an older version: of that nothing is known.
  const isSame = before.markedBy === after.markedBy && before.markedAt === after.markedAt
  return { ...told, kind: 'undo', ...(isSame ? { before: null, beforeBy: null, reasonBefore: null } : {}) }
}

type Texts = Pick<LogEntry, 'of' | 'before' | 'after' | 'beforeBy' | 'afterBy' | 'reasonBefore' | 'reason'>

const noTexts: Texts = {
  ...{ of: null, before: null, after: null, beforeBy: null, afterBy: null },
  ...{ reasonBefore: null, reason: null }
}

/** What it was and became, in words. */
function textsOf(item: ItemRow): Texts {
  if (item.rule !== '') {
    const [before, after] = [exceptionFrom(item.before)?.reason, exceptionFrom(item.after)?.reason]
    return { ...noTexts, of: 'exception', before: before ?? null, after: after ?? null }
  }
  const [before, after] = [reviewFrom(item.before), reviewFrom(item.after)]
  if (before.markEntry !== after.markEntry) {
    const reasons = { reasonBefore: before.markReason, reason: after.markReason }
    const people = { beforeBy: deciderOf(before), afterBy: deciderOf(after) }
    return { of: 'mark', before: markOf(before), after: markOf(after), ...people, ...reasons }
  }
  const [was, is] = [before.note.slice(0, noteInLists), after.note.slice(0, noteInLists)]
  return { ...noTexts, of: 'note', before: was, after: is }
}

/** Who decided what a product is; null: nobody did, or it is not known. */
function deciderOf({ mark, markedBy }: ReviewRow): string | null {
  return mark === unreviewed || markedBy === '' ? null : markedBy
}

/** What was done by an entry that takes nothing back, in words. */
function deedOf({ kind, reviewer }: EntryRow, item: ItemRow | undefined): Texts {
  if (item === undefined) return noTexts
  const texts = textsOf(item)
  const { markedBy } = reviewFrom(item.after)
  // Who cleared theirs where a colleague's was left has not said what the product has since.
  const isLeft = kind === 'mark' && markedBy !== '' && markedBy !== reviewer
  return isLeft ? { ...noTexts, of: texts.of, after: 'unreviewed' } : texts
}

/**
 * What an undo or redo is told as: by the deed that it takes back or does again, whatever colleagues have done to the product in between, and by
 * what the product became, or was.
 */
function turned(item: ItemRow | undefined, deed: Texts, kind: LogKind): Texts {
  if (item === undefined) return noTexts
  if (deed.of !== 'mark') return textsOf(item)
  const [before, after] = [reviewFrom(item.before), reviewFrom(item.after)]
  if (kind === 'undo') {
    const was = { before: deed.after, beforeBy: deed.afterBy, reasonBefore: deed.reason }
    return { of: 'mark', ...was, after: markOf(after), afterBy: deciderOf(after), reason: after.markReason }
  }
  if (deed.before === null) return deed
  return {
    ...deed,
    ...{ before: markOf(before), beforeBy: deciderOf(before), reasonBefore: before.markReason }
  }
}

/** Of many products: the mark that all of them got, or had until it was taken back. */
function sharedTexts(root: EntryRow, { kind, ...texts }: Told, item: ItemRow | undefined): Texts {
  if (item === undefined || root.kind !== 'mark' || texts.of !== 'mark') return noTexts
  const { before, after, reasonBefore, reason } = texts
  // Before it each may have been somebody else's.
  return kind === 'undo'
    ? { ...noTexts, of: 'mark', before, reasonBefore }
    : { ...noTexts, of: 'mark', after, reason }
}

/** Products of an entry from the team whose marks are compared where the log of all products is read. */
const mostCompared = 500

/** Of many products that a colleague marked: the mark that all of them got; nothing where that is not all that the entry tells of. */
function markOfAll(sql: Statements, { number, reviewer, count }: EntryRow): Texts {
  if (count > mostCompared) return noTexts
  let all: Texts = noTexts
  for (const item of sql.items.iterate(number) as unknown as Iterable<ItemRow>) {
    const { of, after, reason } = textsOf(item)
    const change = markChangeOf(number, reviewer, item)
    const isOwn = of === 'mark' && !isTakingBack(change) && reviewerOf(change) === reviewer
    const isFirst = all.of === null
    if (!isOwn || !(isFirst || (all.after === after && all.reason === reason))) return noTexts
    all = { ...noTexts, of, after, reason }
  }
  return all
}
