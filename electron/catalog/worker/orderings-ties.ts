import type { Columns } from './columns'
import { createSortDesk, sortByWord } from './orderings-radix'
import { keyMask, sameAsBefore } from './orderings-sort'
import type { Sliced } from './reader-slices'

/** The same order with equals in the store's order. One pass to number the groups, one over the store's order to fill them. */
export function* settleTies(
  order: Uint32Array,
  { storeOrder, highest }: Pick<Columns, 'storeOrder' | 'highest'>
): Sliced<Uint32Array<ArrayBuffer>> {
  // By key: where its group begins, from 1. By place: how many of the group that begins there are placed.
  const groupOf = new Uint32Array(highest + 1)
  const placed = new Uint32Array(order.length + 1)
  let group = 0
  for (let at = 0; at < order.length; at++) {
    const marked = order[at] ?? 0
    if (marked < sameAsBefore) group = at + 1
    groupOf[marked & keyMask] = group
    if (at % 50_000 === 0) yield
  }
  const settled = new Uint32Array(order.length)
  for (let at = 0; at < storeOrder.length; at++) {
    const key = storeOrder[at] ?? 0
    const begin = groupOf[key] ?? 0
    if (begin === 0) continue
    const before = placed[begin] ?? 0
    settled[begin - 1 + before] = (before === 0 ? key : key | sameAsBefore) >>> 0
    placed[begin] = before + 1
    if (at % 50_000 === 0) yield
  }
  // Products that came after the store's order was read are not in it.
  return settled.includes(0) ? settled.filter((key) => key !== 0) : settled
}

/** The products with a price in its order, equals marked, in the store's order. */
export function* orderByPrice({ price, storeOrder }: Columns): Sliced<Uint32Array<ArrayBuffer>> {
  const known = storeOrder.filter((key) => !Number.isNaN(price[key]))
  const halves = new Uint32Array(price.buffer)
  // A float's bits, with the sign turned and negative ones upside down, are in the order of the numbers.
  const flip = (bits: number, key: number, ifPositive: number): number =>
    (bits ^ ((halves[key * 2 + 1] ?? 0) >= 0x80000000 ? 0xffffffff : ifPositive)) >>> 0
  const low = known.map((key) => flip(halves[key * 2] ?? 0, key, 0))
  const high = known.map((key) => flip(halves[key * 2 + 1] ?? 0, key, 0x80000000))
  yield
  const desk = createSortDesk(known.length)
  for (let at = 0; at < known.length; at++) desk.rows[at] = at
  yield* sortByWord(desk, low, known.length)
  yield* sortByWord(desk, high, known.length)
  const order = desk.rows.map((at) => known[at] ?? 0)
  for (let at = order.length - 1; at > 0; at--) {
    const [key, before] = [order[at] ?? 0, order[at - 1] ?? 0]
    if (price[key] === price[before]) order[at] = (key | sameAsBefore) >>> 0
    if (at % 50_000 === 0) yield
  }
  return order
}
