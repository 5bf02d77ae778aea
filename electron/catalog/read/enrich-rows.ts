import { noteInLists } from '../../contract/review-state'
import type { CatalogProduct } from '../types'
import type { Findings } from './findings-file'
import { stateOfReview, type OneReview, type ReviewsFile } from './reviews-file'

/** What other threads write of a copy's products. */
export interface Sidecars {
  reviews: ReviewsFile
  findings: Findings
}

/** Adds to rows what is known of their products beside the copy; nothing where that cannot be read. */
export function tellRows(rows: CatalogProduct[], { reviews, findings }: Sidecars): void {
  tellReviews(rows, reviews)
  tellFindings(rows, findings)
}

function tellReviews(rows: CatalogProduct[], file: ReviewsFile): void {
  file.read(({ one }) => {
    for (const row of rows) {
      const review = one.get(row.id) as unknown as OneReview | undefined
      if (review === undefined) continue
      const [mark, contentFingerprint, note] = review
      row.review = {
        state: stateOfReview(mark, contentFingerprint, row.contentFingerprint),
        note: beginningOf(note)
      }
    }
  })
}

/** SQLite counts characters, of which some are two units here: none is cut in two. */
function beginningOf(note: string): string {
  return note.slice(0, noteInLists).replace(/[\ud800-\udbff]$/, '')
}

function tellFindings(rows: CatalogProduct[], findings: Findings): void {
  const found = findings.of(rows.map(({ key }) => key))
  for (const [at, row] of rows.entries()) row.findings = found[at] ?? []
}
