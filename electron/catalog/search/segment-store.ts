import type { DatabaseSync } from 'node:sqlite'
import { release } from '../../bytes/buffers'
import { placeBits, placed, type Segment } from './segment'
import { createLineWriter, createListWriter, textsIn, type ListWriter } from './posting-lists'

/**
 * Bytes of the lists in a block, since version 4 of the file; before, 65,536. All blocks of a segment but the last have one length. With
 * SQLite's overhead a block fills one page: most lists are shorter, and larger blocks would be read for nothing.
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

/** Reads bytes of a segment's lists; remembers the last block, which neighboring words share. */
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

/** Length of a segment's blocks, from the first; SQLite knows it without reading the block. */
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

/** Adds a segment as the latest. */
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

/** Uint32 as little-endian bytes, which every machine that Electron runs on uses. */
export function toBytes({
  buffer,
  byteOffset,
  byteLength
}: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Reverses `toBytes`. */
export function toNumbers(bytes: Uint8Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >>> 2)
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> {
  return Buffer.from(buffer, byteOffset, byteLength)
}

/**
 * Merges consecutive segments, the oldest first. A product counts in its latest segment; those for which `isElsewhere` is true are in a
 * still later one and left out.
 */
export function mergeSegments(
  segments: readonly Segment[],
  isElsewhere: (key: number) => boolean = () => false
): Segment {
  const numberings = renumber(segments, isElsewhere)
  const remaining = segments.map(({ keys }, at) =>
    keys.filter((_, number) => (numberings[at]?.[number] ?? -1) >= 0)
  )
  const keys = Uint32Array.from(remaining.flatMap((some) => Array.from(some)))
  const ids = createLineWriter()
  for (const [at, segment] of segments.entries()) {
    let number = 0
    for (const id of textsIn(segment.ids)) if ((numberings[at]?.[number++] ?? -1) >= 0) ids.add(id)
  }
  return { keys, ids: ids.finish(), ...mergeLists(segments, numberings) }
}

/** For each segment the new number of each product; -1: a later segment has it. */
function renumber(segments: readonly Segment[], isElsewhere: (key: number) => boolean): Int32Array[] {
  const seen = new Set<number>()
  const numberings = segments.map(({ keys }) => new Int32Array(keys.length))
  for (let at = segments.length - 1; at >= 0; at--) {
    const keys = segments[at]?.keys ?? []
    keys.forEach((key, number) => {
      const numbering = numberings[at]
      if (numbering !== undefined) numbering[number] = seen.has(key) || isElsewhere(key) ? -1 : 0
    })
    for (const key of keys) seen.add(key)
  }
  let next = 0
  for (const numbering of numberings) {
    for (let number = 0; number < numbering.length; number++)
      if (numbering[number] === 0) numbering[number] = next++
  }
  return numberings
}

/** How far the sorted words of a segment are merged. */
interface Source {
  segment: Segment
  numbering: Int32Array
  /** The words after `text`, which is null at the end; `word` is its number. */
  texts: Iterator<string, void>
  text: string | null
  word: number
}

function mergeLists(
  segments: readonly Segment[],
  numberings: readonly Int32Array[]
): Pick<Segment, 'words' | 'spans' | 'postings'> {
  const sources = segments.map((segment, at): Source => {
    const numbering = numberings[at] ?? new Int32Array(0)
    const texts = textsIn(segment.words)
    return { segment, numbering, texts, text: texts.next().value ?? null, word: 0 }
  })
  const words = createLineWriter()
  const writer = createListWriter(segments.reduce((sum, { postings }) => sum + postings.length, 0))
  for (let text = lowest(sources); text !== null; text = lowest(sources)) {
    for (const source of sources) {
      if (source.text !== text) continue
      copyList(source, writer, isPlaced(text) ? placeBits : 0)
      source.word++
      source.text = source.texts.next().value ?? null
    }
    if (writer.end()) words.add(text)
  }
  return { words: words.finish(), ...writer.finish() }
}

/** The lowest of the next words; null: none is left. */
function lowest(sources: readonly Source[]): string | null {
  let first: string | null = null
  for (const { text } of sources) if (text !== null && (first === null || text < first)) first = text
  return first
}

const isPlaced = (text: string): boolean =>
  text.startsWith(placed.name) || text.startsWith(placed.description)

/**
 * Writes a word's list with the new numbers, without products that a later segment has. `bits`: how many low bits of a number are a
 * position in the text.
 */
function copyList(
  { segment: { spans, postings }, word, numbering }: Source,
  writer: ListWriter,
  bits: number
): void {
  const places = (1 << bits) - 1
  let number = -1
  const end = spans[word * 2 + 1] ?? 0
  for (let at = spans[word * 2] ?? 0; at < end; at++) {
    let byte = postings[at] ?? 0
    let distance = byte & 0x7f
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = postings[++at] ?? 0
      distance |= (byte & 0x7f) << shift
    }
    number += distance
    const renumbered = numbering[number >>> bits] ?? -1
    if (renumbered >= 0) writer.add((renumbered << bits) | (number & places))
  }
}
