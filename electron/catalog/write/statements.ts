import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { PlaceQueue } from './position-queue'
import { RowQueue } from './row-queue'

/** The statements of saving a page, prepared once: each is run up to a million times in a sync. */
export interface Statements {
  db: DatabaseSync
  /** Places from the first to the last given, with their products. By the keys of `place` and `product`. */
  range: StatementSync
  /** By the index `product_id`, once it is there (ids.ts). */
  byId: StatementSync
  byKey: StatementSync
  newProducts: RowQueue
  updateProduct: StatementSync
  places: PlaceQueue
  setDuplicate: StatementSync
  duplicateAt: StatementSync
  insertChange: StatementSync
  /** Stretches that overlap places: begin, begin, end, begin. */
  stretchesIn: StatementSync
  putStretch: StatementSync
  dropStretch: StatementSync
  /** The picture that a product shows. By the key. */
  pictureOf: StatementSync
  putPicture: StatementSync
  dropPicture: StatementSync
}

const columns = 'key, id, name, price, description, image, flags, gone'

export function prepareStatements(db: DatabaseSync): Statements {
  const rows = (sql: string): StatementSync => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    return statement
  }
  // SQLite counts the keys on by itself, which is a good deal quicker than being told each.
  const newProducts = new RowQueue(
    db,
    'INSERT INTO product (id, name, price, description, image, flags, added)',
    7
  )
  return {
    db,
    range: rows(`
      SELECT place.position, place.product, place.duplicate, ${columns}
      FROM place LEFT JOIN product ON product.key = place.product
      WHERE place.position BETWEEN ? AND ? ORDER BY place.position`),
    byId: rows(`SELECT ${columns} FROM product WHERE id = ?`),
    byKey: rows(`SELECT ${columns} FROM product WHERE key = ?`),
    newProducts,
    updateProduct: db.prepare(`
      UPDATE product SET name = ?, price = ?, description = ?, image = ?, flags = ?, gone = NULL,
        changed = coalesce(?, changed)
      WHERE key = ?`),
    places: new PlaceQueue(db, newProducts),
    setDuplicate: db.prepare('UPDATE place SET duplicate = ? WHERE position = ?'),
    duplicateAt: rows('SELECT duplicate FROM place WHERE position = ?'),
    insertChange: db.prepare(`
      INSERT INTO change (run, at, product, kind, field, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    // By the key: from the last that begins before the page (they do not overlap) to the page's end.
    stretchesIn: db.prepare(`
      SELECT first, last, read_at, run FROM stretch
      WHERE first BETWEEN coalesce((SELECT max(first) FROM stretch WHERE first <= ?), ?) AND ? AND last >= ?`),
    putStretch: db.prepare('INSERT OR REPLACE INTO stretch (first, last, read_at, run) VALUES (?, ?, ?, ?)'),
    dropStretch: db.prepare('DELETE FROM stretch WHERE first = ?'),
    // Numbers of 64 bits do not fit into JavaScript's. By the primary keys.
    pictureOf: rows(`
      SELECT image, CAST(look AS TEXT) FROM product LEFT JOIN picture ON picture.product = product.key WHERE key = ?`),
    // A picture that is as it was is not written each time somebody looks at it, but once a day.
    putPicture: db.prepare(`
      INSERT INTO picture (product, broken, width, height, bytes, format, content, look, checked_at, kept_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (product) DO UPDATE SET broken = excluded.broken, width = excluded.width, height = excluded.height,
        bytes = excluded.bytes, format = excluded.format, content = excluded.content, look = excluded.look,
        checked_at = excluded.checked_at, kept_at = coalesce(excluded.kept_at, kept_at)
      WHERE excluded.broken <> broken OR excluded.content IS NOT content OR excluded.look IS NOT look
        OR excluded.kept_at IS NOT NULL OR abs(excluded.checked_at - checked_at) >= 86400000`),
    dropPicture: db.prepare('DELETE FROM picture WHERE product = ?')
  }
}
