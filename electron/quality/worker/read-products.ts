import type { DatabaseSync } from 'node:sqlite'
import { bitOf as flagBit } from '../../catalog/db/flags'
import type { Sliced } from '../../database/cooperative'
import { bitOf } from '../bits'
import { headsEach } from '../catalog-wide/columns'
import { comparable, putHash } from '../catalog-wide/hash'
import { putHeads } from '../catalog-wide/surroundings'
import type { AuditedProduct, ProductRule } from '../rule'
import type { Basis } from './basis'

/** A rule that looks at one product, as it goes. */
export interface Testing {
  rule: ProductRule
  bit: number
  threshold: number
}

type Row = [
  key: number,
  id: string,
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  flags: number
]

const columnsOfRow = 'key, id, name, price, description, image, flags'
/** Rows read at once: some 3 ms with all that is done with them. */
const rowsAtOnce = 500
const asText = flagBit('price-was-text')

/** Reads and tests all products that are listed. By the primary key. */
export function* readAll(
  db: DatabaseSync,
  basis: Basis,
  testing: readonly Testing[],
  onRead: (key: number) => void
): Sliced<void> {
  const statement = db.prepare(
    `SELECT ${columnsOfRow} FROM product WHERE key > ? AND key <= ? AND gone IS NULL ORDER BY key`
  )
  statement.setReturnArrays(true)
  const { highest } = basis.columns
  for (let first = 0; first < highest; first += rowsAtOnce) {
    const last = Math.min(highest, first + rowsAtOnce)
    for (const row of statement.all(first, last) as unknown as Row[]) take(basis, row, testing)
    onRead(last)
    yield
  }
}

/** Reads and tests products again; those that are gone leave. By the primary key. */
export function* readSome(
  db: DatabaseSync,
  basis: Basis,
  keys: Uint32Array,
  testing: readonly Testing[],
  onRead: (count: number) => void
): Sliced<void> {
  const statement = db.prepare(`SELECT ${columnsOfRow} FROM product WHERE key = ? AND gone IS NULL`)
  statement.setReturnArrays(true)
  let read = 0
  for (const key of keys) {
    if (key > basis.columns.highest) break
    const row = statement.get(key) as unknown as Row | undefined
    if (row === undefined) clear(basis, key)
    else take(basis, row, testing)
    if (++read % rowsAtOnce === 0) {
      onRead(read)
      yield
    }
  }
}

/** The product of a row as rules look at it. */
export function productOf([, id, name, price, description, image, flags]: Row): AuditedProduct {
  return { id, name, price, priceAsText: (flags & asText) !== 0, description, image }
}

/** Finds a product that is listed by its id. By `product_id` or, until that is built, by looking at all. */
export function findProduct(db: DatabaseSync, id: string): { key: number; product: AuditedProduct } | null {
  const statement = db.prepare(`SELECT ${columnsOfRow} FROM product WHERE id = ? AND gone IS NULL`)
  statement.setReturnArrays(true)
  const row = statement.get(id) as unknown as Row | undefined
  return row === undefined ? null : { key: row[0], product: productOf(row) }
}

/** Keys of products by their ids, those that there are. */
export function keysOf(db: DatabaseSync, ids: readonly string[]): Map<string, number> {
  const statement = db.prepare('SELECT id, key FROM product WHERE id IN (SELECT value FROM json_each(?))')
  statement.setReturnArrays(true)
  return new Map(statement.all(JSON.stringify(ids)) as unknown as [string, number][])
}

function take({ columns, found }: Basis, row: Row, testing: readonly Testing[]): void {
  const [key, , name, price, description, image] = row
  const product = productOf(row)
  columns.listed[key] = 1
  columns.price[key] = price ?? NaN
  putHash(columns.name, key, comparable(name))
  putHash(columns.description, key, description?.trim() ?? '')
  putHash(columns.address, key, image ?? '')
  putHeads(columns.heads, key, name)
  let bits = 0
  for (const { rule, bit, threshold } of testing) if (rule.test(product, threshold) !== null) bits |= bit
  found[key] = bits
}

function clear({ columns, found }: Basis, key: number): void {
  columns.listed[key] = 0
  columns.price[key] = NaN
  for (const column of [columns.name, columns.description, columns.address])
    column.fill(0, 2 * key, 2 * key + 2)
  columns.heads.fill(0, key * headsEach, (key + 1) * headsEach)
  found[key] = 0
}

/** Sets the bit of the listed products that the list has at several places. By the index `place_duplicate`. */
export function markTwice(db: DatabaseSync, { columns, found }: Basis): void {
  const bit = bitOf('id-twice')
  const statement = db.prepare('SELECT DISTINCT product FROM place WHERE duplicate IS NOT NULL')
  statement.setReturnArrays(true)
  for (const [key] of statement.all() as unknown as [number][]) {
    if (columns.listed[key] === 1) found[key] = (found[key] ?? 0) | bit
  }
}

/** How many places of the list a product has. */
export function countPlaces(db: DatabaseSync, key: number): number {
  // The index holds the few places that repeat a product.
  const { n } = db
    .prepare('SELECT count(*) AS n FROM place WHERE duplicate IS NOT NULL AND product = ?')
    .get(key) as { n: number }
  return n + 1
}
