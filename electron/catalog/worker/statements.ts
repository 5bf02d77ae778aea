import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** The statements of saving a page, prepared once: each is run up to a million times in a sync. */
export interface Statements {
  db: DatabaseSync
  /** Places from the first to the last given, with their products. By the keys of `place` and `product`. */
  range: StatementSync
  /** By the index of `product.id`. */
  byId: StatementSync
  byKey: StatementSync
  insertProduct: StatementSync
  updateProduct: StatementSync
  setPlace: StatementSync
  setDuplicate: StatementSync
  duplicateAt: StatementSync
  insertChange: StatementSync
}

const columns = 'key, id, name, price, description, image, flags, gone'

export function prepareStatements(db: DatabaseSync): Statements {
  const rows = (sql: string): StatementSync => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  return {
    db,
    range: rows(`
      SELECT place.position, place.product, place.duplicate, ${columns}
      FROM place LEFT JOIN product ON product.key = place.product
      WHERE place.position BETWEEN ? AND ? ORDER BY place.position`),
    byId: rows(`SELECT ${columns} FROM product WHERE id = ?`),
    byKey: rows(`SELECT ${columns} FROM product WHERE key = ?`),
    insertProduct: db.prepare(`
      INSERT INTO product (key, id, name, price, description, image, flags, added)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    updateProduct: db.prepare(`
      UPDATE product SET name = ?, price = ?, description = ?, image = ?, flags = ?, gone = NULL,
        changed = coalesce(?, changed)
      WHERE key = ?`),
    setPlace: db.prepare('INSERT OR REPLACE INTO place (position, product, duplicate) VALUES (?, ?, ?)'),
    setDuplicate: db.prepare('UPDATE place SET duplicate = ? WHERE position = ?'),
    duplicateAt: rows('SELECT duplicate FROM place WHERE position = ?'),
    insertChange: db.prepare(`
      INSERT INTO change (run, at, product, kind, field, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  }
}
