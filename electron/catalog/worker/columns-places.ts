import type { DatabaseSync } from 'node:sqlite'
import type { Columns } from './columns'
import type { Sliced } from './reader-slices'

/** Places read at once: a few ms. */
const placesAtOnce = 30_000

/** Reads the store's order anew: a tenth of a second for a million products. By the primary key. */
export function* loadStoreOrder(db: DatabaseSync, columns: Columns): Sliced<void> {
  const { highest } = columns
  const place = new Uint32Array(highest + 1)
  const storeOrder = new Uint32Array(highest)
  const { last } = db.prepare('SELECT coalesce(max(position), 0) AS last FROM place').get() as {
    last: number
  }
  // As text: a list of numbers in one value costs a fifth of as many rows.
  const statement = db.prepare(
    `SELECT CAST(json_group_array(product) AS BLOB) AS products, CAST(json_group_array(position) AS BLOB) AS positions
     FROM (SELECT product, position FROM place WHERE position BETWEEN ? AND ? AND product IS NOT NULL ORDER BY position)`
  )
  let listed = 0
  for (let first = 1; first <= last; first += placesAtOnce) {
    const row = statement.get(first, first + placesAtOnce - 1)
    const { products, positions } = row as Record<'products' | 'positions', Uint8Array>
    const keys = parseNumbers(products, placesAtOnce)
    const places = parseNumbers(positions, placesAtOnce)
    for (const [at, key] of keys.entries()) {
      if (key > highest || place[key] !== 0) continue
      place[key] = places[at] ?? 0
      storeOrder[listed++] = key
    }
    yield
  }
  columns.listed = listed
  for (let key = 1; key <= highest; key++) if (place[key] === 0) storeOrder[listed++] = key
  columns.place = place
  columns.storeOrder = storeOrder
  columns.storeVersion++
  columns.version++
}

/** Numbers of a JSON list of whole numbers, at most `most`. */
function parseNumbers(json: Uint8Array, most: number): Uint32Array {
  const numbers = new Uint32Array(most)
  let count = 0
  let number = 0
  let isNumber = false
  for (const byte of json) {
    if (byte >= 0x30 && byte <= 0x39) {
      number = number * 10 + byte - 0x30
      isNumber = true
    } else if (isNumber) {
      numbers[count++] = number
      number = 0
      isNumber = false
    }
  }
  return numbers.subarray(0, count)
}
