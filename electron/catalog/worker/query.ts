import type { Narrowing } from '../../contract/narrowing'
import type { Columns } from './columns'
import { keyMask, sameAsBefore } from './orderings-sort'
import { match } from './query-match'
import type { PictureParts } from './query-pictures'
import type { Scores } from './search'

/** What a list is made of. */
export interface ListParts {
  columns: Columns
  /** null: nothing is searched for. */
  scores: Scores | null
  /** The products that have a value to be sorted by; null: in the store's order, or by relevance. */
  order: Uint32Array | null
  /** The last run that ended; 0: none. */
  lastRun: number
  /** null: no filter asks of pictures. */
  pictures: PictureParts | null
}

/** The keys of all products that are listed, in order. */
export function listKeys({ filters, sort }: Narrowing, parts: ListParts): Uint32Array {
  const { columns, scores, order, lastRun, pictures } = parts
  const matches = match(columns, filters, scores, lastRun, pictures)
  if (order !== null) return sorted(columns, matches, order, sort?.descending ?? false)
  const keys = inStoreOrder(columns, matches, sort?.descending ?? false)
  return sort === null && scores !== null ? byScore(keys, scores) : keys
}

/** Products without a place come last in either direction. */
function inStoreOrder(
  { storeOrder, listed }: Columns,
  matches: Uint8Array,
  descending: boolean
): Uint32Array {
  const keys = new Uint32Array(countOf(matches))
  let length = 0
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[descending && at < listed ? listed - 1 - at : at] ?? 0
    if (matches[key] === 1) keys[length++] = key
  }
  return keys.subarray(0, length)
}

/** Best first; those that match equally well stay in the order that they are in. */
function byScore(keys: Uint32Array, scores: Scores): Uint32Array {
  const starts = new Uint32Array(0x10000)
  for (const key of keys) {
    const score = scores[key] ?? 0
    starts[score] = (starts[score] ?? 0) + 1
  }
  let sum = 0
  for (let score = 0xffff; score >= 0; score--) {
    const size = starts[score] ?? 0
    starts[score] = sum
    sum += size
  }
  const ranked = new Uint32Array(keys.length)
  for (const key of keys) {
    const score = scores[key] ?? 0
    const place = starts[score] ?? 0
    ranked[place] = key
    starts[score] = place + 1
  }
  return ranked
}

/** By value; equals stay in the store's order also when the greatest comes first, and those without a value come last. */
function sorted(
  { storeOrder }: Columns,
  matches: Uint8Array,
  order: Uint32Array,
  descending: boolean
): Uint32Array {
  const keys = new Uint32Array(countOf(matches))
  let length = 0
  for (let end = descending ? order.length : 0, at = 0; descending ? end > 0 : at < order.length;) {
    // Downwards a group of equals at a time, upwards one product.
    let begin = at
    let stop = at + 1
    if (descending) {
      begin = end - 1
      while (begin > 0 && (order[begin] ?? 0) >= sameAsBefore) begin--
      stop = end
      end = begin
    }
    for (at = begin; at < stop; at++) {
      const key = (order[at] ?? 0) & keyMask
      if (matches[key] !== 1) continue
      matches[key] = 0
      keys[length++] = key
    }
  }
  for (let at = 0; length < keys.length && at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    if (matches[key] === 1) keys[length++] = key
  }
  return keys
}

function countOf(matches: Uint8Array): number {
  let count = 0
  for (let key = 1; key < matches.length; key++) count += matches[key] ?? 0
  return count
}
