import type { Failure } from '../../contract/failure'
import type { ReviewNotice } from '../../contract/review'
import { removeFolder } from '../../database/file-operations'
import { orClose } from '../../database/open-database'
import type { Book } from '../write/entry'
import { readFact, writeFact } from './database'
import type { OpenedFile } from './open-or-mend'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { reviewColumns } from './review-row'

/** Reviews that are open. */
export interface OpenReviews extends Book {
  folder: string
  state: 'ready' | 'read-only' | 'newer'
  /** Why nothing can be written; null: it can. */
  because: Failure | null
  /** Told once, of a file that nothing can be written into. */
  notice: ReviewNotice | null
  /** A folder that goes away with it. */
  temporary: string | null
}

type Readable = Exclude<OpenedFile, { state: 'broken' }>

/** Makes what was opened ready to be asked; where that fails it is closed. */
export function bookOf(folder: string, opened: Readable): OpenReviews {
  const { db, state } = opened
  const book = { folder, db, sql: statementsOf(opened) }
  if (state === 'ready') return { ...book, state, because: null, notice: null, temporary: null }
  const { because, temporary } = opened
  const notice: ReviewNotice = state === 'newer' ? { kind: 'newer' } : { kind: 'read-only', because }
  return { ...book, state, because, notice, temporary }
}

function statementsOf(opened: Readable): Statements {
  const { db } = opened
  const temporary = opened.state === 'ready' ? null : opened.temporary
  return orClose({ close: () => closeBook({ db, temporary }) }, () => {
    // Beside the file, in a place that SQLite clears by itself: what is to be marked together is gathered there.
    db.exec('CREATE TEMP TABLE staged (product TEXT PRIMARY KEY, seen TEXT, content TEXT, again INTEGER)')
    return prepareStatements(db)
  })
}

/** Closes it; what lasted for this run alone goes. */
export function closeBook({ db, temporary }: Pick<OpenReviews, 'db' | 'temporary'>): void {
  db.close()
  if (temporary !== null) removeFolder(temporary)
}

/** What there is to tell of it, once: taken out of the file. Where nothing can be written it may be told again. */
export function takeNotice(open: OpenReviews): ReviewNotice | null {
  const notice = open.notice ?? savedNotice(open)
  open.notice = null
  return notice
}

function savedNotice({ db, because }: OpenReviews): ReviewNotice | null {
  const text = readFact(db, 'notice')
  if (text === null) return null
  if (because === null) writeFact(db, 'notice', null)
  return JSON.parse(text) as ReviewNotice
}

/** Reviews that were put away with a removed connection are back: that is to be told. */
export function tellBack(open: OpenReviews | undefined): void {
  if (open?.state !== 'ready') return
  const count = open.db.prepare("SELECT count(*) AS count FROM review WHERE mark > 0 OR note <> ''").get()
  const notice: ReviewNotice = { kind: 'back', reviews: Number(count?.count) }
  writeFact(open.db, 'notice', JSON.stringify(notice))
}

/** What is asked of the file again and again, prepared once. */
export interface Statements {
  /** By the primary key. */
  review: StatementSync
  /** Of a JSON array of products. */
  reviews: StatementSync
  /** By position (`putReview`): binding by name takes longer than all the rest. */
  putReview: StatementSync
  dropReview: StatementSync
  draft: StatementSync
  putDraft: StatementSync
  dropDraft: StatementSync
  excuse: StatementSync
  putException: StatementSync
  dropException: StatementSync
  content: StatementSync
  putContent: StatementSync
  putEntry: StatementSync
  endEntry: StatementSync
  dropEntry: StatementSync
  setUndone: StatementSync
  setFrom: StatementSync
  entry: StatementSync
  putItem: StatementSync
  /** In the primary key's order. */
  items: StatementSync
  item: StatementSync
  /** What entries before one, and not undone, did to a product's review, and who, the newest first. By the index of products. */
  reviewItems: StatementSync
}

export function prepareStatements(db: DatabaseSync): Statements {
  return {
    review: db.prepare(`SELECT ${reviewColumns} FROM review WHERE product = ?`),
    reviews: db.prepare(
      `SELECT product, ${reviewColumns} FROM review WHERE product IN (SELECT value FROM json_each(?))`
    ),
    putReview: db.prepare(`
      INSERT INTO review
        (product, mark, seen, marked_at, marked_by, mark_entry, put_back_at, mark_reason,
          note, noted_at, noted_by, note_entry, note_history)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET mark = excluded.mark, seen = excluded.seen, marked_at = excluded.marked_at,
        marked_by = excluded.marked_by, mark_entry = excluded.mark_entry,
        put_back_at = excluded.put_back_at, mark_reason = excluded.mark_reason,
        note = excluded.note,
        noted_at = excluded.noted_at, noted_by = excluded.noted_by, note_entry = excluded.note_entry,
        note_history = excluded.note_history`),
    dropReview: db.prepare('DELETE FROM review WHERE product = ?'),
    draft: db.prepare('SELECT note, begun_on AS begunOn FROM draft WHERE product = ?'),
    putDraft: db.prepare(`
      INSERT INTO draft (product, note, at, begun_on) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET note = excluded.note, at = excluded.at, begun_on = excluded.begun_on`),
    dropDraft: db.prepare('DELETE FROM draft WHERE product = ?'),
    excuse: db.prepare('SELECT reason, reviewer, at FROM excuse WHERE product = ? AND rule = ?'),
    putException: db.prepare(`
      INSERT INTO excuse (product, rule, reason, reviewer, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET reason = excluded.reason, reviewer = excluded.reviewer, at = excluded.at`),
    dropException: db.prepare('DELETE FROM excuse WHERE product = ? AND rule = ?'),
    content: db.prepare('SELECT content FROM content WHERE seen = ?'),
    putContent: db.prepare('INSERT OR IGNORE INTO content (seen, content) VALUES (?, ?)'),
    putEntry: db.prepare('INSERT INTO log (at, reviewer, kind, count, undoes) VALUES (?, ?, ?, 0, ?)'),
    endEntry: db.prepare('UPDATE log SET count = ? WHERE number = ?'),
    dropEntry: db.prepare('DELETE FROM log WHERE number = ?'),
    setUndone: db.prepare('UPDATE log SET undone_by = ? WHERE number = ?'),
    setFrom: db.prepare('UPDATE log SET from_file = ?, from_by = ? WHERE number = ?'),
    entry: db.prepare('SELECT * FROM log WHERE number = ?'),
    putItem: db.prepare(
      'INSERT INTO log_item (entry, product, rule, before, after, deed) VALUES (?, ?, ?, ?, ?, ?)'
    ),
    items: db.prepare('SELECT product, rule, before, after, deed FROM log_item WHERE entry = ?'),
    item: db.prepare(
      'SELECT product, rule, before, after, deed FROM log_item WHERE entry = ? AND product = ? LIMIT 1'
    ),
    reviewItems: db.prepare(`
      SELECT entry, reviewer, kind, undoes, undone_by, before, after FROM log_item JOIN log ON log.number = entry
      WHERE product = ? AND rule = '' ORDER BY entry DESC`)
  }
}
