import { sortedBytes } from './orderings-text'
import { sortByWord } from './orderings-radix'
import type { Sliced } from './reader-slices'

/** Marks a key that is equal to the one before it, in a list of keys in order. */
export const sameAsBefore = 0x80000000
export const keyMask = 0x7fffffff

/** Bytes of a text that are read at a time, and that are compared in one go. */
const width = 32
const chunk = 8

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

/** Keys whose order is still to be told, each with where it is in the order, its group of equals so far, and its row. */
interface Open {
  places: Uint32Array<ArrayBuffer>
  groups: Uint32Array<ArrayBuffer>
  rows: Uint32Array<ArrayBuffer>
}

/**
 * Sorts keys by their texts, marking equals: eight bytes at a time, and then only those that are equal so far. `textOf` is asked
 * again for texts that begin with the same 32 bytes. A million need 32 MB, and a few passes instead of twenty million comparisons.
 */
export function* sortByText(
  first: SortRows,
  textOf: (key: number) => string
): Sliced<Uint32Array<ArrayBuffer>> {
  const order = first.keys.slice()
  const all = Uint32Array.from(order.keys())
  let open: Open = { places: all, groups: new Uint32Array(order.length), rows: all }
  let { bytes } = first
  for (let offset = 0; offset < sortedBytes && open.places.length > 0; offset += chunk) {
    if (offset > 0 && offset % width === 0) {
      bytes = yield* readRows(order, open.places, textOf, offset)
      open.rows = Uint32Array.from(open.places.keys())
    }
    open = yield* sortChunk(order, open, bytes, offset % width)
  }
  return order
}

/** Sorts what is open by eight bytes, and returns what is equal in them and goes on. */
function* sortChunk(order: Uint32Array, open: Open, bytes: Buffer, offset: number): Sliced<Open> {
  const { places, groups, rows } = open
  const keys = places.map((place) => (order[place] ?? 0) & keyMask)
  const high = rows.map((row) => wordAt(bytes, row * width + offset))
  const low = rows.map((row) => wordAt(bytes, row * width + offset + 4))
  yield
  let sorted = yield* sortByWord(Uint32Array.from(places.keys()), low)
  sorted = yield* sortByWord(sorted, high)
  if (groups.at(-1) !== 0) sorted = yield* sortByWord(sorted, groups)
  const left: Open = { places: places.slice(), groups: groups.slice(), rows: rows.slice() }
  let count = 0
  const keep = (at: number, group: number): void => {
    left.places[count] = places[at] ?? 0
    left.rows[count] = rows[sorted[at] ?? 0] ?? 0
    left.groups[count++] = group
  }
  let lastKept = -1
  for (let at = 0; at < places.length; at++) {
    const [one, before] = [sorted[at] ?? 0, sorted[at - 1] ?? 0]
    const isSame =
      at > 0 && low[one] === low[before] && high[one] === high[before] && groups[one] === groups[before]
    order[places[at] ?? 0] = ((keys[one] ?? 0) | (isSame ? sameAsBefore : 0)) >>> 0
    // A text that ended is filled up with zeros: such are equal for good.
    if (isSame && ((low[one] ?? 0) & 0xff) !== 0) {
      if (lastKept !== at - 1) keep(at - 1, at)
      keep(at, left.groups[count - 1] ?? 0)
      lastKept = at
    }
    if (at % 20_000 === 0) yield
  }
  return {
    places: left.places.slice(0, count),
    groups: left.groups.slice(0, count),
    rows: left.rows.slice(0, count)
  }
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
  places: Uint32Array,
  textOf: (key: number) => string,
  offset: number
): Sliced<Buffer> {
  const rows = createRows(offset)
  for (const [at, place] of places.entries()) {
    const key = (order[place] ?? 0) & keyMask
    rows.add(key, textOf(key))
    if (at % 200 === 0) yield
  }
  return rows.finish().bytes
}
