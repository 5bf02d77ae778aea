import type { DatabaseSync } from 'node:sqlite'
import type { Sort, SortKey } from '../../contract/product-query'
import type { Columns } from '../read/columns'
import { orderByPrice } from './number-orders'
import {
  textColumns,
  createRows,
  sortByText,
  sortExpressions,
  sortTextOf,
  type TextColumn
} from './text-order'
import { settleTies, downwards, withOthers } from './sequences'
import { runAtOnce, type Task } from '../../database/cooperative'
import { updateOrder } from './merge-changes'
import { release } from '../../bytes/buffers'
import { inOneReading, inTransaction } from '../../database/transaction'
import { toBytes, toNumbers } from '../search/segment-store'

/** Above this many changed products an order is loaded or made again. */
const mostStale = 100_000

/** Orders by what the store says about products. */
export type StoreSort = Sort & { by: Exclude<SortKey, 'review' | 'findings'> }
type CachedSortKey = Exclude<StoreSort['by'], 'place'>

interface CachedOrder {
  /** All products; the `valued` ones that have a value come first. */
  sequence: Order
  valued: number
  /** Version of the store's order that equals are in. */
  storeVersion: number
  /** Version of the prices that it was made from. */
  priceVersion: number
  /** Products that changed since. */
  stale: Set<number>
  /** Keys up to this one are in it. */
  highest: number
}

/** Orders in memory, kept current: four bytes a product each, and as many for the last descending one. */
export interface Orders {
  /**
   * All products in an order, those without a value last in either direction; null: the store's order. Some keys carry `sameAsBefore`.
   */
  get: (sort: StoreSort | null, columns: Columns) => Task<Uint32Array>
  /** null: any product may have changed. */
  changed: (keys: Iterable<number> | null) => void
}

export function createOrders(db: DatabaseSync): Orders {
  const cache = new Map<CachedSortKey, CachedOrder>()
  let down = { from: new Uint32Array(0), sequence: new Uint32Array(0) }

  function* cachedOrder(by: CachedSortKey, columns: Columns): Task<CachedOrder> {
    const { highest, storeVersion, priceVersion } = columns
    const known = cache.get(by)
    const isCurrent =
      known !== undefined &&
      (by === 'price'
        ? known.priceVersion === priceVersion
        : known.stale.size === 0 && known.highest === highest)
    if (isCurrent && known.storeVersion === storeVersion) return known
    // A change from here on may or may not be in the order that is made now: it is noted for the next time.
    const next: CachedOrder = {
      ...(known ?? { sequence: new Uint32Array(0), valued: 0 }),
      storeVersion: -1,
      priceVersion,
      stale: new Set(),
      highest
    }
    cache.set(by, next)
    try {
      const order = isCurrent ? valuesOf(known) : yield* newOrder(by, known, columns)
      const settled = yield* settleTies(order, columns)
      next.valued = settled.length
      next.sequence = yield* withOthers(settled, columns)
      next.storeVersion = storeVersion
    } catch (error) {
      cache.delete(by)
      throw error
    }
    return next
  }

  function* newOrder(by: CachedSortKey, known: CachedOrder | undefined, columns: Columns): Task<Order> {
    if (by === 'price') return yield* orderByPrice(columns)
    return yield* currentOrder(db, by, storedOrder(by, known, columns.highest))
  }

  function storedOrder(by: TextColumn, known: CachedOrder | undefined, highest: number): StoredOrder | null {
    if (known === undefined) return loadOrdering(db, by)
    const stale = [...known.stale]
    for (let key = known.highest + 1; key <= highest; key++) stale.push(key)
    return { order: valuesOf(known), stale }
  }

  function note(by: TextColumn, keys: Iterable<number>): void {
    const stale = cache.get(by)?.stale
    if (stale === undefined) return
    for (const key of keys) stale.add(key)
    if (stale.size > mostStale) cache.delete(by)
  }

  return {
    *get(sort, columns) {
      const { by, descending } = sort ?? { by: 'place', descending: false }
      const { sequence, valued } =
        by === 'place'
          ? { sequence: columns.storeOrder, valued: columns.listed }
          : yield* cachedOrder(by, columns)
      if (!descending) return sequence
      if (down.from !== sequence) down = { from: sequence, sequence: yield* downwards(sequence, valued) }
      return down.sequence
    },
    changed(keys) {
      if (keys === null) cache.clear()
      else for (const by of textColumns) note(by, keys)
    }
  }
}

