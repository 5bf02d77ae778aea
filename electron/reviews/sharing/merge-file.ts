import { basename } from 'node:path'
import { fail, ok, type Failure, type Result } from '../../contract/failure'
import { isDamage, isStorageFailure } from '../../database/sqlite-errors'
import { inTransaction } from '../../database/transaction'
import { fitsLine, type Heading, type ProductLine } from './file-format'
import type { SharedMark, SharedNote } from './merge'
import { mergedInto } from './shared-rows'
import { standsFor } from '../../catalog/content-fingerprint'
import { putReview, reviewOf, type Book } from '../write/entry'
import { noteFrom } from '../write/note'
import { toJson, type ReviewRow } from '../db/review-row'
import { openShared, productsIn, UnreadableFile, type SharedFile } from './share'

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
  /** Those of which anything changed: the log's entry counts them. */
  changed: number
  /** Those whose mark, and whose note, is another now. */
  marks: number
  notes: number
  /** Those of which only something changed that nobody sees: marks or texts that are not here are taken back. */
  takenBack: number
  /** Those with a text that is not shown, since somebody's file said before that it was replaced. */
  hidden: number
  /** Why it ended after some of the products; null: it did not. */
  failure: Failure | null
}

/** How a merge does after a step of it; null: there is more to do. */
export type MergeStep = Result<MergedFile> | null

/** A merge that is under way. */
export interface Merging {
  /** Its entry of the log; null: nothing is changed yet. */
  readonly entry: number | null
  /** Does a part of it, some 20 ms. Throws SQLite's and the disk's errors. */
  step(): MergeStep
  /** What is merged so far; null: nothing, the file is still read for the first time. */
  soFar(): MergedFile | null
  /** Products that are merged, and those in the file; null: not known yet. */
  progress(): { done: number; total: number | null }
  /** Lets go of the file; what is merged stays. */
  end(): void
}

/** Products between two pauses, which are one transaction. */
const atOnce = 500

/**
 * Merges a file into the reviews, part by part, as one entry: whatever else is written goes in between (fault 109). The file is read to its end
 * first: one that cannot be changes nothing, and fails with `input-invalid`, field `file`, with what is wrong as `reason` and the line,
 * 1-based, as `place`. What fails later, or is killed, keeps the parts that were merged, which are taken back as one.
 */
export function beginMerge(book: Book, input: MergeInput): Merging {
  const none = { number: null, failure: null }
  const merged = { ...none, products: 0, changed: 0, marks: 0, notes: 0, takenBack: 0, hidden: 0 }
  const counts: Omit<MergedFile, 'heading'> = merged
  const checked: Checked = { heading: null, total: 0 }
  const steps = mergeSteps(book, input, counts, checked)
  return {
    get entry() {
      return counts.number
    },
    step() {
      try {
        const { done, value } = steps.next()
        return done === true ? ok({ ...counts, heading: value }) : null
      } catch (error) {
        const failed = failureOf(error)
        if (failed === null) throw error
        if (counts.number === null || checked.heading === null) return failed
        return ok({ ...counts, heading: checked.heading, failure: failed.failure })
      }
    },
    soFar: () => (checked.heading === null ? null : { ...counts, heading: checked.heading }),
    progress: () => ({ done: counts.products, total: checked.heading === null ? null : checked.total }),
    end: () => void steps.return(undefined as never)
  }
}

/** null: damage, which is mended first, or a bug. */
function failureOf(error: unknown): { ok: false; failure: Failure } | null {
  if (error instanceof UnreadableFile)
    return fail('input-invalid', { field: 'file', reason: error.problem, place: error.line })
  if (!(error instanceof Error) || !isStorageFailure(error) || isDamage(error)) return null
  return fail('storage-failed', { reason: error.message })
}

/** What is known of a file once it was read to its end. */
interface Checked {
  heading: Heading | null
  total: number
}

