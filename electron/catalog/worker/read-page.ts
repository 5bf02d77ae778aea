import type { DatabaseSync } from 'node:sqlite'
import type { SetAsideItem, SetAsideReason } from '../../contract/product'
import type { StoreProduct } from '../../api/types'
import type { ChangeKind } from '../../contract/narrowing'
import type { CopyProduct, ListAnswer } from '../types'
import { readCoverage, readFacts } from './facts'
import { toFlags } from './flags'

type PlaceRow = [
  position: number,
  duplicate: string | null,
  key: number | null,
  id: string | null,
  name: string | null,
  price: number | null,
  description: string | null,
  image: string | null,
  flags: number | null,
  added: number | null,
  changed: number | null
]

/** Rows of the store's own list, straight from its places. `offset` from 0. */
export function readPage(db: DatabaseSync, offset: number, limit: number): ListAnswer {
  const [first, last] = [offset + 1, offset + limit]
  const facts = readFacts(db)
  const lastRun = numberOf(db, 'SELECT max(number) AS n FROM run WHERE outcome IS NOT NULL')
  // By the key of place, then by that of product.
  const statement = db.prepare(
    `SELECT position, duplicate, key, id, name, price, description, image, flags, added, changed
     FROM place LEFT JOIN product ON product.key = place.product
     WHERE position BETWEEN ? AND ? ORDER BY position`
  )
  statement.setReturnArrays(true)
  const rows = statement.all(first, last) as unknown as PlaceRow[]
  const setAside = db
    .prepare(
      'SELECT position, reason, id, name FROM set_aside WHERE position BETWEEN ? AND ? ORDER BY position'
    )
    .all(first, last) as unknown as (SetAsideItem & { reason: SetAsideReason })[]
  const count = numberOf(db, 'SELECT max(position) AS n FROM place')
  const expected = Math.min(last, Math.max(count, facts.total ?? 0))
  return {
    items: rows.filter((row) => row[2] !== null).map((row) => toProduct(row, lastRun)),
    setAside: setAside.map((item) => ({ ...item })),
    count,
    order: 'store',
    terms: [],
    coverage: readCoverage(db, facts),
    hasGaps: rows.length < Math.max(0, expected - offset),
    readAt: readAt(db, first, last),
    form: facts.form ?? 'full'
  }
}

function toProduct(row: PlaceRow, lastRun: number): CopyProduct {
  const [position, duplicate, , id, name, price, description, image, flags, added, changed] = row
  const product: StoreProduct = {
    id: id ?? '',
    name: name ?? '',
    price,
    description,
    image,
    flags: toFlags(flags ?? 0)
  }
  const shown = duplicate === null ? product : again(product, duplicate)
  return { ...shown, position, change: changeOf(added, changed, lastRun) }
}

/** Another place of an id: with its own content where that differs (45). */
function again(product: StoreProduct, duplicate: string): StoreProduct {
  if (duplicate === '') return { ...product, flags: [...product.flags, 'duplicate-id'] }
  return JSON.parse(duplicate) as StoreProduct
}

function changeOf(added: number | null, changed: number | null, lastRun: number): ChangeKind | null {
  if (lastRun === 0) return null
  if (added === lastRun && added > 1) return 'new'
  return changed === lastRun ? 'changed' : null
}

/** When the oldest part of a range was read. Stretches do not overlap. */
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

function numberOf(db: DatabaseSync, sql: string): number {
  return (db.prepare(sql).get() as { n: number | null }).n ?? 0
}
