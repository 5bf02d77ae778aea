import { sortedBytes } from './orderings-text'
import type { Sliced } from './reader-slices'

/** Marks a key that is equal to the one before it, in a list of keys in order. */
export const sameAsBefore = 0x80000000
export const keyMask = 0x7fffffff

/** Bytes that are compared in one go. */
const width = 32
const halves = width / 2

/** Gives each key's text in the order of the list; `texts(at)` is the text of `keys[at]`. */
export type TextsOf = (keys: Uint32Array, from: number, to: number) => readonly string[]

/**
 * Sorts keys by the bytes of their texts (UTF-8), marking equals. Texts are read 32 bytes at a time, again only for those
 * that are equal so far: a million need 32 MB, and radix passes instead of twenty million comparisons.
 */
export function* sortByText(
  keys: Uint32Array<ArrayBuffer>,
  textsOf: TextsOf
): Sliced<Uint32Array<ArrayBuffer>> {
  const order = keys.slice()
  // Places in `order` that are still to be told apart, with the number of their group of equals.
  let places = Uint32Array.from(order.keys())
  let groups = new Uint32Array(order.length)
  for (let offset = 0; offset < sortedBytes && places.length > 0; offset += width) {
    const some = places.map((place) => (order[place] ?? 0) & keyMask)
    const bytes = yield* readBytes(some, textsOf, offset)
    const sorted = yield* radixSort(bytes, groups, offset > 0)
    const nextPlaces: number[] = []
    const nextGroups: number[] = []
    for (let at = 0; at < places.length; at++) {
      const row = sorted[at] ?? 0
      const before = sorted[at - 1]
      const isSame = before !== undefined && groups[row] === groups[before] && isEqual(bytes, row, before)
      order[places[at] ?? 0] = ((some[row] ?? 0) | (isSame ? sameAsBefore : 0)) >>> 0
      // Longer texts that begin alike are told apart by what follows.
      if (isSame && bytes[row * width + width - 1] !== 0) {
        if (nextPlaces.at(-1) !== places[at - 1]) {
          nextPlaces.push(places[at - 1] ?? 0)
          nextGroups.push(at)
        }
        nextPlaces.push(places[at] ?? 0)
        nextGroups.push(nextGroups.at(-1) ?? 0)
      }
      if (at % 20_000 === 0) yield
    }
    places = Uint32Array.from(nextPlaces)
    groups = Uint32Array.from(nextGroups)
  }
  return order
}

function* readBytes(keys: Uint32Array, textsOf: TextsOf, offset: number): Sliced<Buffer<ArrayBuffer>> {
  const bytes = Buffer.alloc(keys.length * width)
  const atOnce = 500
  for (let from = 0; from < keys.length; from += atOnce) {
    const texts = textsOf(keys, from, Math.min(from + atOnce, keys.length))
    texts.forEach((text, at) => {
      putBytes(bytes, (from + at) * width, text, offset)
    })
    yield
  }
  return bytes
}

function putBytes(bytes: Buffer, at: number, text: string, offset: number): void {
  if (offset === 0 && text.length <= width) {
    // A character that does not fit is left out by `write`; its text is cut like the longer ones below.
    if (Buffer.byteLength(text) <= width) {
      bytes.write(text, at, width)
      return
    }
  }
  Buffer.from(text).copy(bytes, at, offset, offset + width)
}

/** Rows in the order of their bytes, and of their groups before. Stable, in passes of 16 bits. */
function* radixSort(
  bytes: Buffer,
  groups: Uint32Array,
  isGrouped: boolean
): Sliced<Uint32Array<ArrayBuffer>> {
  const count = groups.length
  let from = Uint32Array.from({ length: count }, (_, row) => row)
  let to = new Uint32Array(count)
  const digitsOf: ((row: number) => number)[] = []
  for (let half = halves - 1; half >= 0; half--) {
    digitsOf.push(
      (row) => ((bytes[row * width + half * 2] ?? 0) << 8) | (bytes[row * width + half * 2 + 1] ?? 0)
    )
  }
  if (isGrouped)
    digitsOf.push(
      (row) => (groups[row] ?? 0) & 0xffff,
      (row) => (groups[row] ?? 0) >>> 16
    )
  for (const digitOf of digitsOf) {
    if (yield* radixPass(from, to, digitOf)) [from, to] = [to, from]
  }
  return from
}

/** One pass; `false` when all are alike, and nothing was done. */
export function* radixPass(
  from: Uint32Array,
  to: Uint32Array,
  digitOf: (row: number) => number
): Sliced<boolean> {
  const starts = new Uint32Array(0x10001)
  for (let at = 0; at < from.length; at++) {
    const digit = digitOf(from[at] ?? 0) + 1
    starts[digit] = (starts[digit] ?? 0) + 1
    if (at % 50_000 === 0) yield
  }
  if (starts.includes(from.length)) return false
  for (let digit = 1; digit < starts.length; digit++)
    starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
  for (let at = 0; at < from.length; at++) {
    const row = from[at] ?? 0
    const digit = digitOf(row)
    const place = starts[digit] ?? 0
    to[place] = row
    starts[digit] = place + 1
    if (at % 50_000 === 0) yield
  }
  return true
}

function isEqual(bytes: Buffer, a: number, b: number): boolean {
  const [from, other] = [a * width, b * width]
  for (let at = 0; at < width; at++) if (bytes[from + at] !== bytes[other + at]) return false
  return true
}
