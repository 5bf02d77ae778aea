import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../database/transaction'
import type { BitSet } from '../../bytes/bit-set'
import { toBytes, toNumbers } from '../search/segment-store'

/** What is kept of a watched view. */
export interface ViewNewsRow {
  view: string
  /** What it lists (`listText`): another text is another list, of which nothing is known. */
  query: string
  /** Products that are not new. */
  seen: BitSet
  /** Products that are new and that a person was told of. */
  news: BitSet
  /** Products that were new when the view was opened last, of those times when some were. */
  shown: BitSet
  /** Counts these times. */
  opened: number
}

/** By the primary key; null: nothing is known of the view. */
export function readViewNews(db: DatabaseSync, view: string): ViewNewsRow | null {
  const row = db.prepare('SELECT * FROM view_news WHERE view = ?').get(view) as
    { query: string; seen: StoredBits; news: StoredBits; shown: StoredBits; opened: number } | undefined
  if (row === undefined) return null
  const [seen, news, shown] = [toNumbers(row.seen), toNumbers(row.news), toNumbers(row.shown)]
  return { ...row, view, seen, news, shown }
}

type StoredBits = Uint8Array<ArrayBuffer>

/** `ViewNewsRow.shown` alone. By the primary key. */
export function readShownNews(db: DatabaseSync, view: string): { bits: BitSet; version: number } | null {
  const row = db.prepare('SELECT shown, opened FROM view_news WHERE view = ?').get(view) as
    { shown: StoredBits; opened: number } | undefined
  return row === undefined ? null : { bits: toNumbers(row.shown), version: row.opened }
}

/** Writes these rows, and drops those of views that are not watched; null: none. */
export function writeViewNews(
  db: DatabaseSync,
  rows: readonly ViewNewsRow[],
  watched: readonly string[] | null
): void {
  inTransaction(db, () => {
    const put = db.prepare(
      'INSERT OR REPLACE INTO view_news (view, query, seen, news, shown, opened) VALUES (?, ?, ?, ?, ?, ?)'
    )
    for (const { view, query, seen, news, shown, opened } of rows) {
      put.run(view, query, toBytes(seen), toBytes(news), toBytes(shown), opened)
    }
    if (watched === null) return
    db.prepare('DELETE FROM view_news WHERE view NOT IN (SELECT value FROM json_each(?))').run(
      JSON.stringify(watched)
    )
  })
}
