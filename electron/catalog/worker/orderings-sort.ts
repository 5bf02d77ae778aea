import { sortedBytes } from './orderings-text'
import { radixPass } from './orderings-radix'
import type { Sliced } from './reader-slices'

/** Marks a key that is equal to the one before it, in a list of keys in order. */
export const sameAsBefore = 0x80000000
export const keyMask = 0x7fffffff

/** Bytes that are compared in one go. */
const width = 32

/** Keys with a part of what they are sorted by. */
export interface SortRows {
  keys: Uint32Array<ArrayBuffer>
  /** 32 bytes for each, filled up with zeros. */
  bytes: Buffer
}

export interface RowCollector {
  add: (key: number, text: string) => void
  finish: () => SortRows
}

/** Collects keys with the bytes of their texts (UTF-8) from `offset` on. */
export function createRows(offset = 0): RowCollector {
  let keys = new Uint32Array(1024)
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
 * Sorts keys by their texts, marking equals. Texts are looked at 32 bytes at a time, and `textOf` is asked again only for those that are
 * equal so far: a million need 32 MB, and radix passes instead of twenty million comparisons.
 */
export function* sortByText(
  first: SortRows,
  textOf: (key: number) => string
): Sliced<Uint32Array<ArrayBuffer>> {
  const order = new Uint32Array(first.keys.length)
  // Places in `order` that are still to be told apart, with the number of their group of equals.
  let places = Uint32Array.from(order.keys())
  let groups = new Uint32Array(order.length)
  let rows = first
  for (let offset = width; ; offset += width) {
    const sorted = yield* sortRows(rows.bytes, groups, offset > width)
    const left = yield* settle(order, places, groups, rows, sorted)
    if (left.places.length === 0 || offset >= sortedBytes) return order
    ;({ places, groups } = left)
    rows = yield* readRows(order, places, textOf, offset)
  }
}

interface Unsettled {
  places: Uint32Array<ArrayBuffer>
  groups: Uint32Array<ArrayBuffer>
}

/** Writes the sorted keys to their places, and tells the places of longer texts that are equal so far. */
function* settle(
  order: Uint32Array,
  places: Uint32Array,
  groups: Uint32Array,
  { keys, bytes }: SortRows,
  sorted: Uint32Array
): Sliced<Unsettled> {
  const left = new Uint32Array(places.length)
  const leftGroups = new Uint32Array(places.length)
  let [count, group] = [0, 0]
  for (let at = 0; at < places.length; at++) {
    const row = sorted[at] ?? 0
    const before = sorted[at - 1] ?? 0
    const isSame = at > 0 && groups[row] === groups[before] && isEqual(bytes, row, before)
    order[places[at] ?? 0] = ((keys[row] ?? 0) | (isSame ? sameAsBefore : 0)) >>> 0
    if (isSame && bytes[row * width + width - 1] !== 0) {
      if (count === 0 || left[count - 1] !== places[at - 1]) {
        group = at
        left[count] = places[at - 1] ?? 0
        leftGroups[count++] = group
      }
      left[count] = places[at] ?? 0
      leftGroups[count++] = group
    }
    if (at % 20_000 === 0) yield
  }
  return { places: left.slice(0, count), groups: leftGroups.slice(0, count) }
}

function* readRows(
  order: Uint32Array,
  places: Uint32Array,
  textOf: (key: number) => string,
  offset: number
): Sliced<SortRows> {
  const rows = createRows(offset)
  for (const [at, place] of places.entries()) {
    const key = (order[place] ?? 0) & keyMask
    rows.add(key, textOf(key))
    if (at % 200 === 0) yield
  }
  return rows.finish()
}

/** Rows in the order of their groups, then of their bytes; equals stay as they are. */
function* sortRows(bytes: Buffer, groups: Uint32Array, isGrouped: boolean): Sliced<Uint32Array> {
  const rows = Uint32Array.from(groups.keys())
  if (rows.length < 3000) {
    const groupOf = (row: number): number => groups[row] ?? 0
    return rows.sort((a, b) => groupOf(a) - groupOf(b) || compare(bytes, a, b) || a - b)
  }
  let [from, to] = [rows, new Uint32Array(rows.length)]
  for (let at = width - 2; at >= 0; at -= 2) {
    const digitOf = (row: number): number =>
      ((bytes[row * width + at] ?? 0) << 8) | (bytes[row * width + at + 1] ?? 0)
    if (yield* radixPass(from, to, digitOf)) [from, to] = [to, from]
  }
  for (const shift of isGrouped ? [0, 16] : []) {
    if (yield* radixPass(from, to, (row) => ((groups[row] ?? 0) >>> shift) & 0xffff)) [from, to] = [to, from]
  }
  return from
}

function compare(bytes: Buffer, a: number, b: number): number {
  return bytes.compare(bytes, b * width, (b + 1) * width, a * width, (a + 1) * width)
}

function isEqual(bytes: Buffer, a: number, b: number): boolean {
  const [from, other] = [a * width, b * width]
  for (let at = 0; at < width; at++) if (bytes[from + at] !== bytes[other + at]) return false
  return true
}
