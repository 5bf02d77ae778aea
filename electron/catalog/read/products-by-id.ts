import type { DatabaseSync } from 'node:sqlite'
import { IdTable } from '../write/ids'
import type { Task } from '../../database/cooperative'
import type { CatalogProduct } from '../types'
import { readProducts, type PositionOf } from './page'
import { lastRunOf } from '../db/facts'

/** The key of the product with an id; 0 where there is none. */
export type KeyOf = (id: string) => number

/** Finds products by id: by the index `product_id` or, until the first run has built it, by a table in memory. */
export interface IdLookup {
  /** Returns the lookup for the products that exist now. */
  current: () => Task<KeyOf>
}

/** Rows read at once: about 1 ms. */
const idsAtOnce = 1500

/** Loading a million ids takes a second, once; later calls add new ones only. */
export function createIdLookup(db: DatabaseSync): IdLookup {
  let table: IdTable | null = null
  let highest = 0

  function* fill(ids: IdTable): Task<void> {
    const statement = db.prepare(`SELECT key, id FROM product WHERE key > ? ORDER BY key LIMIT ${idsAtOnce}`)
    statement.setReturnArrays(true)
    for (;;) {
      const rows = statement.all(highest) as unknown as [key: number, id: string][]
      for (const [key, id] of rows) ids.add(id, key)
      highest = rows.at(-1)?.[0] ?? highest
      if (rows.length === 0) return
      yield
    }
  }

  return {
    *current() {
      if (hasIdIndex(db)) {
        table = null
        return keysInIndex(db)
      }
      if (table === null) highest = 0
      // Another lookup may find the index built, and drop the table, while this one reads.
      const ids = (table ??= new IdTable())
      yield* fill(ids)
      return keysInTable(db, ids)
    }
  }
}

function hasIdIndex(db: DatabaseSync): boolean {
  const index = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'product_id'").get()
  return index !== undefined
}

function keysInIndex(db: DatabaseSync): KeyOf {
  const statement = db.prepare('SELECT key FROM product WHERE id = ?')
  statement.setReturnArrays(true)
  return (id) => (statement.get(id) as unknown as [number] | undefined)?.[0] ?? 0
}

function keysInTable(db: DatabaseSync, table: IdTable): KeyOf {
  // By the primary key.
  const statement = db.prepare('SELECT 1 FROM product WHERE key = ? AND id = ?')
  return (id) => table.find(id, (key) => statement.get(key, id) !== undefined) ?? 0
}

/** Positions read between two pauses: a few ms. */
const positionsAtOnce = 30_000

/**
 * The first positions of some products, by key, where positions are not in memory; unlisted products are missing. A tenth of a second for
 * a million. By the primary key.
 */
function* findFirstPositions(db: DatabaseSync, keys: readonly number[]): Task<Map<number, number>> {
  const { last } = db.prepare('SELECT coalesce(max(position), 0) AS last FROM place').get() as {
    last: number
  }
  const statement = db.prepare(
    `SELECT product, min(position) FROM place
     WHERE position BETWEEN ? AND ? AND product IN (SELECT value FROM json_each(?)) GROUP BY product`
  )
  statement.setReturnArrays(true)
  const wanted = JSON.stringify(keys)
  const found = new Map<number, number>()
  for (let first = 1; first <= last && found.size < keys.length; first += positionsAtOnce) {
    const rows = statement.all(first, first + positionsAtOnce - 1, wanted) as unknown as [number, number][]
    for (const [key, position] of rows) if (!found.has(key)) found.set(key, position)
    yield
  }
  return found
}

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 100

/** Products by their ids, each once, those that there are. `placeOf`: where places are in memory and current; else they are looked for. */
export function* findProducts(
  db: DatabaseSync,
  ids: readonly string[],
  heldIds: IdLookup,
  positionOf: PositionOf | null
): Task<CatalogProduct[]> {
  const keyOf = yield* heldIds.current()
  const keys = [...new Set(ids)].map(keyOf).filter((key) => key > 0)
  const positions = positionOf ?? positionsIn(yield* findFirstPositions(db, keys))
  const found: CatalogProduct[] = []
  for (let at = 0; at < keys.length; at += rowsAtOnce) {
    found.push(...readProducts(db, keys.slice(at, at + rowsAtOnce), positions, lastRunOf(db)))
    yield
  }
  return found
}

const positionsIn =
  (found: ReadonlyMap<number, number>): PositionOf =>
  (key) =>
    found.get(key) ?? 0
