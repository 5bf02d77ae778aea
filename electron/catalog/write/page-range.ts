import type { DatabaseSync } from 'node:sqlite'
import type { StorePage, StoreProduct, UnreadableItem } from '../../api/types'
import type { OpenCatalog } from './state'

export type Entry = StoreProduct | UnreadableItem

/** The positions that a page covers, 1-based and inclusive. */
export interface PageRange {
  first: number
  /** Of its last entry; below `first` on an empty page. */
  lastEntry: number
  /** Of a full page. */
  last: number
  pageSize: number
}

/**
 * Which positions a page covers. The last page may not show that the store caps its pages (fault 42), so that the known cap counts
 * unless the page `size` is given.
 */
export function rangeOf(page: StorePage, pageCap: number | null, size: number | null = null): PageRange {
  const count = page.items.length + page.setAside.length
  const isCapped = pageCap !== null && pageCap < page.pageSize && count <= pageCap
  const pageSize = size ?? (isCapped ? pageCap : page.pageSize)
  const first = (page.page - 1) * pageSize + 1
  return { first, lastEntry: first + count - 1, last: first + Math.max(pageSize, count) - 1, pageSize }
}

/** A page's entries in the store's order: products, and in between what could not be read. */
export function entriesOf({ items, setAside }: StorePage): Entry[] {
  if (setAside.length === 0) return items
  const entries: Entry[] = []
  const aside = new Map(setAside.map((item) => [item.place, item]))
  let taken = 0
  for (let position = 1; position <= items.length + setAside.length; position++) {
    const entry = aside.get(position) ?? items[taken++]
    if (entry !== undefined) entries.push(entry)
  }
  return entries
}

export function isUnreadable(entry: Entry): entry is UnreadableItem {
  return 'reason' in entry
}

/**
 * Most items that the store puts on a page, as far as this page shows. A run knows the page `size` (fault 42) also of a store without
 * believable totals; its first page alone proves nothing, since a list of three products is no cap of three.
 */
export function capAfter(page: StorePage, before: number | null, size: number | null = null): number | null {
  const count = page.items.length + page.setAside.length
  if (size !== null && page.page > 1 && count > 0) return size
  if (page.oddities.includes('limit-capped') && page.pageSize < page.limit) return page.pageSize
  return before !== null && count > before ? null : before
}

interface Stretch {
  first: number
  last: number
  read_at: number
  run: number | null
}

/**
 * Records when, and by which run, a page's positions were read, in place of what was recorded for them. Positions of the page without
 * entries count as not read: the list ends before them.
 */
export function saveReadRange({ sql }: OpenCatalog, range: PageRange, at: number, run: number | null): void {
  const { first, last, lastEntry } = range
  const covered = sql.readRangesIn.all(first, first, last, first) as unknown as Stretch[]
  for (const stretch of covered) {
    if (stretch.first !== first) sql.dropReadRange.run(stretch.first)
    if (stretch.first < first) sql.putReadRange.run(stretch.first, first - 1, stretch.read_at, stretch.run)
    if (stretch.last > last) sql.putReadRange.run(last + 1, stretch.last, stretch.read_at, stretch.run)
  }
  if (lastEntry >= first) sql.putReadRange.run(first, lastEntry, at, run)
  else sql.dropReadRange.run(first)
}

/** Entries that a run has read. */
export function entriesRead(db: DatabaseSync, run: number): number {
  const row = db
    .prepare('SELECT coalesce(sum(last - first + 1), 0) AS entries FROM stretch WHERE run = ?')
    .get(run) as { entries: number }
  return row.entries
}
