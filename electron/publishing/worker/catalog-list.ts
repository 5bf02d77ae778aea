import type { DatabaseSync } from 'node:sqlite'
import { entryLine, type ListFacts } from '../../api/published-entry'
import type { StoreProduct } from '../../api/types'
import { readFacts } from '../../catalog/db/facts'
import { toFlags } from '../../catalog/db/stored-codes'
import type { SetAsideReason } from '../../contract/product'

/** The list that the last complete sync has read. */
export interface CatalogList extends ListFacts {
  /** When that sync began, ms since 1970. */
  at: number
  /** When a person last said that a list of which much was missing is right; null: never. */
  confirmedAt: number | null
}

/** null: no sync was complete, or the list has moved since. */
export function catalogList(db: DatabaseSync): CatalogList | null {
  const { complete, disturbed, total, pageCap, form, oddities, confirmed } = readFacts(db)
  if (complete === null || disturbed || lastOutcome(db) !== 'complete') return null
  const [at, confirmedAt] = [startOf(db, complete.run), confirmed === 0 ? null : startOf(db, confirmed)]
  if (at === null) return null
  return { entries: complete.entries, total, pageCap, form: form ?? 'full', oddities, at, confirmedAt }
}

function startOf(db: DatabaseSync, run: number): number | null {
  const row = db.prepare('SELECT started_at AS at FROM run WHERE number = ?').get(run)
  return row === undefined ? null : Number(row.at)
}

/** Null while a run is under way: what it has read is part of the list already. */
function lastOutcome(db: DatabaseSync): string | null {
  const row = db.prepare('SELECT outcome FROM run ORDER BY number DESC LIMIT 1').get()
  return typeof row?.outcome === 'string' ? row.outcome : null
}

type Row = [
  position: number,
  product: number | null,
  duplicate: string | null,
  id: string,
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  flags: number,
  reason: SetAsideReason | null,
  asideId: string,
  asideName: string
]

/** The lines of all entries in the store's order: products, and what could not be read. By the keys of `place`, `product` and `set_aside`. */
export function* catalogLines(db: DatabaseSync): Generator<string> {
  const rows = db.prepare(
    `SELECT place.position, place.product, place.duplicate, product.id, product.name, price, description, image, flags,
       set_aside.reason, set_aside.id, set_aside.name
     FROM place LEFT JOIN product ON product.key = place.product
       LEFT JOIN set_aside ON place.product IS NULL AND set_aside.position = place.position
     ORDER BY place.position`
  )
  rows.setReturnArrays(true)
  let expected = 1
  for (const row of rows.iterate() as unknown as Iterable<Row>) {
    if (row[0] !== expected++) throw new Error('the list has a gap')
    yield lineOf(row)
  }
}

function lineOf(row: Row): string {
  const [, product, duplicate, id, name, price, description, image, flags, reason, asideId, asideName] = row
  if (product === null) return entryLine({ reason: reason ?? 'not-an-object', id: asideId, name: asideName })
  // A position that lists the product differently says so itself (fault 45).
  if (duplicate !== null && duplicate !== '') {
    const entry = JSON.parse(duplicate) as StoreProduct
    return entryLine({ ...entry, flags: entry.flags.filter((flag) => flag !== 'duplicate-id') })
  }
  return entryLine({ id, name, price, description, image, flags: toFlags(flags) })
}
