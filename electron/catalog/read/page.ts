import type { DatabaseSync } from 'node:sqlite'
import { changedFields, percentOf, type ChangedField } from '../../contract/history-kinds'
import type { ChangeKind } from '../../contract/product-query'
import type { StoreProduct } from '../../api/types'
import type { CatalogProduct, ListAnswer } from '../types'
import { fingerprintOf } from '../content-fingerprint'
import { lookColumn } from './review-columns'
import { unreviewed } from '../../contract/review-state'
import { toFlags } from '../db/stored-codes'
import type { SetAsideItem } from '../../contract/product'
import type { CatalogSummary } from '../db/facts'
import { countIn, countUnseen, seenRanges } from '../db/seen-changes'
import type { Range } from '../history-types'

type ProductValues = [
  id: string,
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  flags: number,
  added: number,
  changed: number | null,
  gone: number | null,
  look: string | null
]

/** The columns of `ProductValues`. */
const productColumns = `id, name, price, description, image, flags, added, changed, gone, ${lookColumn}`

/** A picture's perceptual hash, which only the fingerprint needs; a symbol's property is not sent to other threads. */
const look = Symbol('look')

type Unseen = Omit<CatalogProduct, 'contentFingerprint'> & {
  contentFingerprint?: string
  [look]: string | null
}

/**
 * Computed only when it is read or sent: an export of a million never does. One accessor serves all rows: an own one takes three times
 * the memory and four times as long to make.
 */
const fingerprintWhenAsked = {
  enumerable: true,
  get(this: Unseen) {
    return fingerprintOf(this, this[look])
  }
}

/**
 * A product as it stands at a position. `duplicate`: what the position stores itself where the product has an earlier one (fault 45):
 * '' for the same content, else a StoreProduct as JSON.
 */
function toCatalogProduct(
  key: number,
  values: ProductValues,
  position: number | null,
  duplicate: string | null,
  told: ToldChanges
): CatalogProduct {
  const [id, name, price, description, image, bits, added, changed, gone, lookNow] = values
  const change = changeOf(key, { added, changed, gone }, told)
  const row: Unseen = {
    id,
    name,
    price,
    description,
    image,
    flags: toFlags(bits),
    key,
    position,
    change,
    ...(change === 'changed' ? told.fieldsOf(key, changed ?? 0) : { changedFields: [], pricePercent: null }),
    review: unreviewed,
    findings: [],
    [look]: lookNow
  }
  if (duplicate !== null) return again(row, duplicate)
  return Object.defineProperty(row, 'contentFingerprint', fingerprintWhenAsked) as CatalogProduct
}

/** With what a later position says about the product; the fingerprint stays that of its first one. */
function again(row: Unseen, duplicate: string): CatalogProduct {
  const contentFingerprint = fingerprintOf(row, row[look])
  const shown = duplicate === '' ? row : { ...row, ...(JSON.parse(duplicate) as StoreProduct) }
  const flags = shown.flags.includes('duplicate-id') ? shown.flags : [...shown.flags, 'duplicate-id' as const]
  return { ...shown, flags, contentFingerprint }
}

/** What runs found about products, as far as it is told beside them: all of the last one, and of earlier ones what nobody has seen yet. */
interface ToldChanges {
  has: (run: number, kind: 'new' | 'changed', key: number) => boolean
  /** What of a product, by its key, a run found to be another, and by how many percent its price is. */
  fieldsOf: (key: number, run: number) => { changedFields: ChangedField[]; pricePercent: number | null }
}

/** By the index of changes by run, kind and product. @param lastRun that was finished; 0: none was */
function toldChanges(db: DatabaseSync, lastRun: number): ToldChanges {
  const statement = db.prepare(
    'SELECT number, field, before, after FROM change WHERE run = ? AND kind = ? AND product = ? ORDER BY number'
  )
  const changesOf = (run: number, kind: string, key: number): FoundChange[] =>
    statement.all(run, kind, key) as unknown as FoundChange[]
  let seen: Range[] | null = null
  let isAllSeen = false
  const isUnseen = ({ number }: FoundChange): boolean => countIn(seen ?? [], number, number) === 0
  return {
    has(run, kind, key) {
      if (run >= lastRun) return run === lastRun
      if (seen === null) {
        seen = seenRanges(db)
        isAllSeen = countUnseen(db, seen) === 0
      }
      return !isAllSeen && changesOf(run, kind, key).some(isUnseen)
    },
    fieldsOf(key, run) {
      const found = changesOf(run, 'changed', key)
      const prices = found.filter(({ field }) => field === 'price')
      return {
        changedFields: changedFields.filter((field) => found.some((each) => each.field === field)),
        pricePercent: percentOf(prices[0]?.before ?? null, prices.at(-1)?.after ?? null)
      }
    }
  }
}

