import type { DatabaseSync } from 'node:sqlite'
import { seenOf, type SeenContent } from '../../reviews/seen'
import type { Sliced } from './reader-slices'

/** What was approved of products, by their keys: `seenOf` as its upper and its lower half; 0: nothing is known. */
export type Approvals = Uint32Array<ArrayBuffer>

export function createApprovals(highest: number): Approvals {
  return new Uint32Array(2 * highest + 2)
}

export function addApproval(approvals: Approvals, key: number, seen: string): void {
  approvals.set(halvesOf(seen), 2 * key)
}

function halvesOf(seen: string): [above: number, below: number] {
  return [parseInt(seen.slice(0, 8), 16), parseInt(seen.slice(8), 16)]
}

/** Columns of a product that `seenNow` takes. */
export const seenColumns = 'name, price, description, image'
export type SeenValues = [
  name: string,
  price: number | null,
  description: string | null,
  image: string | null
]

export function seenNow([name, price, description, image]: SeenValues): string {
  const content: SeenContent = { name, price, description, image }
  return seenOf(content)
}

/** Keys that one statement reads: rows that stand together cost a fifth of as many single ones. */
const keysTogether = 20
/** Products that are compared between two pauses: about 1 ms. */
const comparedAtOnce = 400

/** The keys of products that are not what was approved any more. A few seconds for a million; by the primary key. */
export function* findChanged(db: DatabaseSync, approvals: Approvals): Sliced<number[]> {
  const statement = db.prepare(`SELECT key, ${seenColumns} FROM product WHERE key BETWEEN ? AND ?`)
  statement.setReturnArrays(true)
  const isApproved = (key: number): boolean =>
    ((approvals[2 * key] ?? 0) | (approvals[2 * key + 1] ?? 0)) !== 0
  const changed: number[] = []
  let compared = 0
  for (let end = approvals.length / 2, first = 1; first < end; first += keysTogether) {
    let [from, to] = [first, Math.min(end, first + keysTogether) - 1]
    while (from <= to && !isApproved(from)) from++
    while (to > from && !isApproved(to)) to--
    if (from > to) continue
    for (const [key, ...values] of statement.all(from, to) as unknown as [number, ...SeenValues][]) {
      if (!isApproved(key)) continue
      const [above, below] = halvesOf(seenNow(values))
      if (above !== approvals[2 * key] || below !== approvals[2 * key + 1]) changed.push(key)
    }
    compared += to - from + 1
    if (compared < comparedAtOnce) continue
    compared = 0
    yield
  }
  return changed
}
