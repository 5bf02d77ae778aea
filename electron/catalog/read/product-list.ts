import { keyMask } from '../sort/sort'
import type { KeySet } from './key-set'
import type { Scores } from '../search/search'

/** A list that was found. It is gone through no further than a page needs. */
export interface ProductList {
  count: number
  /** Its products, in no order. */
  set: KeySet
  /** The keys of the rows from `offset` (from 0) on, in order; fewer, or none, at the end. */
  keys: (offset: number, limit: number) => Uint32Array
}

/** Products of an order that are counted together. */
const stretch = 4096

/** Those of the products that are in the set, in the order of `sequence`: all products, each once, its marks not looked at. */
export function listInOrder(sequence: Uint32Array, set: KeySet): ProductList {
  const { bits, count } = set
  // How many rows there are before each stretch, as far as the sequence was gone through.
  const before = [0]

  function rowsIn(from: number): number {
    let rows = 0
    for (let at = from; at < Math.min(from + stretch, sequence.length); at++) {
      const key = sequence[at] ?? 0
      rows += ((bits[(key & keyMask) >>> 5] ?? 0) >>> (key & 31)) & 1
    }
    return rows
  }

  /** The last stretch that has no row after `offset` before it. */
  function stretchOf(offset: number): number {
    for (let last = before.length - 1; (before[last] ?? 0) <= offset; last++) {
      if (last * stretch >= sequence.length) break
      before.push((before[last] ?? 0) + rowsIn(last * stretch))
    }
    let [low, high] = [0, before.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((before[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low
  }

  return {
    count,
    set,
    keys(offset, limit) {
      const keys = new Uint32Array(Math.max(0, Math.min(limit, count - offset)))
      if (keys.length === 0) return keys
      const from = stretchOf(offset)
      let row = before[from] ?? 0
      let length = 0
      for (let at = from * stretch; length < keys.length && at < sequence.length; at++) {
        const key = (sequence[at] ?? 0) & keyMask
        if ((((bits[key >>> 5] ?? 0) >>> (key & 31)) & 1) === 0) continue
        if (row++ >= offset) keys[length++] = key
      }
      return keys
    }
  }
}

/** Best first; those that match equally well stay in the order of `sequence`. */
export function listByScore(sequence: Uint32Array, set: KeySet, scores: Scores): ProductList {
  const { bits, count } = set
  const { of } = scores
  const starts = startsOfScores(bits, scores)
  return {
    count,
    set,
    keys(offset, limit) {
      const keys = new Uint32Array(Math.max(0, Math.min(limit, count - offset)))
      // Of each score the row that the next product with it has in the whole list.
      const rows = starts.slice()
      const end = offset + keys.length
      for (let at = 0, left = keys.length; left > 0 && at < sequence.length; at++) {
        const key = (sequence[at] ?? 0) & keyMask
        if ((((bits[key >>> 5] ?? 0) >>> (key & 31)) & 1) === 0) continue
        const score = of[key] ?? 0
        const row = rows[score] ?? 0
        rows[score] = row + 1
        if (row < offset || row >= end) continue
        keys[row - offset] = key
        left--
      }
      return keys
    }
  }
}

/** For each score how many products of the set have a higher one. */
function startsOfScores(bits: Uint32Array, { of, best }: Scores): Uint32Array {
  const starts = new Uint32Array(best + 1)
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      // The lowest bit that is left.
      const score = of[word * 32 + 31 - Math.clz32(left & -left)] ?? 0
      starts[score] = (starts[score] ?? 0) + 1
    }
  }
  let sum = 0
  for (let score = best; score >= 0; score--) {
    const size = starts[score] ?? 0
    starts[score] = sum
    sum += size
  }
  return starts
}