const valuesOf = ({ sequence, valued }: CachedOrder): Order => sequence.subarray(0, valued)

/** Keys of the products that have a value, in its order; `sameAsBefore` marks equals. */
export type Order = Uint32Array<ArrayBuffer>

/**
 * Stores the orders by text, so that the first sorted page after a start does not sort a million texts (docs/performance.md, P7). Called at the end
 * of a run; in a transaction of its own or of the caller. Merges in the products that changed (`updateOrder`).
 *
 * Measured with 1,000,000 products on two busy cores: the first page by name takes 0.4 s from the stored order and 29 s without; storing
 * all four orders takes 0.3 s after one product changed, 6 s after 1 %, and 30 s when everything is sorted again (P3 allows a re-sync
 * with one inserted product 1.3 times one without). With 100,000: 0.1 against 1.8 s, and 0.1, 0.8 and 3.7 s.
 */
export function writeOrderings(db: DatabaseSync): void {
  const write = (): void => {
    const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
      highest: number
    }
    for (const column of textColumns) {
      const stored = loadOrdering(db, column)
      if (stored?.stale.length === 0) continue
      const order = runAtOnce(currentOrder(db, column, stored))
      db.prepare('INSERT OR REPLACE INTO ordering (name, keys, made_from) VALUES (?, ?, ?)').run(
        column,
        toBytes(order),
        JSON.stringify({ highest })
      )
      release(order)
    }
    db.exec('DELETE FROM order_waiting')
  }
  if (db.isTransaction) write()
  else inTransaction(db, write)
}

/** A stored order, with the keys of products that are missing or misplaced in it. */
interface StoredOrder {
  order: Order
  stale: number[]
}

/** The stored order of a column; null: none. By the primary keys. */
function loadOrdering(db: DatabaseSync, column: TextColumn): StoredOrder | null {
  // In one transaction: the order and the products that wait for it belong together.
  return inOneReading(db, () => readOrdering(db, column))
}

function readOrdering(db: DatabaseSync, column: TextColumn): StoredOrder | null {
  const row = db.prepare('SELECT keys, made_from FROM ordering WHERE name = ?').get(column)
  if (row === undefined) return null
  const { keys, made_from: madeFrom } = row as { keys: Uint8Array<ArrayBuffer>; made_from: string }
  const { highest } = JSON.parse(madeFrom) as { highest: number }
  const stale = db
    .prepare(
      'SELECT product FROM order_waiting WHERE product <= ?1 UNION ALL SELECT key FROM product WHERE key > ?1'
    )
    .all(highest) as { product: number }[]
  return { order: toNumbers(keys), stale: stale.map(({ product }) => product) }
}

/** Products that are merged in rather than sorting everything, in addition to a twentieth of all. */
const fewStale = 16

/** The current order: the stored one with stale products merged in, or a new one. */
function* currentOrder(db: DatabaseSync, column: TextColumn, kept: StoredOrder | null): Task<Order> {
  if (kept === null || kept.stale.length > fewStale + kept.order.length / 20)
    return yield* makeOrder(db, column)
  return yield* updateOrder(db, column, kept.order, kept.stale)
}

/** Sorts all products that have a value. By the primary key. */
function* makeOrder(db: DatabaseSync, column: TextColumn): Task<Order> {
  const expression = sortExpressions[column]
  const one = db.prepare(`SELECT ${expression} FROM product WHERE key = ?`)
  const many = db.prepare(`SELECT key, ${expression} FROM product WHERE key > ? ORDER BY key LIMIT 500`)
  one.setReturnArrays(true)
  many.setReturnArrays(true)
  const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
    highest: number
  }
  const rows = createRows(highest)
  for (let last = 0; ;) {
    const some = many.all(last) as unknown as [number, string | null][]
    for (const [key, text] of some) if (text !== null) rows.add(key, sortTextOf(column, text))
    last = some.at(-1)?.[0] ?? 0
    if (last === 0) break
    yield
  }
  return yield* sortByText(rows.finish(), (key) => {
    const row = one.get(key) as unknown as [string | null] | undefined
    return sortTextOf(column, row?.[0] ?? '')
  })
}
