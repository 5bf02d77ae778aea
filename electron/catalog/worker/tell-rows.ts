import { noteInLists } from '../../contract/review-state'
import type { CopyProduct } from '../types'
import type { Findings } from './findings-file'
import { stateOfReview, type OneReview, type ReviewsFile } from './reviews-file'

/** Adds to rows what people decided of their products. Nothing is known where the file cannot be read. */
export function tellReviews(rows: CopyProduct[], file: ReviewsFile): void {
  file.read(({ one }) => {
    for (const row of rows) {
      const review = one.get(row.id) as unknown as OneReview | undefined
      if (review === undefined) continue
      const [mark, seen, note] = review
      row.review = { state: stateOfReview(mark, seen, row.seen), note: beginningOf(note) }
    }
  })
}

/** SQLite counts characters, of which some are two units here: none is cut in two. */
function beginningOf(note: string): string {
  return note.slice(0, noteInLists).replace(/[\ud800-\udbff]$/, '')
}

/** Adds to rows which rules found something in their products. */
export function tellFindings(rows: CopyProduct[], findings: Findings): void {
  const found = findings.of(rows.map(({ key }) => key))
  for (const [at, row] of rows.entries()) row.findings = found[at] ?? []
}
