import type { Columns } from '../read/columns'
import type { Order } from './sort-index'
import { createSortDesk, sortByWord } from './radix'
import { sameAsBefore } from './sort'
import type { Sliced } from '../../database/cooperative'

type Priced = Pick<Columns, 'price' | 'storeOrder' | 'highest'>

/** Products between two pauses: a millisecond. */
const atOnce = 100_000

/** The products with a price in its order, equals marked, in the store's order. */
export function* orderByPrice(columns: Priced): Sliced<Order> {
  const { price } = columns
  const known = knownPrices(columns)
  const desk = createSortDesk(known.length)
  desk.rows.set(known)
  yield
  // The least of the words first: a sort leaves those that are equal in its word as they are.
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
    if (at % atOnce === 0) yield
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

/** By key how many hundredths a price is above the lowest, as one word to sort by; null where a price is none of hundredths. */
function* wordsOfCents({ price, highest }: Priced): Sliced<Order[] | null> {
  let [lowest, most] = [Infinity, -Infinity]
  for (let key = 1; key <= highest; key++) {
    const value = price[key] ?? NaN
    const cents = Math.round(value * 100)
    if (value !== value) continue
    if (cents / 100 !== value) return null
    if (cents < lowest) lowest = cents
    if (cents > most) most = cents
    if (key % atOnce === 0) yield
  }
  if (most - lowest > 0xffffffff) return null
  const words = new Uint32Array(highest + 1)
  for (let key = 1; key <= highest; key++) words[key] = Math.round((price[key] ?? NaN) * 100) - lowest
  yield
  return [words]
}

/** By key both halves of a price: a float's bits, with the sign turned and negative ones upside down, are in the order of the numbers. */
function* wordsOfBits({ price, highest }: Priced): Sliced<Order[]> {
  const halves = new Uint32Array(price.buffer)
  const [low, high] = [new Uint32Array(highest + 1), new Uint32Array(highest + 1)]
  for (let key = 1; key <= highest; key++) {
    // Zero has two signs, which are no difference.
    const upper = price[key] === 0 ? 0 : (halves[key * 2 + 1] ?? 0)
    const turn = upper >= 0x80000000 ? 0xffffffff : 0
    low[key] = (halves[key * 2] ?? 0) ^ turn
    high[key] = upper ^ (turn | 0x80000000)
    if (key % atOnce === 0) yield
  }
  return [low, high]
}
