import { fold, wordsOf } from '../../contract/fold'
import { release } from '../../bytes/buffers'
import { createSortDesk, sortByWord, type SortDesk } from './radix'
import type { Task } from '../../database/cooperative'

/** Columns whose order is by a text. */
export const textColumns = ['name', 'id', 'description', 'image'] as const
export type TextColumn = (typeof textColumns)[number]

/** Bytes of a text that its order depends on. */
export const sortedBytes = 256

/** The expression that is sorted by; NULL: the product has no value. */
export const sortExpressions: Record<TextColumn, string> = {
  name: "nullif(substr(name, 1, 300), '')",
  id: 'id',
  description: 'substr(description, 1, 64)',
  image: 'substr(image, 1, 300)'
}

const digits = /\d+/g
const asciiOnly = /^[\0-\x7f]*$/
const asciiGaps = /[^a-z0-9]+/g
const hasDigit = /\d/

/**
 * The sort key of a text, compared byte by byte: its words without case, accents and punctuation, numbers as numbers ("Lamp 2" before
 * "Lamp 10"), letters in Unicode's order. The first 64 characters of a description count, the first 300 of other texts. Addresses of
 * pictures are sorted as written.
 */
export function sortTextOf(column: TextColumn, text: string): string {
  if (column === 'image') return text.replaceAll('\0', '')
  const folded = fold(text)
  const words = asciiOnly.test(folded) ? folded.replace(asciiGaps, ' ').trim() : wordsOf(folded).join(' ')
  return hasDigit.test(words) ? words.replace(digits, natural) : words
}

/** Digits after their count, so that a longer number comes later. */
function natural(number: string): string {
  const significant = number.replace(/^0+(?=\d)/, '')
  const { length } = significant
  return (length < 10 ? String(length) : `:${String(length).padStart(3, '0')}`) + significant
}

/** Marks a key that is equal to the one before it, in a list of keys in order. */
export const sameAsBefore = 0x80000000
export const keyMask = 0x7fffffff

/** Bytes of a text that are read at a time, and compared at a time. */
const width = 16
const chunk = 8

/** Keys with a part of their sort keys. */
export interface SortRows {
  keys: Uint32Array<ArrayBuffer>
  /** 16 bytes for each, filled up with zeros. */
  bytes: Buffer<ArrayBuffer>
}

export interface RowCollector {
  add: (key: number, text: string) => void
  finish: () => SortRows
}

/** Collects about `expected` keys with the bytes of their texts (UTF-8) from `offset` on. */
export function createRows(expected: number, offset = 0): RowCollector {
  let keys = new Uint32Array(Math.max(16, expected))
  let bytes = Buffer.alloc(keys.length * width)
  let count = 0
  return {
    add(key, text) {
      if (count === keys.length) {
        const [longerKeys, longerBytes] = [new Uint32Array(count * 2), Buffer.alloc(count * 2 * width)]
        longerKeys.set(keys)
        longerBytes.set(bytes)
        ;[keys, bytes] = [longerKeys, longerBytes]
      }
      keys[count] = key
      putBytes(bytes, count * width, text, offset)
      count++
    },
    finish: () => ({ keys: keys.subarray(0, count), bytes })
  }
}

function putBytes(bytes: Buffer, at: number, text: string, offset: number): void {
  // `write` drops a character that does not fit whole; its first bytes have to be compared.
  if (offset === 0 && text.length * 3 <= width) bytes.write(text, at)
  else if (offset === 0 && isAscii.test(text)) bytes.write(text, at, width, 'latin1')
  else Buffer.from(text).copy(bytes, at, offset, offset + width)
}

const isAscii = /^[\0-\x7f]*$/

/**
 * Keys whose order is still open, the first `count` of these lists: the index of each in the order, its group of equals so far, and its
 * row.
 */
interface Open {
  count: number
  places: Uint32Array<ArrayBuffer>
  groups: Uint32Array<ArrayBuffer>
  rows: Uint32Array<ArrayBuffer>
}

/** Work space of all passes, made once: otherwise garbage of several passes would exist at the same time. */
interface Desk extends SortDesk {
  low: Uint32Array<ArrayBuffer>
  high: Uint32Array<ArrayBuffer>
}

