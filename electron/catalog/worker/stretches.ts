import type { DatabaseSync } from 'node:sqlite'
import type { PageRange } from './page-range'

interface Stretch {
  first: number
  last: number
  read_at: number
  run: number | null
}

/**
 * Writes down when, and in which run, a page's places were read. What other pages said of the places that it stands for is
 * cut away, also where it has no entries: a list that ends earlier was not read there.
 */
export function keepStretch(db: DatabaseSync, range: PageRange, at: number, run: number | null): void {
  const { first, last, lastEntry } = range
  const covered = db
    .prepare(
      // By the key: from the last stretch that begins before the page (they do not overlap) to the page's end.
      `SELECT first, last, read_at, run FROM stretch
       WHERE first BETWEEN coalesce((SELECT max(first) FROM stretch WHERE first <= ?1), ?1) AND ?2
         AND last >= ?1`
    )
    .all(first, last) as unknown as Stretch[]
  const put = db.prepare('INSERT OR REPLACE INTO stretch (first, last, read_at, run) VALUES (?, ?, ?, ?)')
  for (const stretch of covered) {
    if (stretch.first !== first) db.prepare('DELETE FROM stretch WHERE first = ?').run(stretch.first)
    if (stretch.first < first) put.run(stretch.first, first - 1, stretch.read_at, stretch.run)
    if (stretch.last > last) put.run(last + 1, stretch.last, stretch.read_at, stretch.run)
  }
  if (lastEntry >= first) put.run(first, lastEntry, at, run)
  else db.prepare('DELETE FROM stretch WHERE first = ?').run(first)
}

/** Entries that a run has read. */
export function entriesRead(db: DatabaseSync, run: number): number {
  const row = db
    .prepare('SELECT coalesce(sum(last - first + 1), 0) AS entries FROM stretch WHERE run = ?')
    .get(run) as { entries: number }
  return row.entries
}
