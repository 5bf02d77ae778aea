import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../../database/transaction'
import { release } from '../../bytes/buffers'
import { forgetDesk } from './segment-collector'
import {
  mergeSegments,
  addSegment,
  dropSegment,
  listSegments,
  loadKeys,
  loadPostings,
  loadSegment,
  type SegmentSize
} from './segment-store'
import { buildSegment, type Segment, type Worded } from './segment'

/**
 * The word index: which products have a word in their name, description or id.
 *
 * It is written in segments of some thousand products, each complete in itself: the products' keys and folded ids, the
 * sorted words, and for each word the products that have it (`word_block`, numbered segment × 65,536 + block). A product
 * whose words changed is indexed again in a later segment; the latest segment that has it counts. Small segments at the end
 * are merged.
 *
 * Why not FTS5: what is typed is searched by the beginnings and parts of words with an exact count and a rank, for which FTS5 needs a
 * prefix index (a third more disk) or a trigram index (a gigabyte for a million products), and reads every row to rank it. The bench
 * (docs/performance.md, P8) defends it: with 1,000,000 products two letters take 0.40 of FTS5's time, common words 0.60, the beginning of a name
 * 0.54, parts of words half of one pass over the names; P7 filters and sorts what was found in the same pass, with its count. FTS5 wins
 * with ids and, below 100,000 products, with whole words, by a millisecond or two (`block-summary.ts`).
 */
export const wordIndexSchema = `
  CREATE TABLE word_segment (
    number INTEGER PRIMARY KEY,
    products INTEGER NOT NULL,
    highest INTEGER NOT NULL,
    keys BLOB NOT NULL,
    ids BLOB NOT NULL,
    words BLOB NOT NULL,
    spans BLOB NOT NULL
  ) STRICT;

  CREATE TABLE word_block (
    number INTEGER PRIMARY KEY,
    postings BLOB NOT NULL
  ) STRICT;

  -- Products whose words, or whose place in an order, are not what they were when they were taken into the index, and the orders.
  CREATE TABLE word_waiting (product INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE order_waiting (product INTEGER PRIMARY KEY) STRICT;
`

/** Products of a segment that is no longer merged. */
const large = 32_768
/** Products of the last segments that are merged into one. */
const mergedSize = 65_536
/** Segments of fewer products are merged by eight, so that there are never many. */
const small = 4096
const smallOnes = 8

/**
 * Takes one step towards a complete index: indexes up to `limitRows` products or merges segments, in a transaction of its own or of the
 * caller. Returns whether more is left. Steps of 20,000 are fastest (0.3 s each); the reader indexes waiting products itself.
 */
export function indexWords(db: DatabaseSync, limitRows: number): boolean {
  const step = (): boolean => {
    const segments = listSegments(db)
    const due = dueForMerge(segments)
    if (due.length > 0) {
      merge(db, due)
      return true
    }
    return takeIn(db, segments, limitRows) || compact(db, segments)
  }
  const isMoreLeft = db.isTransaction ? step() : inTransaction(db, step)
  if (!isMoreLeft) forgetDesk()
  return isMoreLeft
}

/** Marks a product whose name, description or picture changed, within that transaction. New products need no mark. */
export function rewordProduct(db: DatabaseSync, key: number): void {
  db.prepare('INSERT OR IGNORE INTO word_waiting (product) VALUES (?)').run(key)
  db.prepare('INSERT OR IGNORE INTO order_waiting (product) VALUES (?)').run(key)
}

/** The highest key in the index: those above it are new. */
export function highestIndexed(segments: readonly SegmentSize[]): number {
  return segments.reduce((most, { highest }) => Math.max(most, highest), 0)
}

/** Up to `limit` keys of products whose entry in the index is outdated. By the primary key. */
function changedAmong(db: DatabaseSync, highest: number, limit: number): number[] {
  const rows = db.prepare('SELECT product FROM word_waiting WHERE product <= ? ORDER BY product LIMIT ?')
  return (rows.all(highest, limit) as { product: number }[]).map(({ product }) => product)
}

