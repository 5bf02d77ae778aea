import { release } from '../../bytes/buffers'
import { sortedBytes } from './text'
import { createSortDesk, sortByWord, type SortDesk } from './radix'
import type { Sliced } from '../../database/cooperative'

/** Marks a key that is equal to the one before it, in a list of keys in order. */
export const sameAsBefore = 0x80000000
export const keyMask = 0x7fffffff

/** Bytes of a text that are read at a time, and that are compared in one go. */
const width = 16
const chunk = 8

/** Keys with a part of what they are sorted by. */
export interface SortRows {
  keys: Uint32Array<ArrayBuffer>
  /** 16 bytes for each, filled up with zeros. */
  bytes: Buffer<ArrayBuffer>
}

export interface RowCollector {
  add: (key: number, text: string) => void
  finish: () => SortRows
}

/** Collects keys, about as many as `expected`, with the bytes of their texts (UTF-8) from `offset` on. */
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
  // `write` leaves out a character that does not fit whole; below, its first bytes are compared.
  if (offset === 0 && text.length * 3 <= width) bytes.write(text, at)
  else if (offset === 0 && isAscii.test(text)) bytes.write(text, at, width, 'latin1')
  else Buffer.from(text).copy(bytes, at, offset, offset + width)
}

const isAscii = /^[\0-\x7f]*$/

/**
 * Keys whose order is still to be told, the first `count` of these lists: where each is in the order, its group of equals so
 * far, and its row.
 */
interface Open {
  count: number
  places: Uint32Array<ArrayBuffer>
  groups: Uint32Array<ArrayBuffer>
  rows: Uint32Array<ArrayBuffer>
}

/** What all passes work in: made once, since what each of them threw away would be there several times over. */
interface Desk extends SortDesk {
  low: Uint32Array<ArrayBuffer>
  high: Uint32Array<ArrayBuffer>
}

/**
 * Sorts keys by their texts, marking equals: eight bytes at a time, and then only those that are equal so far. `textOf` is asked
 * again for texts that begin with the same 16 bytes. A million need 56 MB, and a few passes instead of twenty million
 * comparisons. `first` is used up.
 */
export function* sortByText(
  first: SortRows,
  textOf: (key: number) => string
): Sliced<Uint32Array<ArrayBuffer>> {
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

/** Sorts what is open by eight bytes, and leaves open what is equal in them and goes on. */
function* sortChunk(order: Uint32Array, open: Open, bytes: Buffer, offset: number, desk: Desk): Sliced<void> {
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

/** Writes what was sorted into the order, and shortens `open` to what is not told apart yet. */
function* place(order: Uint32Array, open: Open, desk: Desk): Sliced<void> {
  const { count, places, rows, groups } = open
  const { rows: sorted, otherRows, values, otherValues, low, high } = desk
  function permuted(from: Uint32Array, to: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
    for (let at = 0; at < count; at++) to[at] = from[sorted[at] ?? 0] ?? 0
    return to
  }
  // Each list as it is in the new order, in a list whose own content was used before.
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
    // A text that ended is filled up with zeros: such are equal for good.
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
): Sliced<Buffer<ArrayBuffer>> {
  const rows = createRows(count, offset)
  for (let at = 0; at < count; at++) {
    const key = (order[places[at] ?? 0] ?? 0) & keyMask
    rows.add(key, textOf(key))
    if (at % 200 === 0) yield
  }
  return rows.finish().bytes
}
