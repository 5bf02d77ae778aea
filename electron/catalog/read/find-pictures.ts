import type { DatabaseSync } from 'node:sqlite'
import type { PictureCounts, UncheckedPicture, UncheckedQuestion } from '../types'
import type { Sliced } from '../../database/cooperative'

/** Keys looked at at once: a few ms. */
const keysAtOnce = 3000

function highestKey(db: DatabaseSync): number {
  return (db.prepare('SELECT coalesce(max(key), 0) AS n FROM product').get() as { n: number }).n
}

/**
 * Products whose picture is to be seen to. What is known of pictures, which is narrow, tells most of those that are not; only the
 * others' rows are read. By the keys of `picture` and `product`.
 */
export function* findUnchecked(
  db: DatabaseSync,
  { after, limit, shownSince, brokenSince }: UncheckedQuestion
): Sliced<UncheckedPicture[]> {
  const known = db.prepare(
    'SELECT product, broken, kept_at FROM picture WHERE product > ? AND product <= ? ORDER BY product'
  )
  known.setReturnArrays(true)
  const product = db.prepare('SELECT image FROM product WHERE key = ? AND gone IS NULL')
  product.setReturnArrays(true)
  const found: UncheckedPicture[] = []
  const highest = highestKey(db)
  for (let first = after; first < highest; first += keysAtOnce) {
    const last = Math.min(highest, first + keysAtOnce)
    const rows = known.all(first, last) as unknown as [number, number, number | null][]
    let at = 0
    for (let key = first + 1; key <= last; key++) {
      const row = rows[at]?.[0] === key ? rows[at++] : undefined
      const kept = keptOf(row)
      if (kept !== null && kept.at >= (kept.state === 'shown' ? shownSince : brokenSince)) continue
      const [address] = (product.get(key) as unknown as [string | null] | undefined) ?? [null]
      if (address !== null) found.push({ key, address, kept })
      if (found.length >= limit) return found
    }
    yield
  }
  return found
}

function keptOf(row: [number, number, number | null] | undefined): UncheckedPicture['kept'] {
  if (row === undefined || row[2] === null) return null
  return { at: row[2], state: row[1] === 0 ? 'shown' : 'broken' }
}

/** Counts products with a picture, and what was seen to of them since a time. By the keys; those that are gone by `product_gone`. */
export function* countPictures(db: DatabaseSync, since: number): Sliced<PictureCounts> {
  const products = db.prepare(
    'SELECT count(*) AS n FROM product WHERE key > ? AND key <= ? AND gone IS NULL AND image IS NOT NULL'
  )
  const known = db.prepare(
    `SELECT count(*) AS checked, count(nullif(broken, 0)) AS broken FROM picture
     WHERE product > ? AND product <= ? AND kept_at >= ?`
  )
  const gone = db.prepare(
    `SELECT count(*) AS checked, count(nullif(broken, 0)) AS broken
     FROM product CROSS JOIN picture ON picture.product = product.key
     WHERE product.gone IS NOT NULL AND kept_at >= ?`
  )
  const left = gone.get(since) as unknown as Omit<PictureCounts, 'total'>
  const counts = { total: 0, checked: -left.checked, broken: -left.broken }
  const highest = highestKey(db)
  for (let first = 0; first < highest; first += keysAtOnce) {
    const { n } = products.get(first, first + keysAtOnce) as { n: number }
    const some = known.get(first, first + keysAtOnce, since) as unknown as Omit<PictureCounts, 'total'>
    counts.total += n
    counts.checked += some.checked
    counts.broken += some.broken
    yield
  }
  return { ...counts, checked: Math.max(0, counts.checked), broken: Math.max(0, counts.broken) }
}
