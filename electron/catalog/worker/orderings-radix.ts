import type { Sliced } from './reader-slices'

/** Rows between two pauses: a millisecond or two. */
const atOnce = 50_000
const digitBits = 11
const digits = 1 << digitBits

/**
 * Rows in the order of their values, equals staying as they are: a radix sort that moves the values along with the rows, so
 * that memory is read in order. `rows` is used up.
 */
export function* sortByWord(
  rows: Uint32Array<ArrayBuffer>,
  values: Uint32Array
): Sliced<Uint32Array<ArrayBuffer>> {
  const count = rows.length
  let [from, to] = [rows, new Uint32Array(count)]
  let moved = new Uint32Array(count)
  for (let at = 0; at < count; at++) {
    moved[at] = values[from[at] ?? 0] ?? 0
    if (at % atOnce === 0) yield
  }
  let movedTo = new Uint32Array(count)
  for (let shift = 0; shift < 32; shift += digitBits) {
    const starts = new Uint32Array(digits)
    for (let at = 0; at < count; at++) {
      const digit = ((moved[at] ?? 0) >>> shift) & (digits - 1)
      starts[digit] = (starts[digit] ?? 0) + 1
    }
    if (starts.includes(count)) continue
    let sum = 0
    for (let digit = 0; digit < digits; digit++) {
      const size = starts[digit] ?? 0
      starts[digit] = sum
      sum += size
    }
    for (let at = 0; at < count; at++) {
      const value = moved[at] ?? 0
      const digit = (value >>> shift) & (digits - 1)
      const place = starts[digit] ?? 0
      to[place] = from[at] ?? 0
      movedTo[place] = value
      starts[digit] = place + 1
      if (at % atOnce === 0) yield
    }
    ;[from, to, moved, movedTo] = [to, from, movedTo, moved]
  }
  return from
}
