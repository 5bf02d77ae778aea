import type { DatabaseSync } from 'node:sqlite'
import type { ChangeKind } from '../../contract/product-query'
import type { StoreProduct } from '../../api/types'
import type { CatalogProduct } from '../types'
import { fingerprintOf } from '../../reviews/content-fingerprint'
import { lookColumn } from './approval-check'
import { toFlags } from '../db/flags'

export type ProductValues = [
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
export const productColumns = `id, name, price, description, image, flags, added, changed, gone, ${lookColumn}`

/**
 * The number of the last run that read the list to its end; 0: none. One that was stopped or failed brings a part of what is
 * new: what the one before brought is not old by it. By the primary key, from its end.
 */
export function lastRunOf(db: DatabaseSync): number {
  const row = db
    .prepare("SELECT number FROM run WHERE outcome IN ('complete', 'partial') ORDER BY number DESC LIMIT 1")
    .get() as { number: number } | undefined
  return row?.number ?? 0
}

/** Whether a run has begun and not ended, also one that was cut off. By the primary key. */
export function isRunUnderWay(db: DatabaseSync): boolean {
  const row = db.prepare('SELECT outcome FROM run ORDER BY number DESC LIMIT 1').get()
  return row?.outcome === null
}

/** What a product's picture looks like: for the fingerprint alone, and, being a symbol's, not sent to other threads. */
const look = Symbol('look')

type Unseen = Omit<CatalogProduct, 'contentFingerprint'> & {
  contentFingerprint?: string
  [look]: string | null
}

/**
 * Reckoned only when it is asked for, or sent: an export of a million never does. One accessor serves all rows: an object with one
 * of its own takes three times the memory, and making it four times as long.
 */
const fingerprintWhenAsked = {
  enumerable: true,
  get(this: Unseen) {
    return fingerprintOf(this, this[look])
  }
}

/**
 * A product as it stands at a place. `duplicate`: what the place says of its own where the product has an earlier one (45): ''
 * for the same, else a StoreProduct as JSON.
 */
export function toCopyProduct(
  key: number,
  values: ProductValues,
  position: number | null,
  duplicate: string | null,
  lastRun: number
): CatalogProduct {
  const [id, name, price, description, image, bits, added, changed, gone, lookNow] = values
  const row: Unseen = {
    id,
    name,
    price,
    description,
    image,
    flags: toFlags(bits),
    key,
    position,
    change: changeOf(added, changed, gone, lastRun),
    review: { state: 'unreviewed', note: '' },
    findings: [],
    [look]: lookNow
  }
  if (duplicate !== null) return again(row, duplicate)
  return Object.defineProperty(row, 'contentFingerprint', fingerprintWhenAsked) as CatalogProduct
}

/** With what another place says of the product; the fingerprint stays that of its first position. */
function again(row: Unseen, duplicate: string): CatalogProduct {
  const contentFingerprint = fingerprintOf(row, row[look])
  const shown = duplicate === '' ? row : { ...row, ...(JSON.parse(duplicate) as StoreProduct) }
  const flags = shown.flags.includes('duplicate-id') ? shown.flags : [...shown.flags, 'duplicate-id' as const]
  return { ...shown, flags, contentFingerprint }
}

/** What the last run that read the list to its end said of a product; the first one brings what was there from the start. */
function changeOf(
  added: number,
  changed: number | null,
  gone: number | null,
  lastRun: number
): ChangeKind | null {
  if (gone !== null) return 'gone'
  if (lastRun === 0) return null
  if (added === lastRun && added > 1) return 'new'
  return changed === lastRun ? 'changed' : null
}

/** The first place of a product, by key; 0: it has none. */
export type PlaceOf = (key: number) => number

/** Products by key, in the order of the keys. By the primary key. */
export function readProducts(
  db: DatabaseSync,
  keys: Iterable<number>,
  placeOf: PlaceOf,
  lastRun: number
): CatalogProduct[] {
  const statement = db.prepare(`SELECT ${productColumns} FROM product WHERE key = ?`)
  statement.setReturnArrays(true)
  return Array.from(keys).flatMap((key) => {
    const values = statement.get(key) as unknown as ProductValues | undefined
    return values === undefined ? [] : [toCopyProduct(key, values, placeOf(key) || null, null, lastRun)]
  })
}

/** When the oldest of some places was read: ms since 1970; null when none was. Stretches do not overlap; by their key. */
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
