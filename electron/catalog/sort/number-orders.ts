import type { Columns } from '../read/columns'
import type { Order } from './sort-index'
import { createSortDesk, productsPerPause, sortByWord } from './radix'
import { sameAsBefore } from './text-order'
import type { Task } from '../../database/cooperative'
import { reviewStates } from '../../contract/review-state'
import { downwards } from './sequences'
import { stateMask, type ReviewColumns } from '../read/review-columns'

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

/** All products by review state; the last order is cached. */
export interface ReviewOrder {
  get: (descending: boolean, columns: Columns, reviews: ReviewColumns) => Task<Order>
}

export function createReviewOrder(): ReviewOrder {
  let known = { from: '', sequence: new Uint32Array(0) }
  return {
    *get(descending, columns, reviews) {
      const from = [descending, columns.storeVersion, reviews.version].join()
      if (known.from === from) return known.sequence
      const upwards = yield* orderByReview(columns, reviews)
      const sequence = descending ? yield* downwards(upwards, upwards.length) : upwards
      known = { from, sequence }
      return sequence
    }
  }
}

/** In the order of `reviewStates`, equals in the store's order and marked. */
function* orderByReview(
  { storeOrder }: Pick<Columns, 'storeOrder'>,
  { of }: Pick<ReviewColumns, 'of'>
): Task<Order> {
  const next = new Uint32Array(reviewStates.length + 1)
  for (let at = 0; at < storeOrder.length; at++) {
    const after = ((of[storeOrder[at] ?? 0] ?? 0) & stateMask) + 1
    next[after] = (next[after] ?? 0) + 1
    if (at % productsPerPause === 0) yield
  }
  for (let state = 1; state < next.length; state++) next[state] = (next[state] ?? 0) + (next[state - 1] ?? 0)
  const isBegun = new Uint8Array(reviewStates.length)
  const sequence = new Uint32Array(storeOrder.length)
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    const state = (of[key] ?? 0) & stateMask
    const place = next[state] ?? 0
    next[state] = place + 1
    sequence[place] = (isBegun[state] === 1 ? key | sameAsBefore : key) >>> 0
    isBegun[state] = 1
    if (at % productsPerPause === 0) yield
  }
  return sequence
}
