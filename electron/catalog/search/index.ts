import type { DatabaseSync } from 'node:sqlite'
import type { Task } from '../../database/cooperative'
import { summarizeBlocks, type BlockSummary } from './block-summary'
import { startsOf } from './posting-lists'
import { createSignSearch, createTextSearch, type SignSearch, type TextSearch } from './text-scan'
import { highestIndexed } from './word-index'
import { createSegmentBuilder, type Segment, type Worded } from './segment'
import { createListReader, listSegments, loadSegment, type SegmentSize } from './segment-store'

/** A segment in memory, except for its lists of products. */
export interface SearchedSegment {
  /** Its number in the database; null: of products that wait for the index, in memory alone. */
  number: number | null
  /** Keys by the products' numbers; 0: a later segment has the product. */
  keys: Uint32Array
  ids: Buffer
  idSummary: BlockSummary
  /** Where each id begins, and one more. */
  idStarts: Uint32Array
  words: Buffer
  wordSummary: BlockSummary
  /** Where each word begins, with its field, and one more. */
  wordStarts: Uint32Array
  /** Where each word's list begins and ends. */
  spans: Uint32Array
  /** Bytes of the lists between two offsets. */
  lists: (from: number, to: number) => Uint8Array
}

/** The word index in the reader's memory. */
export interface SearchIndex {
  /** The oldest first. */
  segments: SearchedSegment[]
  /** The highest key in it. */
  lookedAt: number
  /** Counts its changes. */
  version: number
  /** Searches punctuation, which the index does not have. */
  gradeSigns: SignSearch
  /** Scans the texts themselves, for segments without position data. */
  findInTexts: TextSearch
}

export function emptyIndex(): SearchIndex {
  const nothing = (): void => undefined
  return { segments: [], lookedAt: 0, version: 0, gradeSigns: nothing, findInTexts: nothing }
}

/** Most waiting products in memory: a run indexes them before they are more. */
const mostWaiting = 40_000
/** Most segments of waiting products before they are indexed again as one. */
const mostInMemory = 24

/**
 * Brings the index up to date with the database: loads new segments and indexes waiting products in memory. `changed`: keys of products
 * that may have changed since the last call; null: any.
 */
export function* refreshIndex(
  db: DatabaseSync,
  index: SearchIndex,
  changed: ReadonlySet<number> | null
): Task<void> {
  index.gradeSigns = createSignSearch(db)
  index.findInTexts = createTextSearch(db)
  const sizes = listSegments(db)
  const isSame = isMadeOf(index, sizes)
  const inMemory = index.segments.filter(({ number }) => number === null)
  const isAddedTo = isSame && changed !== null && inMemory.length < mostInMemory
  const keys = isAddedTo ? keysToAdd(db, sizes, index, changed) : keysWaiting(db, sizes)
  if (isAddedTo && keys.length === 0) return
  const known = new Map(index.segments.map((segment) => [segment.number, segment]))
  const segments: SearchedSegment[] = []
  for (const { number } of sizes) {
    segments.push(known.get(number) ?? openStored(db, number))
    yield
  }
  if (isAddedTo) segments.push(...inMemory)
  if (keys.length > 0) segments.push(yield* indexInMemory(db, keys))
  yield* blankOutdated(segments)
  index.segments = segments
  index.lookedAt = keys.reduce(
    (most, key) => Math.max(most, key),
    isAddedTo ? index.lookedAt : highestIndexed(sizes)
  )
  index.version++
}

/** Whether the database still has the index's segments, without which its lists cannot be read. */
export function isCurrent(db: DatabaseSync, index: SearchIndex): boolean {
  return isMadeOf(index, listSegments(db))
}

function isMadeOf({ segments }: SearchIndex, sizes: readonly SegmentSize[]): boolean {
  const numbers = segments.flatMap(({ number }) => number ?? [])
  return numbers.length === sizes.length && sizes.every(({ number }, at) => number === numbers[at])
}

/** Products that wait for the index. By the primary keys. */
function keysWaiting(db: DatabaseSync, sizes: readonly SegmentSize[]): number[] {
  const rows = db
    .prepare(
      'SELECT product AS key FROM word_waiting WHERE product <= ?1 UNION ALL SELECT key FROM product WHERE key > ?1 LIMIT ?2'
    )
    .all(highestIndexed(sizes), mostWaiting) as { key: number }[]
  return rows.map(({ key }) => key)
}

/** Waiting products among the changed ones, and new products. */
function keysToAdd(
  db: DatabaseSync,
  sizes: readonly SegmentSize[],
  { lookedAt, segments }: SearchIndex,
  changed: ReadonlySet<number>
): number[] {
  const highest = highestIndexed(sizes)
  const inMemory = segments.reduce((sum, { number, keys }) => sum + (number === null ? keys.length : 0), 0)
  const room = Math.max(0, mostWaiting - inMemory)
  const waits = db.prepare('SELECT 1 FROM word_waiting WHERE product = ?')
  const again = [...changed].filter(
    (key) => key <= lookedAt && (key > highest || waits.get(key) !== undefined)
  )
  const added = db
    .prepare('SELECT key FROM product WHERE key > ? ORDER BY key LIMIT ?')
    .all(lookedAt, room) as {
    key: number
  }[]
  return [...again, ...added.map(({ key }) => key)]
}

function* indexInMemory(db: DatabaseSync, keys: readonly number[]): Task<SearchedSegment> {
  const builder = createSegmentBuilder()
  const statement = db.prepare('SELECT key, id, name, description FROM product WHERE key = ?')
  for (const [at, key] of keys.entries()) {
    const row = statement.get(key)
    if (row !== undefined) builder.add(row as unknown as Worded)
    if (at % 20 === 0) yield
  }
  const segment = builder.finish()
  return searched(segment, null, (from, to) => segment.postings.subarray(from, to))
}

function openStored(db: DatabaseSync, number: number): SearchedSegment {
  return searched(loadSegment(db, number), number, createListReader(db, number))
}

function searched(
  { keys, ids, words, spans }: Omit<Segment, 'postings'>,
  number: number | null,
  lists: SearchedSegment['lists']
): SearchedSegment {
  const [idStarts, wordStarts] = [startsOf(ids, keys.length), startsOf(words, spans.length / 2)]
  const [idSummary, wordSummary] = [summarizeBlocks(ids), summarizeBlocks(words)]
  return { number, keys, ids, idSummary, idStarts, words, wordSummary, wordStarts, spans, lists }
}

/** A product counts in the latest segment that has it. */
function* blankOutdated(segments: readonly SearchedSegment[]): Task<void> {
  const highest = segments.reduce(
    (most, { keys }) => keys.reduce((high, key) => Math.max(high, key), most),
    0
  )
  const isLater = new Uint8Array(highest + 1)
  for (const { keys } of segments.toReversed()) {
    for (let number = 0; number < keys.length; number++) {
      const key = keys[number] ?? 0
      if (isLater[key] === 1) keys[number] = 0
      isLater[key] = 1
    }
    yield
  }
}
