import { basename } from 'node:path'
import { fail, ok, type Result } from '../../contract/failure'
import {
  endLine,
  fitsLine,
  headingLine,
  maxLine,
  productLine,
  withoutTimesAhead,
  type Heading
} from '../sharing/file-format'
import type { SharedMark, SharedNote, SharedReview } from '../sharing/merge'
import { standsFor, type SeenContent } from '../seen'
import { inEntry, reviewOf, type Book } from './entry'
import { noteFrom } from './note-history'
import { reviewColumns, type ReviewRow } from './review-row'
import { mergedInto, sharedFrom } from './shared-rows'
import { readProducts, UnreadableFile, writeLines } from './share-file'

/** What of the reviews is written, and where to. */
export interface ShareInput {
  file: string
  /** Only of the products that were put together (`stage`); else all. */
  onlyStaged: boolean
  heading: Omit<Heading, 'vitrine' | 'version'>
}

export interface MergeInput {
  file: string
  by: string
  at: number
}

export interface MergedFile {
  heading: Heading
  /** null: nothing changed. */
  number: number | null
  /** Products in the file. */
  products: number
  /** Those whose mark, and whose note, is another now. */
  marks: number
  notes: number
  /** Those of which only something changed that nobody sees: marks or texts that are not here are taken back. */
  takenBack: number
  /** Those with a text that is not shown, since somebody's file said before that it was replaced. */
  hidden: number
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
    const content = typeof saved === 'string' ? (JSON.parse(saved) as SeenContent) : null
    yield lineOf(product, withoutTimesAhead(sharedFrom(row, content), at))
  }
}

/** What was approved is left out where no file could be read with it: its hash still says what it was. */
function lineOf(product: string, review: SharedReview): string {
  const line = productLine({ product, ...review })
  if (line.length <= maxLine || review.mark === null) return line
  return productLine({ product, ...review, mark: { ...review.mark, content: null } })
}

/**
 * Merges a file into the reviews, as one transaction and one entry. A file that cannot be read to its end changes nothing: fails
 * with `input-invalid`, field `file`, with what is wrong as `reason` and the line, 1-based, as `place`. Throws SQLite's and the
 * disk's errors.
 */
export function mergeFile(book: Book, { file, by, at }: MergeInput): Result<MergedFile> {
  try {
    const written = inEntry(book, { at, by, kind: 'merge' }, (entry) => {
      const merged = { products: 0, marks: 0, notes: 0, takenBack: 0, hidden: 0 }
      const heading = readProducts(file, at, ({ product, ...shared }) => {
        merged.products++
        const before = reviewOf(book.sql, product)
        const after = mergedInto(before, shared, entry.number)
        keepContent(book, shared.mark)
        if (hasReplaced(before, shared.note)) merged.hidden++
        if (after === before) return
        if (!fitsLine(noteFrom(after))) throw new UnreadableFile('long-note', merged.products + 1)
        if (book.sql.item.get(entry.number, product) !== undefined) {
          throw new UnreadableFile('damaged', merged.products + 1)
        }
        if (after.markEntry === entry.number) merged.marks++
        if (after.noteEntry === entry.number) merged.notes++
        if (after.markEntry !== entry.number && after.noteEntry !== entry.number) merged.takenBack++
        // Also what shows nowhere yet: it decides what later files bring, and can be taken back (108).
        entry.review(product, before, after)
      })
      book.sql.setFrom.run(basename(file), heading.by, entry.number)
      return { ...merged, heading }
    })
    return ok({ ...written.value, number: written.number })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return fail('input-invalid', { field: 'file', reason: error.problem, place: error.line })
  }
}

/** Whether a text is in a note that is known to be replaced. */
function hasReplaced(row: ReviewRow, { texts }: SharedNote): boolean {
  if (row.noteHistory === null || texts.length === 0) return false
  const replaced = new Set(noteFrom(row).replaced)
  return texts.some(({ id }) => replaced.has(id))
}

/** What was approved, unless it is not what its hash says. */
function keepContent({ sql }: Book, mark: SharedMark | null): void {
  const { seen, content } = mark ?? { seen: null, content: null }
  if (seen === null || content === null || !standsFor(seen, content)) return
  sql.putContent.run(seen, JSON.stringify(content))
}
