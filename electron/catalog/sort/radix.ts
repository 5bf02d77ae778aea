import type { Task } from '../../database/cooperative'

/** Products that a single pass looks at between two pauses: a millisecond. */
export const productsPerPause = 100_000
/** Rows moved between two pauses: a millisecond or two. */
const atOnce = 50_000
const digitBits = 11
const digits = 1 << digitBits

/** Work space: four lists as long as what is sorted. */
export interface SortDesk {
  rows: Uint32Array<ArrayBuffer>
  otherRows: Uint32Array<ArrayBuffer>
  values: Uint32Array<ArrayBuffer>
  otherValues: Uint32Array<ArrayBuffer>
}

export function createSortDesk(count: number): SortDesk {
  const list = (): Uint32Array<ArrayBuffer> => new Uint32Array(count)
  return { rows: list(), otherRows: list(), values: list(), otherValues: list() }
}

/**
 * Sorts the first `count` of `desk.rows` by their values: a stable radix sort that moves the values with the rows, so that memory is read
 * in order.
 */
export function* sortByWord(desk: SortDesk, values: Uint32Array, count: number): Task<void> {
  for (let at = 0; at < count; at++) {
    desk.values[at] = values[desk.rows[at] ?? 0] ?? 0
    if (at % atOnce === 0) yield
  }
  for (let shift = 0; shift < 32; shift += digitBits) {
    const starts = startsOf(desk.values, count, shift)
    if (starts !== null) yield* moveByDigit(desk, count, shift, starts)
  }
}

/** Where the rows of each digit begin; null: all have the same. */
function startsOf(values: Uint32Array, count: number, shift: number): Uint32Array | null {
  const starts = new Uint32Array(digits)
  for (let at = 0; at < count; at++) {
    const digit = ((values[at] ?? 0) >>> shift) & (digits - 1)
    starts[digit] = (starts[digit] ?? 0) + 1
  }
  if (starts.includes(count)) return null
  let sum = 0
  for (let digit = 0; digit < digits; digit++) {
    const size = starts[digit] ?? 0
    starts[digit] = sum
    sum += size
  }
  return starts
}

function* moveByDigit(desk: SortDesk, count: number, shift: number, starts: Uint32Array): Task<void> {
  const { rows, otherRows, values, otherValues } = desk
  for (let at = 0; at < count; at++) {
    const value = values[at] ?? 0
    const digit = (value >>> shift) & (digits - 1)
    const place = starts[digit] ?? 0
    otherRows[place] = rows[at] ?? 0
    otherValues[place] = value
    starts[digit] = place + 1
    if (at % atOnce === 0) yield
  }
  Object.assign(desk, { rows: otherRows, otherRows: rows, values: otherValues, otherValues: values })
}
