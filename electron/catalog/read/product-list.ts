import { keyMask } from '../sort/text-order'
import type { Scores } from '../search/search'
import { bitsIn, type BitSet } from '../../bytes/bit-set'

/** A set of products and its size. An eighth of a megabyte for a million. */
export interface KeySet {
  bits: BitSet
  count: number
}

/** Whether a product is in the set; key 0 never is. */
export function holds({ bits }: KeySet, key: number): boolean {
  return (((bits[key >>> 5] ?? 0) >>> (key & 31)) & 1) === 1
}

/** Length of marks (0 or 1, by key) up to a highest key: whole words of 32 keys. */
export function marksLength(highest: number): number {
  return (highest | 31) + 1
}

/** The products marked with 1, from marks of length `marksLength`. */
export function toKeySet(marks: Uint8Array<ArrayBuffer>): KeySet {
  const fours = new Uint32Array(marks.buffer, marks.byteOffset, marks.length >>> 2)
  const bits = new Uint32Array(marks.length >>> 5)
  let count = 0
  for (let word = 0, four = 0; word < bits.length; word++) {
    let gathered = 0
    for (let shift = 0; shift < 32; shift += 4, four++) {
      // Gathers the lowest bits of the four bytes in the four highest bits.
      gathered |= (Math.imul(fours[four] ?? 0, 0x10204080) >>> 28) << shift
    }
    bits[word] = gathered
    count += bitsIn(gathered)
  }
  return { bits, count }
}

/** The products of a list in order. It is read no further than a page needs. */
export interface ProductList {
  count: number
  /** Its products, in no order. */
  set: KeySet
  /** The keys of the rows from `offset` (from 0) on, in order; fewer, or none, at the end. */
  keys: (offset: number, limit: number) => Uint32Array
}

/** Products of an order that are counted together. */
const stretch = 4096

/** The products of the set in the order of `sequence`, which has all products once; its marks of equals are ignored. */
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

/** Sets of up to so many products are sorted by themselves: the sequence of a million is not read for them. */
const few = 1000

/**
 * Best first; those that match equally well in the store's order.
 *
 * @param sequence all products in the store's order @param ranks by key, as of `Columns.rank`
 */
export function listByScore(
  sequence: Uint32Array,
  ranks: Uint32Array,
  set: KeySet,
  scores: Scores
): ProductList {
  const { bits, count } = set
  if (count <= few) {
    const sorted = sortByScore(set, scores, ranks)
    return { count, set, keys: (offset, limit) => sorted.slice(offset, offset + limit) }
  }
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

function sortByScore({ bits, count }: KeySet, { of }: Scores, ranks: Uint32Array): Uint32Array {
  const keys = new Uint32Array(count)
  let length = 0
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) keys[length++] = lowestKey(word, left)
  }
  return keys.sort((a, b) => (of[b] ?? 0) - (of[a] ?? 0) || (ranks[a] ?? 0) - (ranks[b] ?? 0))
}

/** The key of the lowest bit that is left of a word of a set. */
export function lowestKey(word: number, left: number): number {
  return word * 32 + 31 - Math.clz32(left & -left)
}

/** For each score how many products of the set have a higher one. */
function startsOfScores(bits: Uint32Array, { of, best }: Scores): Uint32Array {
  const starts = new Uint32Array(best + 1)
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const score = of[lowestKey(word, left)] ?? 0
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
