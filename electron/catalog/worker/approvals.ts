import type { DatabaseSync } from 'node:sqlite'
import { areAlike, lookIn, type LookHalves } from '../../contract/seen'
import { seenOf, type SeenContent } from '../../reviews/seen'
import type { Sliced } from './reader-slices'

/** What was approved of products, by their keys: `seenOf` in halves of 32 bits, two numbers a product; 0: nothing is known. */
export interface Approvals {
  texts: Uint32Array<ArrayBuffer>
  looks: Uint32Array<ArrayBuffer>
}

export function createApprovals(highest: number): Approvals {
  const length = 2 * highest + 2
  return { texts: new Uint32Array(length), looks: new Uint32Array(length) }
}

export function addApproval({ texts, looks }: Approvals, key: number, seen: string): void {
  texts.set(halvesOf(seen), 2 * key)
  looks.set(lookIn(seen), 2 * key)
}

function halvesOf(seen: string): LookHalves {
  return [parseInt(seen.slice(0, 8), 16), parseInt(seen.slice(8, 16), 16)]
}

/** How a product's picture looks, as `seenOf` takes it; null: not known, or as good as flat. By the primary key of `picture`. */
export const lookColumn = `(SELECT printf('%016x', look) FROM picture WHERE picture.product = product.key AND look <> 0)`

/** Columns of a product that `seenNow` takes. */
export const seenColumns = `name, price, description, image, ${lookColumn}`
export type SeenValues = [
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  look: string | null
]

export function seenNow([name, price, description, image, look]: SeenValues): string {
  const content: SeenContent = { name, price, description, image }
  return seenOf(content, look)
}

/** Keys that one statement reads: rows that stand together cost a fifth of as many single ones. */
const keysTogether = 20
/** Products that are compared between two pauses: about 1 ms. */
const comparedAtOnce = 400

/** The keys of products that are not what was approved any more. A few seconds for a million; by the primary key. */
export function* findChanged(db: DatabaseSync, approvals: Approvals): Sliced<number[]> {
  const statement = db.prepare(`SELECT key, ${seenColumns} FROM product WHERE key BETWEEN ? AND ?`)
  statement.setReturnArrays(true)
  const { texts } = approvals
  const isApproved = (key: number): boolean => ((texts[2 * key] ?? 0) | (texts[2 * key + 1] ?? 0)) !== 0
  const changed: number[] = []
  let compared = 0
  for (let end = texts.length / 2, first = 1; first < end; first += keysTogether) {
    let [from, to] = [first, Math.min(end, first + keysTogether) - 1]
    while (from <= to && !isApproved(from)) from++
    while (to > from && !isApproved(to)) to--
    if (from > to) continue
    for (const [key, ...values] of statement.all(from, to) as unknown as [number, ...SeenValues][]) {
      if (!isApproved(key)) continue
      if (!holds(approvals, key, seenNow(values))) changed.push(key)
    }
    compared += to - from + 1
    if (compared < comparedAtOnce) continue
    compared = 0
    yield
  }
  return changed
}

/** Whether what was approved of a product still is what it is, as `isSameSeen` has it. */
function holds({ texts, looks }: Approvals, key: number, now: string): boolean {
  const [above, below] = halvesOf(now)
  if (above !== texts[2 * key] || below !== texts[2 * key + 1]) return false
  return areAlike([looks[2 * key] ?? 0, looks[2 * key + 1] ?? 0], lookIn(now))
}
