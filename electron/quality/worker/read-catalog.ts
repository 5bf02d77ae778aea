import type { DatabaseSync } from 'node:sqlite'
import { readCoverage, readFacts } from '../../catalog/db/facts'
import type { Coverage } from '../../contract/coverage'
import { bitOf as flagBit } from '../../catalog/db/stored-codes'
import type { Task } from '../../database/cooperative'
import { bitOf } from '../rule-settings'
import {
  comparable,
  putHash,
  makePictureColumns,
  pictureStates,
  type PictureColumns
} from '../catalog-wide/columns'
import { putHeads } from '../catalog-wide/name-heads'
import type { AuditedProduct, ProductRule, AuditedPicture } from '../rule'
import type { Basis } from './basis'
import { codeOfNumber } from '../../catalog/db/stored-codes'

/** The state of a copy, as far as an audit depends on it. */
export interface CatalogState {
  coverage: Coverage
  /** The last sync that read the list to its end; null: none has. */
  run: number | null
  highest: number
  /** The store's list has the pictures and descriptions of products. */
  isFullForm: boolean
  /** When the first sync began, ms since 1970; null: there was none. */
  knownSince: number | null
  /** Another text where anything that an audit looks at may be different. */
  stamp: string
}

/** Looks at a copy: some ms, and some 60 for what is known of a million pictures. */
export function catalogState(db: DatabaseSync): CatalogState {
  const facts = readFacts(db)
  const coverage = readCoverage(db, facts)
  const one = (sql: string): Record<string, number | null> =>
    db.prepare(sql).get() as Record<string, number | null>
  const { highest = 0 } = one('SELECT coalesce(max(key), 0) AS highest FROM product')
  const { first = null } = one(
    'SELECT min(started_at) AS first FROM run WHERE number = (SELECT min(number) FROM run)'
  )
  // By the primary key: runs are few. One that failed or was stopped is no sync that a score could be of.
  const { run = null } = one("SELECT max(number) AS run FROM run WHERE outcome IN ('complete', 'partial')")
  const { last = 0 } = one('SELECT coalesce(max(number), 0) AS last FROM change')
  const { twice = 0 } = one('SELECT count(*) AS twice FROM place WHERE duplicate IS NOT NULL')
  // All times, not the latest alone: the clock may have been ahead (fault 93). In 32 bits each their sum is exact for two million.
  const pictures = one('SELECT count(*) AS count, total(checked_at & 0xffffffff) AS times FROM picture')
  const { read = null } = facts.baseline ? one('SELECT max(read_at) AS read FROM stretch') : {}
  const parts = [
    String(first),
    last,
    run,
    highest,
    twice,
    coverage.setAside,
    facts.form,
    pictures.count,
    pictures.times,
    read
  ]
  return {
    coverage,
    run,
    highest: highest ?? 0,
    isFullForm: facts.form !== 'short',
    knownSince: first,
    stamp: parts.join(' ')
  }
}

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
export function* readProducts(
  db: DatabaseSync,
  basis: Basis,
  testing: readonly Testing[],
  onRead: (products: number) => void
): Task<void> {
  const statement = db.prepare(
    `SELECT ${columnsOfRow} FROM product WHERE key > ? AND key <= ? AND gone IS NULL ORDER BY key`
  )
  statement.setReturnArrays(true)
  const { highest } = basis.columns
  let read = 0
  for (let first = 0; first < highest; first += rowsAtOnce) {
    const rows = statement.all(first, Math.min(highest, first + rowsAtOnce)) as unknown as Row[]
    for (const row of rows) take(basis, row, testing)
    read += rows.length
    onRead(read)
    yield
  }
}

/** The product of a row as rules look at it. */
function productOf([, id, name, price, description, image, flags]: Row): AuditedProduct {
  return { id, name, price, priceAsText: (flags & asText) !== 0, description, image }
}

/** Finds a product that is listed by its id. By `product_id` or, until that is built, by looking at all. */
export function findProduct(db: DatabaseSync, id: string): { key: number; product: AuditedProduct } | null {
  const statement = db.prepare(`SELECT ${columnsOfRow} FROM product WHERE id = ? AND gone IS NULL`)
  statement.setReturnArrays(true)
  const row = statement.get(id) as unknown as Row | undefined
  return row === undefined ? null : { key: row[0], product: productOf(row) }
}

/** Keys of the products that exist, by their IDs. */
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

type PictureRow = [
  product: number,
  broken: number,
  width: number | null,
  height: number | null,
  contentAbove: number | null,
  contentBelow: number | null,
  lookAbove: number | null,
  lookBelow: number | null
]

// A number of 64 bits does not fit into one of JavaScript's.
const columnsOfPicture = `product, broken, width, height,
  (content >> 32) & 0xffffffff, content & 0xffffffff, (look >> 32) & 0xffffffff, look & 0xffffffff`
/** Rows read at once: some 2 ms. */
const picturesAtOnce = 1500

/** Reads what is known of all pictures: a second for a million. By the primary key. */
export function* readPictures(db: DatabaseSync, highest: number): Task<PictureColumns> {
  const pictures = makePictureColumns(highest)
  const statement = db.prepare(
    `SELECT ${columnsOfPicture} FROM picture WHERE product > ? AND product <= ? ORDER BY product LIMIT ${picturesAtOnce}`
  )
  statement.setReturnArrays(true)
  for (let last = 0; ;) {
    const rows = statement.all(last, highest) as unknown as PictureRow[]
    const end = rows.at(-1)
    if (end === undefined) return pictures
    last = end[0]
    for (const row of rows) putPicture(pictures, row)
    yield
  }
}

/** What is known of one product's picture, from the catalog itself; null: nothing. */
export function findPicture(db: DatabaseSync, key: number): AuditedPicture | null {
  const statement = db.prepare('SELECT broken, width, height FROM picture WHERE product = ?')
  const row = statement.get(key) as
    { broken: number; width: number | null; height: number | null } | undefined
  if (row === undefined) return null
  const { broken, width, height } = row
  return { broken: broken === 0 ? null : codeOfNumber(broken), width: width ?? 0, height: height ?? 0 }
}

/** What is known of a product's picture; null: nothing. */
export function pictureAt(pictures: PictureColumns, key: number): AuditedPicture | null {
  const state = pictures.state[key] ?? pictureStates.unknown
  if (state === pictureStates.unknown) return null
  return {
    broken: state === pictureStates.broken ? codeOfNumber(pictures.broken[key] ?? 0) : null,
    width: pictures.width[key] ?? 0,
    height: pictures.height[key] ?? 0
  }
}

function putPicture(pictures: PictureColumns, row: PictureRow): void {
  const [key, broken, width, height, contentAbove, contentBelow, lookAbove, lookBelow] = row
  const { state, content, look } = pictures
  state[key] = broken === 0 ? pictureStates.shown : pictureStates.broken
  pictures.broken[key] = broken
  pictures.width[key] = Math.min(width ?? 0, 0xffff)
  pictures.height[key] = Math.min(height ?? 0, 0xffff)
  content[2 * key] = contentAbove ?? 0
  content[2 * key + 1] = contentBelow ?? 0
  look[2 * key] = lookAbove ?? 0
  look[2 * key + 1] = lookBelow ?? 0
}