function* mergeSteps(
  book: Book,
  input: MergeInput,
  counts: Omit<MergedFile, 'heading'>,
  checked: Checked
): Generator<undefined, Heading> {
  const file = openShared(input.file)
  try {
    return yield* mergeParts(book, input, file, counts, checked)
  } finally {
    file.close()
  }
}

function* mergeParts(
  book: Book,
  input: MergeInput,
  file: SharedFile,
  counts: Omit<MergedFile, 'heading'>,
  checked: Checked
): Generator<undefined, Heading> {
  const { heading, total } = yield* check(book, file, input.at)
  Object.assign(checked, { heading, total })
  const batch: ProductLine[] = []
  const write = (): void => {
    writeBatch(book, input, heading, counts, batch)
    batch.length = 0
  }
  for (const line of productsIn(file, input.at)) {
    if (line.kind === 'heading') continue
    batch.push(line.product)
    if (batch.length < atOnce) continue
    write()
    yield
  }
  write()
  return heading
}

/** Reads all of a file, and throws `UnreadableFile` where it, or what would come of it, is not as it should be. */
function* check(
  { sql }: Book,
  file: SharedFile,
  at: number
): Generator<undefined, { heading: Heading; total: number }> {
  const names = new Set<string>()
  let heading: Heading | null = null
  for (const line of productsIn(file, at)) {
    if (line.kind === 'heading') {
      heading = line.heading
      continue
    }
    const { product, ...shared } = line.product
    names.add(product)
    const before = reviewOf(sql, product)
    const after = mergedInto(before, shared, 0)
    if (after !== before && !fitsLine(noteFrom(after))) throw new UnreadableFile('long-note', line.number)
    if (names.size !== line.products) throw new UnreadableFile('damaged', line.number)
    if (names.size % atOnce === 0) yield
  }
  if (heading === null) throw new UnreadableFile('not-reviews', 1)
  return { heading, total: names.size }
}

/** Merges some products as one transaction, and counts them. */
function writeBatch(
  { db, sql }: Book,
  { file, by, at }: MergeInput,
  heading: Heading,
  counts: Omit<MergedFile, 'heading'>,
  batch: readonly ProductLine[]
): void {
  const now = { ...counts }
  inTransaction(db, () => {
    const number = now.number ?? Number(sql.putEntry.run(at, by, 'merge', null).lastInsertRowid)
    for (const { product, ...shared } of batch) {
      now.products++
      const before = reviewOf(sql, product)
      const after = mergedInto(before, shared, number)
      keepContent(sql, shared.mark)
      if (hasReplaced(before, shared.note)) now.hidden++
      // A note that was written meanwhile may have made it too long: it stays as it is.
      if (after === before || !fitsLine(noteFrom(after))) continue
      if (after.markEntry === number) now.marks++
      if (after.noteEntry === number) now.notes++
      if (after.markEntry !== number && after.noteEntry !== number) now.takenBack++
      // Also what shows nowhere yet: it decides what later files bring, and can be taken back (fault 108).
      putReview(sql, product, after)
      sql.putItem.run(number, product, '', toJson(before), toJson(after), null)
      now.changed++
    }
    if (now.changed === 0) sql.dropEntry.run(number)
    else {
      sql.setFrom.run(basename(file), heading.by, number)
      sql.endEntry.run(now.changed, number)
    }
    now.number = now.changed === 0 ? null : number
  })
  Object.assign(counts, now)
}

/** Whether a text is in a note that is known to be replaced. */
function hasReplaced(row: ReviewRow, { texts }: SharedNote): boolean {
  if (row.noteHistory === null || texts.length === 0) return false
  const replaced = new Set(noteFrom(row).replaced)
  return texts.some(({ id }) => replaced.has(id))
}

/** What was approved, unless it is not what its hash says. */
function keepContent({ putContent }: Book['sql'], mark: SharedMark | null): void {
  const { seen, content } = mark ?? { seen: null, content: null }
  if (seen === null || content === null || !standsFor(seen, content)) return
  putContent.run(seen, JSON.stringify(content))
}
