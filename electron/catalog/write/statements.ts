import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Rows of one statement: more gain nothing, fewer cost up to twice as much. */
const rowsAtOnce = 25

/**
 * Inserts rows many at a time. Call `flush` before reading one of them, and before the transaction ends.
 */
export class RowQueue {
  readonly #width: number
  readonly #many: StatementSync
  readonly #one: StatementSync
  /** Reused by every statement. */
  readonly #values: SQLInputValue[] = []
  #used = 0

  /** @param insert up to `VALUES` @param after what follows the rows */
  constructor(db: DatabaseSync, insert: string, width: number, after = '') {
    const row = `(${Array.from({ length: width }, () => '?').join(', ')})`
    const rows = Array.from({ length: rowsAtOnce }, () => row).join(', ')
    this.#width = width
    this.#one = db.prepare(`${insert} VALUES ${row} ${after}`)
    this.#many = db.prepare(`${insert} VALUES ${rows} ${after}`)
  }

  push(row: SQLInputValue[]): void {
    for (const value of row) this.#values[this.#used++] = value
    if (this.#used < rowsAtOnce * this.#width) return
    this.#used = 0
    this.#many.run(...this.#values)
  }

  flush(): void {
    const used = this.#used
    this.#used = 0
    for (let at = 0; at < used; at += this.#width) {
      this.#one.run(...this.#values.slice(at, at + this.#width))
    }
  }

  /** Drops unwritten rows: the transaction was rolled back. */
  drop(): void {
    this.#used = 0
  }
}

/** Consecutive positions from which a range is written as one statement. */
const fewest = 4

/**
 * Inserts positions. New products have consecutive keys, and products mostly move together: consecutive positions of consecutive keys
 * become one statement with three numbers. Call `flush` before reading one of them, and before the transaction ends.
 */
export class PositionQueue {
  readonly #products: RowQueue
  readonly #single: RowQueue
  readonly #many: StatementSync
  /** The range that grows: its first position, the key there, and its length. */
  #position = 0
  #key = 0
  #count = 0

  /** @param products new products, which are written first */
  constructor(db: DatabaseSync, products: RowQueue) {
    const after =
      'ON CONFLICT (position) DO UPDATE SET product = excluded.product, duplicate = excluded.duplicate'
    this.#products = products
    this.#single = new RowQueue(db, 'INSERT INTO place (position, product, duplicate)', 3, after)
    // By the key of `product`, of which nothing else is read.
    this.#many = db.prepare(`INSERT INTO place (position, product)
      SELECT key + ?, key FROM product WHERE key BETWEEN ? AND ? ${after}`)
  }

  /** @param duplicate as the column says */
  push(position: number, key: number | null, duplicate: string | null): void {
    const isNext = position === this.#position + this.#count && key === this.#key + this.#count
    if (isNext && duplicate === null) {
      this.#count++
      return
    }
    this.#end()
    if (key === null || duplicate !== null) {
      this.#single.push([position, key, duplicate])
      return
    }
    this.#position = position
    this.#key = key
    this.#count = 1
  }

  flush(): void {
    this.#end()
    this.#single.flush()
  }

  /** Drops unwritten positions: the transaction was rolled back. */
  drop(): void {
    this.#count = 0
    this.#single.drop()
  }

  #end(): void {
    const [position, key, count] = [this.#position, this.#key, this.#count]
    this.#count = 0
    if (count < fewest) {
      for (let at = 0; at < count; at++) this.#single.push([position + at, key + at, null])
      return
    }
    this.#products.flush()
    const { changes } = this.#many.run(position - key, key, key + count - 1)
    if (changes !== count) throw new Error(`products ${key} to ${key + count - 1} are not all there`)
  }
}

/** The statements of saving a page, prepared once: each is run up to a million times in a sync. */
export interface Statements {
  db: DatabaseSync
  /** Positions from the first to the last, with their products. By the keys of `place` and `product`. */
  range: StatementSync
  /** By the index `product_id`, once it exists (ids.ts). */
  byId: StatementSync
  byKey: StatementSync
  newProducts: RowQueue
  updateProduct: StatementSync
  positions: PositionQueue
  setDuplicate: StatementSync
  duplicateAt: StatementSync
  insertChange: StatementSync
  /** Read ranges that overlap a range: first, first, last, first. */
  readRangesIn: StatementSync
  putReadRange: StatementSync
  dropReadRange: StatementSync
  /** Address and perceptual hash of a product's picture, and whether it is broken. By the primary keys. */
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
  // SQLite assigns the next keys by itself, which is faster than passing each.
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
    positions: new PositionQueue(db, newProducts),
    setDuplicate: db.prepare('UPDATE place SET duplicate = ? WHERE position = ?'),
    duplicateAt: rows('SELECT duplicate FROM place WHERE position = ?'),
    insertChange: db.prepare(`
      INSERT INTO change (run, at, product, kind, field, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    // By the key: from the last that begins before the page, since they do not overlap, to the page's end.
    readRangesIn: db.prepare(`
      SELECT first, last, read_at, run FROM stretch
      WHERE first BETWEEN coalesce((SELECT max(first) FROM stretch WHERE first <= ?), ?) AND ? AND last >= ?`),
    putReadRange: db.prepare(
      'INSERT OR REPLACE INTO stretch (first, last, read_at, run) VALUES (?, ?, ?, ?)'
    ),
    dropReadRange: db.prepare('DELETE FROM stretch WHERE first = ?'),
    // As text: 64 bits do not fit into a number.
    pictureOf: rows(`
      SELECT image, CAST(look AS TEXT), broken FROM product LEFT JOIN picture ON picture.product = product.key WHERE key = ?`),
    // An unchanged picture is written once a day, not each time that somebody looks at it.
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
