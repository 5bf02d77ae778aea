import type { DatabaseSync } from 'node:sqlite'
import type { SortKey } from '../../contract/narrowing'
import type { Columns } from './columns'
import { currentOrder, loadOrdering, type KeptOrder, type Order } from './orderings'
import { textColumns, type TextColumn } from './orderings-text'
import { orderByPrice, settleTies } from './orderings-ties'
import type { Sliced } from './reader-slices'

/** Products that are noted one by one as changed; when they are more, the order is read or made anew. */
const mostStale = 100_000

interface HeldOrder {
  order: Order
  /** Of the columns when equals were put into the store's order; for prices of all that they say. */
  version: number
  /** Products that changed since. */
  stale: Set<number>
  /** Keys up to this one are in it. */
  highest: number
}

/** The orders that were asked for, kept current. Four bytes a product each. */
export interface Orders {
  /** The products that have a value, in its order; null where the store's own order is asked for. */
  get: (by: SortKey, columns: Columns) => Sliced<Order | null>
  /** null: any product may have changed. */
  changed: (keys: Iterable<number> | null) => void
}

export function createOrders(db: DatabaseSync): Orders {
  const held = new Map<SortKey, HeldOrder>()

  function* byPrice(columns: Columns): Sliced<Order> {
    const known = held.get('price')
    if (known?.version === columns.version) return known.order
    const { version, highest } = columns
    const order = yield* orderByPrice(columns)
    held.set('price', { order, version, highest, stale: new Set() })
    return order
  }

  function* byText(by: TextColumn, columns: Columns): Sliced<Order> {
    const { highest, storeVersion } = columns
    const known = held.get(by)
    const isCurrent = known?.stale.size === 0 && known.highest === highest
    if (isCurrent && known.version === storeVersion) return known.order
    // What changes from here on is noted anew: it may be read now already, or not.
    const next: HeldOrder = {
      order: known?.order ?? new Uint32Array(0),
      version: 0,
      stale: new Set(),
      highest
    }
    held.set(by, next)
    try {
      const order = isCurrent ? known.order : yield* currentOrder(db, by, keptOrder(by, known, highest))
      next.order = yield* settleTies(order, columns)
      next.version = storeVersion
    } catch (error) {
      held.delete(by)
      throw error
    }
    return next.order
  }

  function keptOrder(by: TextColumn, known: HeldOrder | undefined, highest: number): KeptOrder | null {
    if (known === undefined) return loadOrdering(db, by)
    const stale = [...known.stale]
    for (let key = known.highest + 1; key <= highest; key++) stale.push(key)
    return { order: known.order, stale }
  }

  function note(by: TextColumn, keys: Iterable<number>): void {
    const stale = held.get(by)?.stale
    if (stale === undefined) return
    for (const key of keys) stale.add(key)
    if (stale.size > mostStale) held.delete(by)
  }

  return {
    *get(by, columns) {
      if (by === 'place') return null
      return by === 'price' ? yield* byPrice(columns) : yield* byText(by, columns)
    },
    changed(keys) {
      if (keys === null) held.clear()
      else for (const by of textColumns) note(by, keys)
    }
  }
}
