import type { Columns } from '../read/columns'
import type { Order } from './sort-index'
import { createSortDesk, productsPerPause, sortByWord } from './radix'
import { sameAsBefore } from './text-order'
import type { Task } from '../../database/cooperative'
import { severities } from '../../contract/audit-rules'
import { reviewStates } from '../../contract/review-state'
import { downwards } from './sequences'
import { stateMask, type ReviewColumns } from '../read/review-columns'
import type { FindingBits } from '../read/sidecars'

type Priced = Pick<Columns, 'price' | 'storeOrder' | 'highest'>

/** The products with a price in its order, equals marked and in the store's order. */
export function* orderByPrice(columns: Priced): Task<Order> {
  const { price } = columns
  const known = knownPrices(columns)
  const desk = createSortDesk(known.length)
  desk.rows.set(known)
  yield
  // Least significant word first: the sort is stable.
  for (const words of (yield* wordsOfCents(columns)) ?? (yield* wordsOfBits(columns))) {
    yield* sortByWord(desk, words, known.length)
  }
  const order = desk.rows
  let before = NaN
  for (let at = 0; at < order.length; at++) {
    const key = order[at] ?? 0
    const value = price[key] ?? NaN
    if (value === before) order[at] = (key | sameAsBefore) >>> 0
    before = value
    if (at % productsPerPause === 0) yield
  }
  return order
}

function knownPrices({ price, storeOrder }: Priced): Order {
  const known = new Uint32Array(storeOrder.length)
  let length = 0
  for (const key of storeOrder) {
    const value = price[key] ?? NaN
    known[length] = key
    length += Number(value === value)
  }
  return known.subarray(0, length)
}

/** By key the price in hundredths above the lowest, as one word to sort by; null where a price is no whole number of hundredths. */
function* wordsOfCents({ price, highest }: Priced): Task<Order[] | null> {
  let [lowest, most] = [Infinity, -Infinity]
  for (let key = 1; key <= highest; key++) {
    const value = price[key] ?? NaN
    const cents = Math.round(value * 100)
    if (value !== value) continue
    if (cents / 100 !== value) return null
    if (cents < lowest) lowest = cents
    if (cents > most) most = cents
    if (key % productsPerPause === 0) yield
  }
  if (most - lowest > 0xffffffff) return null
  const words = new Uint32Array(highest + 1)
  for (let key = 1; key <= highest; key++) words[key] = Math.round((price[key] ?? NaN) * 100) - lowest
  yield
  return [words]
}

/** By key both halves of a price: a float's bits, with the sign flipped and negative ones inverted, sort as the numbers do. */
function* wordsOfBits({ price, highest }: Priced): Task<Order[]> {
  const halves = new Uint32Array(price.buffer)
  const [low, high] = [new Uint32Array(highest + 1), new Uint32Array(highest + 1)]
  for (let key = 1; key <= highest; key++) {
    // Zero has two signs, which are equal.
    const upper = price[key] === 0 ? 0 : (halves[key * 2 + 1] ?? 0)
    const turn = upper >= 0x80000000 ? 0xffffffff : 0
    low[key] = (halves[key * 2] ?? 0) ^ turn
    high[key] = upper ^ (turn | 0x80000000)
    if (key % productsPerPause === 0) yield
  }
  return [low, high]
}

/** What products are ranked by, a byte a product: the lowest rank comes first. */
export interface Ranking {
  /** Another text where any rank is another. */
  version: string
  /** By key, within `mask`; products beyond its end have the rank `other`. */
  of: Uint8Array
  mask: number
  other: number
  ranks: number
  /** The highest rank is that of products without a value, which come last in either direction. */
  isLastEmpty: boolean
}

/** All products by a rank; the last order is cached. */
export interface RankOrder {
  get: (descending: boolean, columns: Columns, ranking: Ranking) => Task<Order>
}

export function createRankOrder(): RankOrder {
  let known = { from: '', sequence: new Uint32Array(0) }
  return {
    *get(descending, columns, ranking) {
      const from = [descending, columns.storeVersion, ranking.version].join()
      if (known.from === from) return known.sequence
      const { upwards, valued } = yield* orderByRank(columns, ranking)
      const sequence = descending ? yield* downwards(upwards, valued) : upwards
      known = { from, sequence }
      return sequence
    }
  }
}

/** Review states in their own order. */
export function byReview({ of, version }: ReviewColumns): Ranking {
  const ranks = reviewStates.length
  return { version: `review ${version}`, of, mask: stateMask, other: 0, ranks, isLastEmpty: false }
}

/** The severity of the gravest finding, the gravest first; without one last. */
export function byFindings({ rows, severities: bySeverity, version }: FindingBits): Ranking {
  const none = severities.length
  const { error, warning } = bySeverity
  const highest = Math.max(0, ...Array.from(rows, ([first, bits]) => first + bits.length))
  const of = new Uint8Array(highest).fill(none)
  for (const [first, bits] of rows) {
    for (let at = 0; at < bits.length; at++) {
      const found = bits[at] ?? 0
      if (found !== 0) of[first + at] = (found & error) !== 0 ? 0 : (found & warning) !== 0 ? 1 : 2
    }
  }
  return {
    version: `findings ${version}`,
    of,
    mask: 0xff,
    other: none,
    ranks: none + 1,
    isLastEmpty: true
  }
}

/** Equals in the store's order and marked. `valued`: how many have a value. */
function* orderByRank(
  { storeOrder }: Pick<Columns, 'storeOrder'>,
  { of, mask, other, ranks, isLastEmpty }: Ranking
): Task<{ upwards: Order; valued: number }> {
  const next = new Uint32Array(ranks + 1)
  for (let at = 0; at < storeOrder.length; at++) {
    const after = ((of[storeOrder[at] ?? 0] ?? other) & mask) + 1
    next[after] = (next[after] ?? 0) + 1
    if (at % productsPerPause === 0) yield
  }
  for (let rank = 1; rank < next.length; rank++) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0)
  const valued = isLastEmpty ? (next[ranks - 1] ?? 0) : storeOrder.length
  const isBegun = new Uint8Array(ranks)
  const upwards = new Uint32Array(storeOrder.length)
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    const rank = (of[key] ?? other) & mask
    const place = next[rank] ?? 0
    next[rank] = place + 1
    upwards[place] = (isBegun[rank] === 1 ? key | sameAsBefore : key) >>> 0
    isBegun[rank] = 1
    if (at % productsPerPause === 0) yield
  }
  return { upwards, valued }
}
