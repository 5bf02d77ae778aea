import type { DatabaseSync } from 'node:sqlite'
import { release } from '../../bytes/buffers'
import type { Segment } from './segment'

/**
 * Bytes of the lists in a block, written from version 4 of the file on; all of a segment but the last are of one length, which was
 * 65,536 before. With what SQLite puts beside it a block fills one page of the file: most lists are shorter, and what is read
 * besides them is read for nothing.
 */
const blockSize = 8128
const blocksOfSegment = 1 << 16

/** A segment without its lists, as the database keeps it under a number. */
export type StoredSegment = Omit<Segment, 'postings'> & { number: number }

export interface SegmentSize {
  number: number
  products: number
  /** The highest key in it. */
  highest: number
}

/** The segments, the oldest first. */
export function listSegments(db: DatabaseSync): SegmentSize[] {
  const rows = db.prepare('SELECT number, products, highest FROM word_segment ORDER BY number').all()
  return rows as unknown as SegmentSize[]
}

/** The segment with that number, which must exist. */
export function loadSegment(db: DatabaseSync, number: number): StoredSegment {
  const row = db.prepare('SELECT keys, ids, words, spans FROM word_segment WHERE number = ?').get(number)
  const { keys, ids, words, spans } = row as Record<
    'keys' | 'ids' | 'words' | 'spans',
    Uint8Array<ArrayBuffer>
  >
  return {
    number,
    keys: toNumbers(keys),
    ids: toBuffer(ids),
    words: toBuffer(words),
    spans: toNumbers(spans)
  }
}

/** The keys of the products of a segment, by their numbers. */
export function loadKeys(db: DatabaseSync, number: number): Uint32Array<ArrayBuffer> {
  const row = db.prepare('SELECT keys FROM word_segment WHERE number = ?').get(number)
  return toNumbers((row as { keys: Uint8Array<ArrayBuffer> }).keys)
}

/** Reads bytes of a segment's lists, remembering the block that was read last: words that follow each other share it. */
export function createListReader(
  db: DatabaseSync,
  segment: number
): (from: number, to: number) => Uint8Array {
  const begin = segment * blocksOfSegment
  // By the primary key.
  const one = db.prepare('SELECT postings FROM word_block WHERE number = ?')
  const several = db.prepare('SELECT postings FROM word_block WHERE number BETWEEN ? AND ? ORDER BY number')
  const length = lengthOfBlocks(db, segment)
  let [last, bytes] = [-1, new Uint8Array(0)]

  function block(number: number): Uint8Array {
    if (number !== last) [last, bytes] = [number, (one.get(begin + number) as unknown as BlockRow).postings]
    return bytes
  }

  return (from, to) => {
    const [first, end] = [Math.floor(from / length), Math.floor((to - 1) / length)]
    const start = from - first * length
    if (first === end) return block(first).subarray(start, start + to - from)
    return joined(several.all(begin + first, begin + end)).subarray(start, start + to - from)
  }
}

interface BlockRow {
  postings: Uint8Array<ArrayBuffer>
}

function joined(rows: readonly unknown[]): Buffer<ArrayBuffer> {
  const blocks = (rows as BlockRow[]).map(({ postings }) => postings)
  const whole = Buffer.concat(blocks)
  release(...blocks)
  return whole
}

/** Bytes of a segment's blocks but the last, by its first; SQLite knows them without reading it. */
function lengthOfBlocks(db: DatabaseSync, segment: number): number {
  const statement = db.prepare('SELECT length(postings) AS length FROM word_block WHERE number = ?')
  const first = statement.get(segment * blocksOfSegment) as { length: number } | undefined
  return first?.length ?? blockSize
}

/** All lists of a segment. */
export function loadPostings(db: DatabaseSync, segment: number): Uint8Array<ArrayBuffer> {
  const statement = db.prepare(
    'SELECT postings FROM word_block WHERE number >= ? AND number < ? ORDER BY number'
  )
  return joined(statement.all(segment * blocksOfSegment, (segment + 1) * blocksOfSegment))
}

/** Adds a segment after all others. */
export function addSegment(db: DatabaseSync, segment: Segment): void {
  const { next } = db.prepare('SELECT coalesce(max(number), 0) + 1 AS next FROM word_segment').get() as {
    next: number
  }
  const { keys, ids, words, spans, postings } = segment
  const highest = keys.reduce((most, key) => Math.max(most, key), 0)
  db.prepare(
    'INSERT INTO word_segment (number, products, highest, keys, ids, words, spans) VALUES (?, ?, ?, ?, ?, ?, ?)'
  ).run(next, keys.length, highest, toBytes(keys), ids, words, toBytes(spans))
  const insert = db.prepare('INSERT INTO word_block (number, postings) VALUES (?, ?)')
  for (let block = 0; block * blockSize < postings.length; block++) {
    insert.run(next * blocksOfSegment + block, postings.subarray(block * blockSize, (block + 1) * blockSize))
  }
}

export function dropSegment(db: DatabaseSync, number: number): void {
  db.prepare('DELETE FROM word_segment WHERE number = ?').run(number)
  db.prepare('DELETE FROM word_block WHERE number >= ? AND number < ?').run(
    number * blocksOfSegment,
    (number + 1) * blocksOfSegment
  )
}

/** Uint32 as little-endian bytes: every machine that Electron runs on keeps them so. */
export function toBytes({
  buffer,
  byteOffset,
  byteLength
}: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** The numbers that `toBytes` took apart. */
export function toNumbers(bytes: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2)
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength)
}
