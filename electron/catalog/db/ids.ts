import type { DatabaseSync } from 'node:sqlite'
import { IdTable } from '../write/id-table'
import type { OpenCatalog, ProductRow, Writing } from '../write/state'
import { productByKey } from '../write/product-rows'

/** The product of an id; null when the store never listed it. */
export function productById(writing: Writing, id: string): ProductRow | null {
  const { copy, memory } = writing
  if (memory.ids === null) {
    copy.sql.newProducts.flush()
    // By the index `product_id`.
    return (copy.sql.byId.get(id) as unknown as ProductRow | undefined) ?? null
  }
  let found: ProductRow | null = null
  memory.ids.find(id, (key) => {
    const row = productByKey(writing, key)
    if (row[1] === id) found = row
    return found !== null
  })
  return found
}

/** Builds the index of ids, unless there is one. A second for a million products. */
export function buildIdIndex({ sql, memory }: OpenCatalog): void {
  sql.db.exec('CREATE UNIQUE INDEX IF NOT EXISTS product_id ON product (id)')
  if (memory === null) return
  memory.ids?.forget()
  memory.ids = null
}

/** The ids of a copy without their index; null where there is one. */
export function readIds(db: DatabaseSync): IdTable | null {
  const index = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'product_id'").get()
  if (index !== undefined) return null
  const ids = new IdTable()
  const rows = db.prepare('SELECT key, id FROM product')
  rows.setReturnArrays(true)
  for (const row of rows.iterate()) {
    const [key, id] = row as unknown as [number, string]
    ids.add(id, key)
  }
  return ids
}
