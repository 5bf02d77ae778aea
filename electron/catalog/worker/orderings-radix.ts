import type { Sliced } from './reader-slices'

/** Rows between two pauses: a millisecond or two. */
const atOnce = 50_000

/**
 * One pass of a radix sort: rows by a digit of 16 bits, equals staying as they are. `false` when all have the same digit:
 * then nothing was done.
 */
export function* radixPass(
  from: Uint32Array,
  to: Uint32Array,
  digitOf: (row: number) => number
): Sliced<boolean> {
  const starts = new Uint32Array(0x10001)
  for (let at = 0; at < from.length; at++) {
    const digit = digitOf(from[at] ?? 0) + 1
    starts[digit] = (starts[digit] ?? 0) + 1
    if (at % atOnce === 0) yield
  }
  if (starts.includes(from.length)) return false
  for (let digit = 1; digit < starts.length; digit++) {
    starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
  }
  for (let at = 0; at < from.length; at++) {
    const row = from[at] ?? 0
    const digit = digitOf(row)
    const place = starts[digit] ?? 0
    to[place] = row
    starts[digit] = place + 1
    if (at % atOnce === 0) yield
  }
  return true
}