interface FoundChange {
  number: number
  field: string | null
  before: string | null
  after: string | null
}

/** What is told of a product, by the runs that found it; those of the initial import are not new. */
function changeOf(
  key: number,
  { added, changed, gone }: { added: number; changed: number | null; gone: number | null },
  told: ToldChanges
): ChangeKind | null {
  if (gone !== null) return 'gone'
  if (added > 1 && told.has(added, 'new', key)) return 'new'
  return changed !== null && told.has(changed, 'changed', key) ? 'changed' : null
}

/** The first position of a product, by key; 0: none. */
export type PositionOf = (key: number) => number

/** Products by key, in the order of the keys. By the primary key. */
export function readProducts(
  db: DatabaseSync,
  keys: Iterable<number>,
  positionOf: PositionOf,
  lastRun: number
): CatalogProduct[] {
  const statement = db.prepare(`SELECT ${productColumns} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  const told = toldChanges(db, lastRun)
  return Array.from(keys).flatMap((key) => {
    const values = statement.get(key) as unknown as ProductValues | undefined
    return values === undefined ? [] : [toCatalogProduct(key, values, positionOf(key) || null, null, told)]
  })
}

/** When the oldest of some positions was read: ms since 1970; null: none was. Read ranges do not overlap; by their key. */
export function oldestReading(db: DatabaseSync, positions: Iterable<number>): number | null {
  const statement = db.prepare(
    'SELECT last, read_at FROM stretch WHERE first <= ? ORDER BY first DESC LIMIT 1'
  )
  statement.setReturnArrays(true)
  let oldest: number | null = null
  for (const position of positions) {
    const row = statement.get(position) as unknown as [last: number, readAt: number] | undefined
    if (row !== undefined && row[0] >= position && (oldest === null || row[1] < oldest)) oldest = row[1]
  }
  return oldest
}

type PositionRow = [position: number, product: number | null, duplicate: string | null, ...ProductValues]

/**
 * Reads rows of the store's own list: products in its order, also those that it lists twice, and unreadable items. `offset` from 0.
 * Within a transaction of the caller.
 */
export function readPage(
  db: DatabaseSync,
  offset: number,
  limit: number,
  { facts, coverage, lastRun, lastPosition }: CatalogSummary
): ListAnswer {
  const [first, last] = [offset + 1, offset + limit]
  // By the key of place, then by that of product.
  const statement = db.prepare(
    `SELECT position, product, duplicate, ${productColumns}
     FROM place LEFT JOIN product ON product.key = place.product
     WHERE position BETWEEN ? AND ? ORDER BY position`
  )
  statement.setReturnArrays(true)
  const rows = statement.all(first, last) as unknown as PositionRow[]
  const told = toldChanges(db, lastRun)
  const expected = Math.min(last, Math.max(lastPosition, facts.total ?? 0))
  return {
    items: rows.flatMap(([position, product, duplicate, ...values]) =>
      product === null ? [] : [toCatalogProduct(product, values, position, duplicate, told)]
    ),
    setAside: rows.some(([, product]) => product === null) ? unreadableBetween(db, first, last) : [],
    count: lastPosition,
    order: 'store',
    terms: [],
    coverage,
    hasGaps: rows.length < expected - offset,
    readAt: readAt(db, first, last),
    form: facts.form ?? 'full'
  }
}

/** By the primary key. */
function unreadableBetween(db: DatabaseSync, first: number, last: number): SetAsideItem[] {
  const rows = db
    .prepare(
      'SELECT position, reason, id, name FROM set_aside WHERE position BETWEEN ? AND ? ORDER BY position'
    )
    .all(first, last) as unknown as SetAsideItem[]
  return rows.map((item) => ({ ...item }))
}

/** When the oldest part of a range was read: ms since 1970. Read ranges do not overlap; by their key. */
function readAt(db: DatabaseSync, first: number, last: number): number | null {
  const row = db
    .prepare(
      `SELECT min(read_at) AS at FROM stretch
       WHERE first BETWEEN coalesce((SELECT max(first) FROM stretch WHERE first <= ?1), ?1) AND ?2
         AND last >= ?1`
    )
    .get(first, last) as { at: number | null }
  return row.at
}
