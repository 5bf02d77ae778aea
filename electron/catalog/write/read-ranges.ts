import type { DatabaseSync } from 'node:sqlite'
import type { OpenCatalog } from './state'
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
export function keepStretch({ sql }: OpenCatalog, range: PageRange, at: number, run: number | null): void {
  const { first, last, lastEntry } = range
  const covered = sql.stretchesIn.all(first, first, last, first) as unknown as Stretch[]
  for (const stretch of covered) {
    if (stretch.first !== first) sql.dropStretch.run(stretch.first)
    if (stretch.first < first) sql.putStretch.run(stretch.first, first - 1, stretch.read_at, stretch.run)
    if (stretch.last > last) sql.putStretch.run(last + 1, stretch.last, stretch.read_at, stretch.run)
  }
  if (lastEntry >= first) sql.putStretch.run(first, lastEntry, at, run)
  else sql.dropStretch.run(first)
}

/** Entries that a run has read. */
export function entriesRead(db: DatabaseSync, run: number): number {
  const row = db
    .prepare('SELECT coalesce(sum(last - first + 1), 0) AS entries FROM stretch WHERE run = ?')
    .get(run) as { entries: number }
  return row.entries
}
