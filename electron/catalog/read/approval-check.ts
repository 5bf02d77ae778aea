import type { DatabaseSync } from 'node:sqlite'
import { areAlike, lookIn, textsOf } from '../../contract/content-fingerprint'
import { fingerprintOf, type FingerprintedContent } from '../../reviews/content-fingerprint'
import type { Sliced } from '../../database/cooperative'

/** What was approved of products, by their keys: `fingerprintOf` in parts of 32 bits; 0: nothing is known. */
export interface Approvals {
  /** Four a product; of an approval by Vitrine 0.1 the first two (contract/content-fingerprint.ts). */
  texts: Uint32Array<ArrayBuffer>
  /** Two a product. */
  looks: Uint32Array<ArrayBuffer>
}

export function createApprovals(highest: number): Approvals {
  return { texts: new Uint32Array(4 * highest + 4), looks: new Uint32Array(2 * highest + 2) }
}

export function addApproval({ texts, looks }: Approvals, key: number, seen: string): void {
  texts.set(partsOf(seen), 4 * key)
  looks.set(lookIn(seen), 2 * key)
}

type Parts = [number, number, number, number]

function partsOf(seen: string): Parts {
  const texts = textsOf(seen)
  const part = (at: number): number => (at < texts.length ? parseInt(texts.slice(at, at + 8), 16) : 0)
  return [part(0), part(8), part(16), part(24)]
}

/** How a product's picture looks, as `fingerprintOf` takes it; null: not known, or as good as flat. By the primary key of `picture`. */
export const lookColumn = `(SELECT printf('%016x', look) FROM picture WHERE picture.product = product.key AND look <> 0)`

/** Columns of a product that `seenNow` takes. */
export const fingerprintColumns = `name, price, description, image, ${lookColumn}`
export type FingerprintValues = [
  name: string,
  price: number | null,
  description: string | null,
  image: string | null,
  look: string | null
]

export function seenNow([name, price, description, image, look]: FingerprintValues): string {
  const content: FingerprintedContent = { name, price, description, image }
  return fingerprintOf(content, look)
}

/** Keys that one statement reads: rows that stand together cost a fifth of as many single ones. */
const keysTogether = 20
/** Products that are compared between two pauses: about 1 ms. */
const comparedAtOnce = 400

/** The keys of products that are not what was approved any more. A few seconds for a million; by the primary key. */
export function* findChanged(db: DatabaseSync, approvals: Approvals): Sliced<number[]> {
  const statement = db.prepare(`SELECT key, ${fingerprintColumns} FROM product WHERE key BETWEEN ? AND ?`)
  statement.setReturnArrays(true)
  const { texts } = approvals
  const isApproved = (key: number): boolean => ((texts[4 * key] ?? 0) | (texts[4 * key + 1] ?? 0)) !== 0
  const changed: number[] = []
  let compared = 0
  for (let end = texts.length / 4, first = 1; first < end; first += keysTogether) {
    let [from, to] = [first, Math.min(end, first + keysTogether) - 1]
    while (from <= to && !isApproved(from)) from++
    while (to > from && !isApproved(to)) to--
    if (from > to) continue
    for (const [key, ...values] of statement.all(from, to) as unknown as [number, ...FingerprintValues][]) {
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
  const [one, two, three, four] = partsOf(now)
  if (one !== texts[4 * key] || two !== texts[4 * key + 1]) return false
  const [third = 0, fourth = 0] = texts.subarray(4 * key + 2, 4 * key + 4)
  const isOld = (third | fourth) === 0
  if (!isOld && (three !== third || four !== fourth)) return false
  return areAlike([looks[2 * key] ?? 0, looks[2 * key + 1] ?? 0], lookIn(now))
}
