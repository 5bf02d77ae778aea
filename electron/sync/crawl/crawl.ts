import { readRawAnswer } from '../../api/parse-answer'
import type { RawAnswer, StorePage } from '../../api/types'
import { fail, type Failure, ok } from '../../contract/failure'
import { mostInBatch } from '../pipeline/page-window'
import { isOutOfReach, isOverAgain } from './crawl-limits'
import { readerOf, type RunContext } from '../run-context'
import {
  type Checkpoint,
  dropEchoes,
  dropEmptyEnd,
  isAtEnd,
  lastPage,
  setEntries,
  shorten
} from './checkpoint'
import { entriesOn, isEcho, isStale, printOf, takeFirstReading } from './page-report'
import { emptyPage, type PageSource, type Read, readPages } from '../pipeline/page-pipeline'
import { range } from './reread'

/** After so many pages in a row that are empty, or earlier ones again, there is nothing more, whatever the store says (38–40). */
const mostDull = 5
/** Pages whose ids are remembered, to compare them with the next: more than can be under way at once. */
const mostRemembered = 30
/** Pages that are asked for while nobody knows whether there are so many. */
const mostIntoTheDark = 10

/**
 * Reads the list from where the run stands to its end, and one page more: only a store that has nothing there has told the
 * truth about its totals. Without totals the list ends where a page is empty, or the one before comes again (35, 38, 39).
 */
export async function fetchRest(run: RunContext): Promise<Read> {
  const { checkpoint } = run
  shorten(checkpoint)
  if (isAtEnd(checkpoint)) return ok(null)
  run.stage = 'fetching'
  const source = sourceOf(run)
  const read = await readPages(readerOf(run), source)
  if (!read.ok || read.value !== null) return read
  source.conclude()
  dropEchoes(checkpoint)
  dropEmptyEnd(checkpoint)
  checkpoint.end = { told: source.told() }
  return emptyRest(run)
}

/** Places after the end that were written while the pages had another size are none: their pages are empty now. */
async function emptyRest(run: RunContext): Promise<Read> {
  const { checkpoint } = run
  const rest = range(checkpoint.highest + 1, Math.ceil(checkpoint.farthest / checkpoint.limit))
  for (let from = 0; from < rest.length; from += mostInBatch) {
    if (run.control.signal.aborted) return fail('cancelled')
    const pages = rest.slice(from, from + mostInBatch).map((page) => emptyPage(checkpoint.limit, page))
    const written = await readerOf(run).commit(pages)
    if (!written.ok) return written
  }
  checkpoint.farthest = checkpoint.highest * checkpoint.limit
  return ok(null)
}

/**
 * `conclude`: takes in how the reading came to its end. `told`: the last page that there is according to what was found
 * there.
 */
function sourceOf(run: RunContext): PageSource & { conclude: () => void; told: () => number | null } {
  const { checkpoint, reach } = run
  let page = checkpoint.next
  /** Of the pages that were looked at, by number: one may come again, when its batch was lost. */
  const prints = new Map<number, string>()
  let dull = 0
  /** Pages in a row that brought nothing new. */
  let stale = 0
  let givenUp: RunContext['givenUp'] = null
  let end: { told: number | null } | null = null
  return {
    conclude() {
      run.givenUp = end === null ? givenUp : null
      run.isRepeating = dull >= mostDull && checkpoint.echoes !== null
      if (run.givenUp === 'repeating') checkpoint.echoes ??= checkpoint.highest - stale + 1
    },
    told: () => (end ?? { told: lastPage(checkpoint) }).told,
    next() {
      const last = lastPage(checkpoint)
      if (dull >= mostDull) return null
      if (isOutOfReach(checkpoint, page, reach)) givenUp = 'endless'
      else if (last === null && isOverAgain(checkpoint, stale)) givenUp = 'repeating'
      if (givenUp !== null) return null
      return last === null || page <= last + 1 ? page++ : null
    },
    ahead: () => (lastPage(checkpoint) === null ? mostIntoTheDark : Infinity),
    peek(answer) {
      const last = lastPage(checkpoint)
      if (last !== null && answer.page < last) return 'commit'
      const read = readRawAnswer(answer)
      if (!read.ok && !isClamped(read.failure, answer, last)) return read.failure
      const print = read.ok ? printOf(read.value) : ''
      prints.set(answer.page, print)
      prints.delete(answer.page - mostRemembered)
      const isRepeated = prints.get(answer.page - 1) === print
      const seen = read.ok ? classify(checkpoint, read.value, isRepeated) : 'end'
      if (seen === 'end') end = { told: read.ok ? toldBy(checkpoint, read.value) : last }
      return seen
    },
    took(report) {
      checkpoint.next = Math.max(checkpoint.next, report.page + 1)
      takeFirstReading(checkpoint, report)
      dull = report.entries === 0 || isEcho(checkpoint, report) ? dull + 1 : 0
      stale = isStale(report) ? stale + 1 : 0
    },
    skipped(skipped) {
      checkpoint.next = Math.max(checkpoint.next, skipped + 1)
      setEntries(checkpoint, skipped, 0)
      checkpoint.unread.push(skipped)
    }
  }
}

/** What is at, or after, the end of the list as the store told it so far. */
function classify(checkpoint: Checkpoint, page: StorePage, isRepeated: boolean): 'commit' | 'end' {
  const last = toldBy(checkpoint, page)
  if (entriesOn(page) === 0) {
    return last !== null && page.page <= last ? 'commit' : 'end'
  }
  if (isRepeated) return 'end'
  const told = lastPage(checkpoint)
  // There is more than the store says: it cannot be believed about the end either.
  if (told !== null && page.page > told && (last === null || page.page > last)) checkpoint.isTotalFalse = true
  return 'commit'
}

/** The last page that there is according to one answer alone. */
function toldBy(checkpoint: Checkpoint, { totalItems, totalPages }: StorePage): number | null {
  return lastPage({ ...checkpoint, total: totalItems, pages: totalPages })
}

/** Some stores give their last page for all that come after it, and say which it is. */
function isClamped({ code, facts }: Failure, { page }: RawAnswer, last: number | null): boolean {
  if (code !== 'wrong-page') return false
  return last === null ? facts.page === page - 1 : page > last
}