/** These products, then those after `highest`, up to `limit`. By the primary key, one at a time: texts take memory. */
function* waitingFor(db: DatabaseSync, changed: number[], highest: number, limit: number): Generator<Worded> {
  const one = db.prepare('SELECT key, id, name, description FROM product WHERE key = ?')
  for (const key of changed) {
    const product = one.get(key)
    if (product !== undefined) yield product as unknown as Worded
  }
  const added = db.prepare(
    'SELECT key, id, name, description FROM product WHERE key > ? ORDER BY key LIMIT ?'
  )
  for (const product of added.iterate(highest, limit - changed.length)) yield product as unknown as Worded
}

/** From this many waiting products on a run lets them be indexed; fewer are searched one by one. */
const manyWaiting = 20_000

/** Whether so many products wait that the reader would be slow to search them. */
export function areManyWaiting(db: DatabaseSync): boolean {
  const { waiting } = db
    .prepare(
      `SELECT (SELECT count(*) FROM word_waiting) + coalesce((SELECT max(key) FROM product), 0)
            - coalesce((SELECT max(highest) FROM word_segment), 0) AS waiting`
    )
    .get() as { waiting: number }
  return waiting >= manyWaiting
}

function takeIn(db: DatabaseSync, segments: readonly SegmentSize[], limit: number): boolean {
  const highest = highestIndexed(segments)
  const changed = changedAmong(db, highest, limit)
  const segment = buildSegment(waitingFor(db, changed, highest, limit))
  const { length } = segment.keys
  if (length === 0) return false
  addSegment(db, segment)
  const lastAdded = Math.max(highest, segment.keys.at(-1) ?? 0)
  forget(segment)
  // Products that changed before they were first indexed are indexed as they are now.
  db.prepare('DELETE FROM word_waiting WHERE product <= ?1 OR product BETWEEN ?2 + 1 AND ?3').run(
    changed.at(-1) ?? 0,
    highest,
    lastAdded
  )
  return length === limit || dueForMerge(listSegments(db)).length > 0
}

/** The last segments that should become one. */
function dueForMerge(segments: readonly SegmentSize[]): readonly SegmentSize[] {
  const mergeable = segments.slice(segments.findLastIndex(({ products }) => products >= large) + 1)
  if (mergeable.reduce((sum, { products }) => sum + products, 0) >= mergedSize) return mergeable
  const tail = mergeable.slice(mergeable.findLastIndex(({ products }) => products >= small) + 1)
  return tail.length >= smallOnes ? tail : []
}

function merge(db: DatabaseSync, sizes: readonly SegmentSize[]): void {
  const parts = sizes.map(({ number }) => loadWhole(db, number))
  const merged = mergeSegments(parts)
  parts.forEach(forget)
  // Added first: a number is never used twice, by which the reader distinguishes segments.
  addSegment(db, merged)
  forget(merged)
  for (const { number } of sizes) dropSegment(db, number)
}

/**
 * When a third of the index is outdated, rewrites the oldest segment with what still counts in it. A product counts in one segment only,
 * so that the new one may become the latest.
 */
function compact(db: DatabaseSync, segments: readonly SegmentSize[]): boolean {
  const [oldest, ...later] = segments
  const indexed = segments.reduce((sum, { products }) => sum + products, 0)
  const highest = highestIndexed(segments)
  if (oldest === undefined || later.length === 0 || indexed <= highest * 1.5) return false
  const isLater = new Uint8Array(highest + 1)
  for (const { number } of later) for (const key of loadKeys(db, number)) isLater[key] = 1
  const remaining = mergeSegments([loadWhole(db, oldest.number)], (key) => isLater[key] === 1)
  if (remaining.keys.length > 0) addSegment(db, remaining)
  dropSegment(db, oldest.number)
  return true
}

function forget({ keys, ids, words, spans, postings }: Segment): void {
  release(keys, ids, words, spans, postings)
}

function loadWhole(db: DatabaseSync, number: number): Segment {
  return { ...loadSegment(db, number), postings: loadPostings(db, number) }
}
