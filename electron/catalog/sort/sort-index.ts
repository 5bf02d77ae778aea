import type { DatabaseSync } from 'node:sqlite'
import { updateOrder } from './update'
import { createRows, sortByText } from './sort'
import { sortExpressions, sortTextOf, textColumns, type TextColumn } from './text'
import { atOnce, type Sliced } from '../../database/cooperative'
import { release } from '../../bytes/buffers'
import { inOneReading, inTransaction } from '../../database/transaction'
import { toBytes, toNumbers } from '../search/segment-store'

/** The keys of the products that have a value, in its order; `sameAsBefore` marks equals. */
export type Order = Uint32Array<ArrayBuffer>

/**
 * Sorts the products by each of their texts and keeps the orders, for the next start. Called at the end of a run; in a
 * transaction of its own or in the caller's. Where few products changed only they are sorted in.
 */
export function writeOrderings(db: DatabaseSync): void {
  const write = (): void => {
    const { highest } = db.prepare('SELECT coalesce(max(key), 0) AS highest FROM product').get() as {
      highest: number
    }
    for (const column of textColumns) {
      const kept = loadOrdering(db, column)
      if (kept?.stale.length === 0) continue
      const order = atOnce(currentOrder(db, column, kept))
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

/** An order that was kept, with the keys of the products that are not, or wrongly, in it. */
export interface KeptOrder {
  order: Order
  stale: number[]
}

/** The order that was kept for a column; null when there is none. By the primary keys. */
export function loadOrdering(db: DatabaseSync, column: TextColumn): KeptOrder | null {
  // The order and what waits to be sorted into it are written together, and are only right together.
  return inOneReading(db, () => readOrdering(db, column))
}

function readOrdering(db: DatabaseSync, column: TextColumn): KeptOrder | null {
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

/** Products that are sorted in one by one rather than all anew, besides a twentieth of them. */
const fewStale = 16

/** The order as it is to be now: the kept one, with what is stale sorted in, or made anew. */
export function* currentOrder(db: DatabaseSync, column: TextColumn, kept: KeptOrder | null): Sliced<Order> {
  if (kept === null || kept.stale.length > fewStale + kept.order.length / 20)
    return yield* makeOrder(db, column)
  return yield* updateOrder(db, column, kept.order, kept.stale)
}

/** Sorts all products that have a value. By the primary key. */
function* makeOrder(db: DatabaseSync, column: TextColumn): Sliced<Order> {
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
