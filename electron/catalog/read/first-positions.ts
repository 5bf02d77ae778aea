import type { DatabaseSync } from 'node:sqlite'
import type { Sliced } from '../../database/cooperative'

/** Places looked at at once: a few ms. */
const placesAtOnce = 30_000

/**
 * The first places of some products in the store's list, by key; those that are not listed are missing. For when places are not
 * in memory: a tenth of a second for a million. By the primary key.
 */
export function* findFirstPlaces(db: DatabaseSync, keys: readonly number[]): Sliced<Map<number, number>> {
  const { last } = db.prepare('SELECT coalesce(max(position), 0) AS last FROM place').get() as {
    last: number
  }
  const statement = db.prepare(
    `SELECT product, min(position) FROM place
     WHERE position BETWEEN ? AND ? AND product IN (SELECT value FROM json_each(?)) GROUP BY product`
  )
  statement.setReturnArrays(true)
  const wanted = JSON.stringify(keys)
  const found = new Map<number, number>()
  for (let first = 1; first <= last && found.size < keys.length; first += placesAtOnce) {
    const rows = statement.all(first, first + placesAtOnce - 1, wanted) as unknown as [number, number][]
    for (const [key, position] of rows) if (!found.has(key)) found.set(key, position)
    yield
  }
  return found
}