/**
 * Sorts keys by their texts and marks equals: eight bytes at a time, and then only those that are equal so far. `textOf` is called for
 * texts that begin with the same 16 bytes. A million take 56 MB and a few passes instead of twenty million comparisons. `first` is
 * released.
 */
export function* sortByText(
  first: SortRows,
  textOf: (key: number) => string
): Task<Uint32Array<ArrayBuffer>> {
  const { keys: order } = first
  const { length } = order
  const list = (): Uint32Array<ArrayBuffer> => new Uint32Array(length)
  const desk: Desk = { ...createSortDesk(length), low: list(), high: list() }
  const open: Open = { count: length, places: list(), groups: list(), rows: list() }
  for (let at = 0; at < length; at++) open.places[at] = open.rows[at] = at
  let { bytes } = first
  for (let offset = 0; offset < sortedBytes && open.count > 0; offset += chunk) {
    if (offset > 0 && offset % width === 0) {
      release(bytes)
      bytes = yield* readRows(order, open, textOf, offset)
      for (let at = 0; at < open.count; at++) open.rows[at] = at
    }
    yield* sortChunk(order, open, bytes, offset % width, desk)
  }
  const { places, groups, rows } = open
  release(bytes, places, groups, rows, ...Object.values(desk))
  return order
}

/** Sorts what is open by eight bytes, and leaves open what is equal in them and continues. */
function* sortChunk(order: Uint32Array, open: Open, bytes: Buffer, offset: number, desk: Desk): Task<void> {
  const { count, rows, groups } = open
  const { low, high } = desk
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0
    high[at] = wordAt(bytes, row * width + offset)
    low[at] = wordAt(bytes, row * width + offset + 4)
    desk.rows[at] = at
    if (at % 50_000 === 0) yield
  }
  yield* sortByWord(desk, low, count)
  yield* sortByWord(desk, high, count)
  if (groups[count - 1] !== 0) yield* sortByWord(desk, groups, count)
  yield* place(order, open, desk)
}

/** Writes what was sorted into the order, and shortens `open` to what is still equal. */
function* place(order: Uint32Array, open: Open, desk: Desk): Task<void> {
  const { count, places, rows, groups } = open
  const { rows: sorted, otherRows, values, otherValues, low, high } = desk
  function permuted(from: Uint32Array, to: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    for (let at = 0; at < count; at++) to[at] = from[sorted[at] ?? 0] ?? 0
    return to
  }
  // Each list in the new order, written to a list whose content is no longer needed.
  const sortedRows = permuted(rows, values)
  const sortedGroups = permuted(groups, otherValues)
  const sortedLow = permuted(low, otherRows)
  const sortedHigh = permuted(high, low)
  for (let at = 0; at < count; at++) high[at] = (order[places[sorted[at] ?? 0] ?? 0] ?? 0) & keyMask
  yield
  let left = 0
  let lastKept = -1
  const keep = (at: number, group: number): void => {
    places[left] = places[at] ?? 0
    rows[left] = sortedRows[at] ?? 0
    groups[left++] = group
  }
  for (let at = 0; at < count; at++) {
    const isSame =
      at > 0 &&
      sortedLow[at] === sortedLow[at - 1] &&
      sortedHigh[at] === sortedHigh[at - 1] &&
      sortedGroups[at] === sortedGroups[at - 1]
    order[places[at] ?? 0] = ((high[at] ?? 0) | (isSame ? sameAsBefore : 0)) >>> 0
    // Texts that have ended are padded with zeros and stay equal.
    if (isSame && ((sortedLow[at] ?? 0) & 0xff) !== 0) {
      if (lastKept !== at - 1) keep(at - 1, at)
      keep(at, groups[left - 1] ?? 0)
      lastKept = at
    }
    if (at % 20_000 === 0) yield
  }
  open.count = left
}

function wordAt(bytes: Buffer, at: number): number {
  return (
    (((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0)) >>>
    0
  )
}

function* readRows(
  order: Uint32Array,
  { places, count }: Open,
  textOf: (key: number) => string,
  offset: number
): Task<Buffer<ArrayBuffer>> {
  const rows = createRows(count, offset)
  for (let at = 0; at < count; at++) {
    const key = (order[places[at] ?? 0] ?? 0) & keyMask
    rows.add(key, textOf(key))
    if (at % 200 === 0) yield
  }
  return rows.finish().bytes
}
