import type { DatabaseSync } from 'node:sqlite'
import type { Cached } from './cached'
import type { IdLookup } from './find-products'
import { createSidecarColumns } from './sidecar-columns'
import { reviewsAtOnce, type Reviewed, type ReviewsFile, type ReviewStatements } from './sidecars'
import { createValueIndex } from './value-index'

/** Who marked every product last, and when, by the product's key. 10 bytes a product. */
export interface ReviewerColumns {
  /** Index in `reviewers`; 0: nobody. */
  by: Uint16Array<ArrayBuffer>
  /** ms since 1970; 0: never, or not known. */
  at: Float64Array<ArrayBuffer>
  /** Names by their index; the first is nobody's. */
  reviewers: string[]
  opening: number
  version: number
}

function putInto(columns: ReviewerColumns): (key: number, row: Reviewed) => void {
  const indexOf = createValueIndex(columns.reviewers)
  return (key, [, reviewer, at]) => {
    makeRoom(columns, key)
    columns.by[key] = reviewer === null ? 0 : indexOf(reviewer)
    columns.at[key] = at
  }
}

function makeRoom(columns: ReviewerColumns, highest: number): void {
  const { by, at } = columns
  if (highest < by.length) return
  const length = Math.max(1024, highest + 1, Math.ceil(by.length * 1.2))
  columns.by = new Uint16Array(length)
  columns.by.set(by)
  columns.at = new Float64Array(length)
  columns.at.set(at)
}

/** Keeps the reviewers' columns current while they are used. */
export function createReviewerCache(
  db: DatabaseSync,
  file: ReviewsFile,
  ids: IdLookup
): Cached<ReviewerColumns, number | string> {
  return createSidecarColumns<ReviewerColumns, Reviewed, ReviewStatements>({
    ...{ db, file, ids, putInto },
    empty: (highest) => ({
      by: new Uint16Array(highest + 1),
      at: new Float64Array(highest + 1),
      reviewers: ['']
    }),
    some: ({ someReviewed }, after) => someReviewed.all(after),
    one: ({ oneReviewed }, id) => oneReviewed.get(id),
    atOnce: reviewsAtOnce,
    none: (id) => [id, null, 0]
  })
}
