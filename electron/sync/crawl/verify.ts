import { readRawAnswer } from '../../api/parse-answer'
import type { CatalogRuns } from '../../catalog/types'
import { ok, type Result } from '../../contract/failure'
import { readPages } from '../pipeline/page-pipeline'
import { readerOf, type RunContext } from '../run-context'
import {
  cutRepeated,
  entriesRead,
  isAllThere,
  isAtEnd,
  markDirty,
  recheckEnd,
  type Checkpoint
} from './checkpoint'
import { entriesOn, pageFingerprint } from './page-report'
import { mayReread, pagesBetween, rereadPages, type RereadPages } from './reread'

/** Lists of up to so many pages are read a second time whole. */
const wholeUpTo = 16
/** Of longer ones at least so many pages, or this part of them. */
const leastPages = 16
const part = 0.02

/**
 * Reads pages a second time before a run may be called complete: all of a short list and of one that products are missing from,
 * otherwise the first, the last and a random sample. Returns whether the list stood still.
 *
 * Why reading all of them proves it: each page was the same at two times, and all first times come before all second times. So at the
 * moment between them every page was as recorded, and the catalog is the store's list of that moment (unless something changed and
 * changed back in between). Nothing less proves that a product is gone: it may have moved to any page that was read before. If
 * nothing is missing a sample is enough: a change that keeps the total, moves no page of the sample and misses no known product may
 * stay unseen until the next run.
 */
export async function verify(run: RunContext): Promise<Result<'same' | 'moved'>> {
  const { checkpoint } = run
  run.stage = 'checking'
  const isFirst = checkpoint.rounds === 0
  checkpoint.rounds++
  const pages = await pagesToVerify(run)
  if (!pages.ok) return pages
  checkpoint.dirtyRanges = []
  const rereadBefore = checkpoint.reread
  // Concurrently: with a slow store, looking behind the end takes as long as a page.
  const [read, end] = await Promise.all([rereadPages(run, pages.value), verifyEnd(run)])
  if (!read.ok) return read
  // Every run verifies once; only the effort that follows from it is bounded.
  if (isFirst) checkpoint.reread = rereadBefore
  for (const page of read.value.changed) markDirty(checkpoint, page - 1, page + 1)
  if (cutRepeatedEnd(checkpoint, read.value)) return ok('moved')
  if (!end.ok) return end
  if (end.value === 'repeating') run.isRepeating = true
  if (end.value !== 'still') recheckEnd(checkpoint)
  const isSame = isAtEnd(checkpoint) && read.value.changed.size === 0 && checkpoint.dirtyRanges.length === 0
  return isSame ? verifyRest(run, new Set(pages.value)) : ok('moved')
}

/**
 * If products would be marked as gone, reads all other pages a second time too, up to the first that moved. A page that was merely
 * edited moves nothing.
 */
async function verifyRest(run: RunContext, verified: Set<number>): Promise<Result<'same' | 'moved'>> {
  const { checkpoint } = run
  const rest = pagesBetween(1, checkpoint.highest).filter((page) => !verified.has(page))
  if (rest.length === 0 || !isAllThere(checkpoint)) return ok('same')
  const missing = await missingFrom(run)
  if (!missing.ok) return missing
  if (missing.value.count === 0) return ok('same')
  const read = await rereadPages(
    run,
    rest,
    ({ moved }) => moved.size > 0 || checkpoint.dirtyRanges.length > 0
  )
  if (!read.ok) return read
  for (const page of read.value.moved) markDirty(checkpoint, page - 1, page + 1)
  return ok(checkpoint.dirtyRanges.length === 0 ? 'same' : 'moved')
}

function missingFrom({
  catalog,
  connectionId,
  start,
  checkpoint
}: RunContext): ReturnType<CatalogRuns['missing']> {
  return catalog.runs.missing(connectionId, start.run, entriesRead(checkpoint))
}

/** Cuts off the end if the list became shorter and the store gives its last page in place of those behind it. */
function cutRepeatedEnd(checkpoint: Checkpoint, { repeated }: RereadPages): boolean {
  let first = checkpoint.highest + 1
  while (repeated.has(first - 1)) first--
  if (first > checkpoint.highest) return false
  checkpoint.repeatedFrom = first
  cutRepeated(checkpoint)
  recheckEnd(checkpoint)
  return true
}

/** Whether to go on after a verification that found the list moving. */
export function mayVerifyAgain(checkpoint: Checkpoint): boolean {
  return checkpoint.rounds < 5 && mayReread(checkpoint)
}

async function pagesToVerify(run: RunContext): Promise<Result<number[]>> {
  const { checkpoint, time } = run
  const { highest, limit } = checkpoint
  if (isShortList(checkpoint)) return ok(pagesBetween(1, Math.max(1, highest)))
  const missing = await missingFrom(run)
  if (!missing.ok) return missing
  const wanted = Math.max(leastPages, Math.ceil(highest * part))
  const pages = new Set([1, highest])
  for (const place of missing.value.places) {
    const page = Math.ceil(place / limit)
    if (page <= highest && pages.size < 2 * wanted) pages.add(page)
  }
  const most = Math.min(highest, pages.size + wanted)
  while (pages.size < most) pages.add(1 + Math.floor(time.random() * highest))
  return ok([...pages].sort((a, b) => a - b))
}

export function isShortList({ highest }: Checkpoint): boolean {
  return highest <= wholeUpTo
}

/**
 * Whether there is still nothing, or only the last page once more, behind the last page: totals may be wrong (fault 39). `repeating`:
 * the store gives one page again and again, and what is taken for the last one may be the first of these.
 */
async function verifyEnd(run: RunContext): Promise<Result<'still' | 'moved' | 'repeating'>> {
  const { highest } = run.checkpoint
  const after = await fingerprintAt(run, highest + 1)
  if (!after.ok) return after
  // A page that could not be read may hold anything: nobody has seen that the list ends there.
  if (after.value === 'unreadable') return ok('moved')
  if (after.value === null) return ok('still')
  const last = await fingerprintAt(run, highest)
  if (!last.ok) return last
  if (last.value !== after.value) return ok('moved')
  const before = await fingerprintAt(run, highest - 1)
  if (!before.ok) return before
  return ok(before.value === after.value ? 'repeating' : 'still')
}

/** The fingerprint of a page, which is read without committing it; null: it has no entries, as page 0, which does not exist. */
async function fingerprintAt(run: RunContext, page: number): Promise<Result<string | null>> {
  if (page < 1) return ok(null)
  let fingerprint: string | null = 'unreadable'
  const left = [page].values()
  const read = await readPages(readerOf(run), {
    next: () => left.next().value ?? null,
    peek(answer) {
      const given = readRawAnswer(answer)
      if (!given.ok) return given.failure
      fingerprint = entriesOn(given.value) > 0 ? pageFingerprint(given.value) : null
      return 'end'
    },
    onCommitted: () => undefined,
    onSkipped: () => undefined
  })
  return read.ok ? ok(fingerprint) : read
}
