import type { DatabaseSync } from 'node:sqlite'
import { productsInRow } from '../../catalog/db/findings-schema'
import { toNumbers } from '../../catalog/search/segment-store'

/**
 * Notes the products of which errors were found that the audit before had not, and forgets those that have none any more: whoever
 * approved them before has not seen that. Before the findings themselves are written, within the same transaction. The first audit
 * finds nothing that is new.
 *
 * @param found the rules by key, without what products are excepted from
 * @param errors the bits of the rules that are errors
 * @param at ms since 1970; null: nothing is new, since only exceptions or severities are others
 */
export function noteWorse(db: DatabaseSync, found: Uint32Array, errors: number, at: number | null): void {
  const drop = db.prepare('DELETE FROM worse WHERE product = ?')
  const noted = db.prepare('SELECT product FROM worse').all() as { product: number }[]
  for (const { product } of noted) if (((found[product] ?? 0) & errors) === 0) drop.run(product)
  if (at === null) return
  const put = db.prepare('INSERT OR REPLACE INTO worse (product, at) VALUES (?, ?)')
  const known = db.prepare('SELECT first, bits FROM finding ORDER BY first').all() as {
    first: number
    bits: Uint8Array<ArrayBuffer>
  }[]
  const before = new Map(known.map(({ first, bits }) => [first, toNumbers(bits)]))
  for (let first = 0; first < found.length && before.size > 0; first += productsInRow) {
    const row = before.get(first)
    const end = Math.min(found.length, first + productsInRow)
    for (let key = first; key < end; key++) {
      if (((found[key] ?? 0) & ~(row?.[key - first] ?? 0) & errors) !== 0) put.run(key, at)
    }
  }
}
