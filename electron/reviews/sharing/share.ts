import { endLine, headingLine, maxLine, productLine, withoutTimesAhead, type Heading } from './file-format'
import type { SharedReview } from './merge'
import type { FingerprintedContent } from '../content-fingerprint'
import type { Book } from '../write/entry'
import { reviewColumns, type ReviewRow } from '../db/review-row'
import { sharedFrom } from './shared-rows'
import { writeLines } from './share-file'

/** What of the reviews is written, and where to. */
export interface ShareInput {
  file: string
  /** Only of the products that were put together (`stage`); else all. */
  onlyStaged: boolean
  heading: Omit<Heading, 'vitrine' | 'version'>
}

/** Writes reviews to a file; how many. Throws SQLite's and the disk's errors. */
export function shareReviews(book: Book, { file, onlyStaged, heading }: ShareInput): number {
  let count = 0
  function* lines(): Generator<string> {
    yield headingLine(heading)
    for (const line of sharedLines(book, onlyStaged, heading.at)) {
      count++
      yield line
    }
    yield endLine(count)
  }
  writeLines(file, lines())
  return count
}

/** By the primary key's order. */
function* sharedLines({ db, sql }: Book, onlyStaged: boolean, at: number): Generator<string> {
  const which = onlyStaged ? 'WHERE product IN (SELECT product FROM staged)' : ''
  const rows = db.prepare(`SELECT product, ${reviewColumns} FROM review ${which} ORDER BY product`)
  for (const found of rows.iterate() as unknown as Iterable<ReviewRow & { product: string }>) {
    const { product, ...row } = found
    const saved = row.seen === null ? undefined : sql.content.get(row.seen)?.content
    const content = typeof saved === 'string' ? (JSON.parse(saved) as FingerprintedContent) : null
    yield lineOf(product, withoutTimesAhead(sharedFrom(row, content), at))
  }
}

/** What was approved is left out where no file could be read with it: its hash still says what it was. */
function lineOf(product: string, review: SharedReview): string {
  const line = productLine({ product, ...review })
  if (line.length <= maxLine || review.mark === null) return line
  return productLine({ product, ...review, mark: { ...review.mark, content: null } })
}
