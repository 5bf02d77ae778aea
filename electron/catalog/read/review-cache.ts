import type { DatabaseSync } from 'node:sqlite'
import type { HeldIds } from './id-lookup'
import { keep, type Kept } from './cached'
import { loadReviews, reloadReviews, type ReviewColumns } from './review-columns'
import type { ReviewsFile } from './reviews-file'

/** What is known of reviews; products are named by their keys where they were written, by their ids where their reviews were. */
export type HeldReviews = Kept<ReviewColumns, number | string>

export function holdReviews(db: DatabaseSync, file: ReviewsFile, ids: HeldIds): HeldReviews {
  const sources = { db, file, ids }
  return keep<ReviewColumns, number | string>({
    load: (version) => loadReviews(sources, version),
    reload: (reviews, products) => reloadReviews(sources, reviews, products),
    isCurrent: ({ opening }) => opening === file.opening(),
    // A byte a product is little, and to read a million reviews again takes seconds.
    idle: null
  })
}
