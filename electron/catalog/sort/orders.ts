import type { DatabaseSync } from 'node:sqlite'
import type { Sort, SortKey } from '../../contract/product-query'
import type { Columns } from '../read/columns'
import { currentOrder, loadOrdering, type KeptOrder, type Order } from './sort-index'
import { orderByPrice } from './price'
import { textColumns, type TextColumn } from './text'
import { settleTies } from './ties'
import { downwards, withOthers } from './sequences'
import type { Sliced } from '../../database/cooperative'

/** Products that are noted one by one as changed; when they are more, the order is read or made anew. */
const mostStale = 100_000

/** Orders by what the store says of products. */
export type StandingSort = Sort & { by: Exclude<SortKey, 'review'> }
type HeldKey = Exclude<SortKey, 'place' | 'review'>

interface HeldOrder {
  /** All products; those that have a value come first, `valued` of them. */
  sequence: Order
  valued: number
  /** Of the store's order when equals were put into it. */
  storeVersion: number
  /** Of the prices that it was made of. */
  priceVersion: number
  /** Products that changed since. */
  stale: Set<number>
  /** Keys up to this one are in it. */
  highest: number
}

/** The orders that were asked for, kept current. Four bytes a product each, and as many for the last that was asked for downwards. */
export interface Orders {
  /**
   * All products in an order, those without a value at the end in either direction; null: the store's order. Marks of equals
   * are on some keys.
   */
  get: (sort: StandingSort | null, columns: Columns) => Sliced<Uint32Array>
  /** null: any product may have changed. */
  changed: (keys: Iterable<number> | null) => void
}

export function createOrders(db: DatabaseSync): Orders {
  const held = new Map<HeldKey, HeldOrder>()
  let down = { from: new Uint32Array(0), sequence: new Uint32Array(0) }

  function* heldOrder(by: HeldKey, columns: Columns): Sliced<HeldOrder> {
    const { highest, storeVersion, priceVersion } = columns
    const known = held.get(by)
    const isCurrent =
      known !== undefined &&
      (by === 'price'
        ? known.priceVersion === priceVersion
        : known.stale.size === 0 && known.highest === highest)
    if (isCurrent && known.storeVersion === storeVersion) return known
    // What changes from here on is noted anew: it may be read now already, or not.
    const next: HeldOrder = {
      ...(known ?? { sequence: new Uint32Array(0), valued: 0 }),
      storeVersion: -1,
      priceVersion,
      stale: new Set(),
      highest
    }
    held.set(by, next)
    try {
      const order = isCurrent ? valuesOf(known) : yield* newOrder(by, known, columns)
      const settled = yield* settleTies(order, columns)
      next.valued = settled.length
      next.sequence = yield* withOthers(settled, columns)
      next.storeVersion = storeVersion
    } catch (error) {
      held.delete(by)
      throw error
    }
    return next
  }

  function* newOrder(by: HeldKey, known: HeldOrder | undefined, columns: Columns): Sliced<Order> {
    if (by === 'price') return yield* orderByPrice(columns)
    return yield* currentOrder(db, by, keptOrder(by, known, columns.highest))
  }

  function keptOrder(by: TextColumn, known: HeldOrder | undefined, highest: number): KeptOrder | null {
    if (known === undefined) return loadOrdering(db, by)
    const stale = [...known.stale]
    for (let key = known.highest + 1; key <= highest; key++) stale.push(key)
    return { order: valuesOf(known), stale }
  }

  function note(by: TextColumn, keys: Iterable<number>): void {
    const stale = held.get(by)?.stale
    if (stale === undefined) return
    for (const key of keys) stale.add(key)
    if (stale.size > mostStale) held.delete(by)
  }

  return {
    *get(sort, columns) {
      const { by, descending } = sort ?? { by: 'place', descending: false }
      const { sequence, valued } =
        by === 'place'
          ? { sequence: columns.storeOrder, valued: columns.listed }
          : yield* heldOrder(by, columns)
      if (!descending) return sequence
      if (down.from !== sequence) down = { from: sequence, sequence: yield* downwards(sequence, valued) }
      return down.sequence
    },
    changed(keys) {
      if (keys === null) held.clear()
      else for (const by of textColumns) note(by, keys)
    }
  }
}

const valuesOf = ({ sequence, valued }: HeldOrder): Order => sequence.subarray(0, valued)
