import type { DatabaseSync } from 'node:sqlite'
import { IdTable } from '../write/id-table'
import type { Sliced } from '../../database/cooperative'

/** The key of the product with an id; 0 where there is none. */
export type KeyOf = (id: string) => number

/** Finds products by their ids: by the index `product_id` or, while the first run has not built it yet, by a table in memory. */
export interface HeldIds {
  /** Knows the products that there are now. */
  current: () => Sliced<KeyOf>
}

/** Rows read at once: about 1 ms. */
const rowsAtOnce = 1500

/** Reading a million ids takes a second, once; as long as the table stands in for the index only new ones are added. */
export function holdIds(db: DatabaseSync): HeldIds {
  let table: IdTable | null = null
  let highest = 0

  function* fill(ids: IdTable): Sliced<void> {
    const statement = db.prepare(`SELECT key, id FROM product WHERE key > ? ORDER BY key LIMIT ${rowsAtOnce}`)
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
      table ??= new IdTable()
      yield* fill(table)
      return keysInTable(db, table)
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
