import { readRawAnswer } from '../../api/parse-answer'
import type { RawAnswer, StorePage } from '../../api/types'
import { fail, ok, type Failure } from '../../contract/failure'
import { emptyPage, readPages, type PageSource, type PagesRead } from '../pipeline/page-pipeline'
import { mostInBatch } from '../pipeline/page-window'
import { readerOf, type RunContext } from '../run-context'
import {
  cutEmptyEnd,
  cutRepeated,
  isAtEnd,
  lastPage,
  setEntries,
  shorten,
  type Checkpoint
} from './checkpoint'
import { isBeyond, isRepeating } from './crawl-limits'
import { applyFirstPass, entriesOn, hasNothingNew, pageFingerprint, repeatsEarlierPage } from './page-report'
import { pagesBetween } from './reread'

/** After so many pages in a row that are empty or repeated there is nothing more, whatever the store says (faults 38–40). */
const mostFruitless = 5
/** Pages whose fingerprints are kept, to compare them with the next: more than can be in flight at once. */
const mostRemembered = 30
/** Pages that are requested while nobody knows whether there are so many. */
const mostSpeculative = 10

/**
 * Crawls from where the run stands to the end of the list, and one page further: only a store that has nothing there has told the truth
 * about its totals. Without totals the list ends where a page is empty or the one before it comes again (faults 35, 38, 39).
 */
export async function crawlToEnd(run: RunContext): Promise<PagesRead> {
  const { checkpoint } = run
  shorten(checkpoint)
  if (isAtEnd(checkpoint)) return ok(null)
  run.stage = 'fetching'
  const source = sourceOf(run)
  const read = await readPages(readerOf(run), source)
  if (!read.ok || read.value !== null) return read
  source.conclude()
  cutRepeated(checkpoint)
  cutEmptyEnd(checkpoint)
  checkpoint.end = { reportedLastPage: source.reportedLastPage() }
  return clearBehindEnd(run)
}

/** Empties the places behind the end that were written while pages had another size. */
async function clearBehindEnd(run: RunContext): Promise<PagesRead> {
  const { checkpoint } = run
  const rest = pagesBetween(checkpoint.highest + 1, Math.ceil(checkpoint.farthest / checkpoint.limit))
  for (let from = 0; from < rest.length; from += mostInBatch) {
    if (run.control.signal.aborted) return fail('cancelled')
    const pages = rest.slice(from, from + mostInBatch).map((page) => emptyPage(checkpoint.limit, page))
    const written = await readerOf(run).commit(pages)
    if (!written.ok) return written
  }
  checkpoint.farthest = checkpoint.highest * checkpoint.limit
  return ok(null)
}

interface CrawlSource extends PageSource {
  /** Applies how the crawl came to its end. */
  conclude: () => void
  /** The last page according to what was found at the end. */
  reportedLastPage: () => number | null
}

function sourceOf(run: RunContext): CrawlSource {
  const { checkpoint, limits } = run
  let page = checkpoint.next
  /** By page number: a page may come again when its batch was lost. */
  const fingerprints = new Map<number, string>()
  /** Pages in a row that were empty or repeated, and that brought nothing new. */
  let fruitless = 0
  let stale = 0
  let abortReason: RunContext['abortReason'] = null
  let end: { reportedLastPage: number | null } | null = null
  return {
    conclude() {
      run.abortReason = end === null ? abortReason : null
      run.isRepeating = fruitless >= mostFruitless && checkpoint.repeatedFrom !== null
      if (run.abortReason === 'repeating') checkpoint.repeatedFrom ??= checkpoint.highest - stale + 1
    },
    reportedLastPage: () => (end === null ? lastPage(checkpoint) : end.reportedLastPage),
    next() {
      const last = lastPage(checkpoint)
      if (fruitless >= mostFruitless) return null
      if (isBeyond(checkpoint, page, limits)) abortReason = 'endless'
      else if (last === null && isRepeating(checkpoint, stale)) abortReason = 'repeating'
      if (abortReason !== null) return null
      return last === null || page <= last + 1 ? page++ : null
    },
    ahead: () => (lastPage(checkpoint) === null ? mostSpeculative : Infinity),
    peek(answer) {
      const last = lastPage(checkpoint)
      if (last !== null && answer.page < last) return 'commit'
      const read = readRawAnswer(answer)
      if (!read.ok && !isClamped(read.failure, answer, last)) return read.failure
      const fingerprint = read.ok ? pageFingerprint(read.value) : ''
      fingerprints.set(answer.page, fingerprint)
      fingerprints.delete(answer.page - mostRemembered)
      const isRepeated = fingerprints.get(answer.page - 1) === fingerprint
      const what = read.ok ? classify(checkpoint, read.value, isRepeated) : 'end'
      if (what === 'end') end = { reportedLastPage: read.ok ? lastPageBy(checkpoint, read.value) : last }
      return what
    },
    onCommitted(report) {
      checkpoint.next = Math.max(checkpoint.next, report.page + 1)
      applyFirstPass(checkpoint, report)
      fruitless = report.entries === 0 || repeatsEarlierPage(checkpoint, report) ? fruitless + 1 : 0
      stale = hasNothingNew(report) ? stale + 1 : 0
    },
    onSkipped(skipped) {
      checkpoint.next = Math.max(checkpoint.next, skipped + 1)
      setEntries(checkpoint, skipped, 0)
      checkpoint.unread.push(skipped)
    }
  }
}

/** What a page at or behind the reported end of the list is. */
function classify(checkpoint: Checkpoint, page: StorePage, isRepeated: boolean): 'commit' | 'end' {
  const last = lastPageBy(checkpoint, page)
  if (entriesOn(page) === 0) return last !== null && page.page <= last ? 'commit' : 'end'
  if (isRepeated) return 'end'
  const reported = lastPage(checkpoint)
  // There is more than the store says, so it cannot be believed about the end either.
  if (reported !== null && page.page > reported && (last === null || page.page > last))
    checkpoint.isTotalFalse = true
  return 'commit'
}

/** The last page according to one answer alone. */
function lastPageBy(checkpoint: Checkpoint, { totalItems, totalPages }: StorePage): number | null {
  return lastPage({ ...checkpoint, total: totalItems, pages: totalPages })
}

/** Some stores answer each request behind the end with their last page, and say which it is. */
function isClamped({ code, facts }: Failure, { page }: RawAnswer, last: number | null): boolean {
  if (code !== 'wrong-page') return false
  return last === null ? facts.page === page - 1 : page > last
}
