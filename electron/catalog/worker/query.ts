import type { Filters, Narrowing, Since } from '../../contract/narrowing'
import { has, stampOf, type Columns } from './columns'
import { keyMask, sameAsBefore } from './orderings-sort'
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
}

/** The keys of all products that are listed, in order. */
export function listKeys({ filters, sort }: Narrowing, parts: ListParts): Uint32Array {
  const { columns, scores, order } = parts
  const matches = new Uint8Array(columns.highest + 1)
  const count = match(matches, filters, parts)
  if (sort === null && scores !== null) return byRelevance(columns, matches, scores, count)
  const descending = sort?.descending ?? false
  if (order !== null) return sorted(columns, matches, order, descending, count)
  return inStoreOrder(columns, matches, descending, count)
}

/** Marks the products that the search and all filters let through, and counts them. */
function match(matches: Uint8Array, filters: Filters, { columns, scores, lastRun }: ListParts): number {
  const { price, has: bits, added, changed, gone, highest } = columns
  const { priceFrom, priceTo } = filters
  const hasBounds = priceFrom !== null || priceTo !== null
  const [from, to] = [priceFrom ?? -Infinity, priceTo ?? Infinity]
  const { mask, wanted } = presenceOf(filters)
  const kind = filters.change?.kind ?? null
  const since = filters.change === null ? 0 : sinceOf(columns, filters.change.since, lastRun)
  // The first run brings what was there from the start.
  const firstNew = Math.max(since, stampOf(columns, 2))
  let count = 0
  for (let key = 1; key <= highest; key++) {
    if (scores !== null && scores[key] === 0) continue
    if (((bits[key] ?? 0) & mask) !== wanted) continue
    const left = gone[key] ?? 0
    if (kind === 'gone' ? left === 0 || left < since : left !== 0) continue
    const isNew = (added[key] ?? 0) >= firstNew
    if (kind === 'new' && !isNew) continue
    if (kind === 'changed' && (isNew || (changed[key] ?? 0) < since)) continue
    const value = price[key] ?? NaN
    // An unknown price is NaN, which no bound lets through.
    if (hasBounds && !(value >= from && value <= to)) continue
    if (filters.price !== 'any' && Number.isNaN(value) !== (filters.price === 'unknown')) continue
    matches[key] = 1
    count++
  }
  return count
}

function presenceOf({ picture, description }: Filters): { mask: number; wanted: number } {
  const asked = [
    { presence: picture, bit: has.picture },
    { presence: description, bit: has.description }
  ]
  let [mask, wanted] = [has.row, has.row]
  for (const { presence, bit } of asked) {
    if (presence !== 'any') mask |= bit
    if (presence === 'with') wanted |= bit
  }
  return { mask, wanted }
}

/** The run that changes are counted from; when none has ended there are none. */
function sinceOf(columns: Columns, since: Since, lastRun: number): number {
  if (since !== 'last') return Math.max(1, stampOf(columns, since))
  return lastRun === 0 ? Infinity : stampOf(columns, lastRun)
}

/** Products without a place come last in either direction. */
function inStoreOrder(
  { storeOrder, listed }: Columns,
  matches: Uint8Array,
  descending: boolean,
  count: number
): Uint32Array {
  const keys = new Uint32Array(count)
  let length = 0
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[descending && at < listed ? listed - 1 - at : at] ?? 0
    if (matches[key] === 1) keys[length++] = key
  }
  return keys
}

/** Best first; those that match equally well in the store's order. */
function byRelevance(
  { storeOrder }: Columns,
  matches: Uint8Array,
  scores: Scores,
  count: number
): Uint32Array {
  const starts = new Uint32Array(0x10001)
  for (const key of storeOrder) {
    if (matches[key] !== 1) continue
    const place = 0x10000 - (scores[key] ?? 0)
    starts[place] = (starts[place] ?? 0) + 1
  }
  let sum = 0
  for (let place = 0; place < starts.length; place++) {
    const size = starts[place] ?? 0
    starts[place] = sum
    sum += size
  }
  const keys = new Uint32Array(count)
  for (const key of storeOrder) {
    if (matches[key] !== 1) continue
    const place = 0x10000 - (scores[key] ?? 0)
    const at = starts[place] ?? 0
    keys[at] = key
    starts[place] = at + 1
  }
  return keys
}

/** By value; equals stay in the store's order also when the greatest comes first, and those without a value come last. */
function sorted(
  columns: Columns,
  matches: Uint8Array,
  order: Uint32Array,
  descending: boolean,
  count: number
): Uint32Array {
  const keys = new Uint32Array(count)
  let length = 0
  const take = (marked: number): void => {
    const key = marked & keyMask
    if (matches[key] !== 1) return
    matches[key] = 0
    keys[length++] = key
  }
  if (!descending) {
    for (const marked of order) take(marked)
  } else {
    for (let end = order.length; end > 0;) {
      let begin = end - 1
      while (begin > 0 && (order[begin] ?? 0) >= sameAsBefore) begin--
      for (let at = begin; at < end; at++) take(order[at] ?? 0)
      end = begin
    }
  }
  if (length < count) for (const key of columns.storeOrder) take(key)
  return keys
}
