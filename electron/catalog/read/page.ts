import type { DatabaseSync } from 'node:sqlite'
import type { SetAsideItem } from '../../contract/product'
import type { ListAnswer } from '../types'
import { productColumns, toCopyProduct, type ProductValues } from './rows'
import type { Standing } from './summary'

type PlaceRow = [position: number, product: number | null, duplicate: string | null, ...ProductValues]

/**
 * Rows of the store's own list, straight from its places: products in its order, also those that it lists twice, and items that were
 * set aside. `offset` from 0. Within a transaction of the caller's.
 */
export function readPage(
  db: DatabaseSync,
  offset: number,
  limit: number,
  { facts, coverage, lastRun, lastPlace }: Standing
): ListAnswer {
  const [first, last] = [offset + 1, offset + limit]
  // By the key of place, then by that of product.
  const statement = db.prepare(
    `SELECT position, product, duplicate, ${productColumns}
     FROM place LEFT JOIN product ON product.key = place.product
     WHERE position BETWEEN ? AND ? ORDER BY position`
  )
  statement.setReturnArrays(true)
  const rows = statement.all(first, last) as unknown as PlaceRow[]
  const expected = Math.min(last, Math.max(lastPlace, facts.total ?? 0))
  return {
    items: rows.flatMap(([position, product, duplicate, ...values]) =>
      product === null ? [] : [toCopyProduct(product, values, position, duplicate, lastRun)]
    ),
    setAside: rows.some(([, product]) => product === null) ? unreadableBetween(db, first, last) : [],
    count: lastPlace,
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

/** When the oldest part of a range was read. Stretches do not overlap; by their key. */
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
