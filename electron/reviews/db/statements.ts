import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { reviewColumns } from './review-row'

/** What is asked of the file again and again, prepared once. */
export interface Statements {
  /** By the primary key. */
  review: StatementSync
  putReview: StatementSync
  dropReview: StatementSync
  draft: StatementSync
  putDraft: StatementSync
  dropDraft: StatementSync
  excuse: StatementSync
  putExcuse: StatementSync
  dropExcuse: StatementSync
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
}

export function prepareStatements(db: DatabaseSync): Statements {
  return {
    review: db.prepare(`SELECT ${reviewColumns} FROM review WHERE product = ?`),
    putReview: db.prepare(`
      INSERT INTO review
        (product, mark, seen, marked_at, marked_by, mark_entry, put_back_at,
          note, noted_at, noted_by, note_entry, note_history)
      VALUES (:product, :mark, :seen, :markedAt, :markedBy, :markEntry, :putBackAt,
          :note, :notedAt, :notedBy, :noteEntry, :noteHistory)
      ON CONFLICT DO UPDATE SET mark = excluded.mark, seen = excluded.seen, marked_at = excluded.marked_at,
        marked_by = excluded.marked_by, mark_entry = excluded.mark_entry,
        put_back_at = excluded.put_back_at, note = excluded.note,
        noted_at = excluded.noted_at, noted_by = excluded.noted_by, note_entry = excluded.note_entry,
        note_history = excluded.note_history`),
    dropReview: db.prepare('DELETE FROM review WHERE product = ?'),
    draft: db.prepare('SELECT note FROM draft WHERE product = ?'),
    putDraft: db.prepare(`
      INSERT INTO draft (product, note, at) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET note = excluded.note, at = excluded.at`),
    dropDraft: db.prepare('DELETE FROM draft WHERE product = ?'),
    excuse: db.prepare('SELECT reason, reviewer, at FROM excuse WHERE product = ? AND rule = ?'),
    putExcuse: db.prepare(`
      INSERT INTO excuse (product, rule, reason, reviewer, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET reason = excluded.reason, reviewer = excluded.reviewer, at = excluded.at`),
    dropExcuse: db.prepare('DELETE FROM excuse WHERE product = ? AND rule = ?'),
    content: db.prepare('SELECT content FROM content WHERE seen = ?'),
    putContent: db.prepare('INSERT OR IGNORE INTO content (seen, content) VALUES (?, ?)'),
    putEntry: db.prepare('INSERT INTO log (at, reviewer, kind, count, undoes) VALUES (?, ?, ?, 0, ?)'),
    endEntry: db.prepare('UPDATE log SET count = ? WHERE number = ?'),
    dropEntry: db.prepare('DELETE FROM log WHERE number = ?'),
    setUndone: db.prepare('UPDATE log SET undone_by = ? WHERE number = ?'),
    setFrom: db.prepare('UPDATE log SET from_file = ?, from_by = ? WHERE number = ?'),
    entry: db.prepare('SELECT * FROM log WHERE number = ?'),
    putItem: db.prepare('INSERT INTO log_item (entry, product, rule, before, after) VALUES (?, ?, ?, ?, ?)'),
    items: db.prepare('SELECT product, rule, before, after FROM log_item WHERE entry = ?'),
    item: db.prepare(
      'SELECT product, rule, before, after FROM log_item WHERE entry = ? AND product = ? LIMIT 1'
    )
  }
}
