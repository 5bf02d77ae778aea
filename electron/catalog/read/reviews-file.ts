import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { join } from 'node:path'
import { noteInLists, reviewMarks, type ReviewState } from '../../contract/review-state'
import { isSameFingerprint } from '../../contract/content-fingerprint'
import { migrations, reviewsName } from '../../reviews/db/schema'
import { openSidecar, type Sidecar } from '../db/sidecar'

/** Rows read at once: about 1 ms. */
export const reviewsAtOnce = 1000

/** `SomeReview`s after a product, by `OneReview` of a product. Both by the primary key. */
export interface ReviewStatements {
  one: StatementSync
  some: StatementSync
}

/** `mark`: place in reviewMarks. `seen`: what was approved, as `fingerprintOf` gives it. */
export type OneReview = [mark: number, seen: string | null, note: string]
export type SomeReview = [product: string, mark: number, seen: string | null, hasNote: number]

/** What people decided of products, as the reviews' own thread keeps it. */
export type ReviewsFile = Sidecar<ReviewStatements>

/**
 * @param folder the connection's, also where the copy itself is elsewhere
 * @param isSteady as of `openSidecar`
 */
export function openReviews(folder: string, isSteady = false): ReviewsFile {
  const prepare = (db: DatabaseSync): ReviewStatements => {
    const one = db.prepare(`SELECT mark, seen, substr(note, 1, ${noteInLists}) FROM review WHERE product = ?`)
    const some = db.prepare(
      `SELECT product, mark, seen, note <> '' FROM review WHERE product > ? ORDER BY product LIMIT ${reviewsAtOnce}`
    )
    for (const statement of [one, some]) statement.setReturnArrays(true)
    return { one, some }
  }
  return openSidecar(join(folder, reviewsName), migrations.length, prepare, isSteady)
}

/** `seenNow`: of the product as it is. Where it is not known what was seen, an approval holds. */
export function stateOfReview(mark: number, seen: string | null, seenNow: string): ReviewState {
  const name = reviewMarks[mark] ?? 'unreviewed'
  return name === 'approved' && seen !== null && !isSameFingerprint(seen, seenNow) ? 'changed' : name
}
