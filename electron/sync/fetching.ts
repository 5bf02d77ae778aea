import { readRawAnswer } from '../api/answer'
import type { RawAnswer, StorePage } from '../api/types'
import { ok, type Failure } from '../contract/failure'
import { readerOf, type RunContext } from './context'
import { lastPage, setEntries, type Course } from './course'
import { entriesOn, printOf } from './page-print'
import { readPages, type PageSource, type Read } from './reading'
import { takeFirstReading } from './reports'

/**
 * Reads the list from where the run stands to its end, and one page more: only a store that has nothing there has told the
 * truth about its totals. Without totals the list ends where a page is empty, or the one before comes again (35, 38, 39).
 */
export async function fetchRest(run: RunContext): Promise<Read> {
  const { course } = run
  if (course.isEnded && course.highest >= (lastPage(course) ?? 0)) return ok(null)
  run.stage = 'fetching'
  const read = await readPages(readerOf(run), sourceOf(course))
  course.isEnded = read.ok && read.value === null
  return read
}

function sourceOf(course: Course): PageSource {
  let page = course.next
  let print: string | null = null
  return {
    next() {
      const last = lastPage(course)
      return last === null || page <= last + 1 ? page++ : null
    },
    peek(answer) {
      const last = lastPage(course)
      if (last !== null && answer.page < last) return 'commit'
      const read = readRawAnswer(answer)
      if (!read.ok) return isClamped(read.failure, answer, last) ? 'end' : read.failure
      const before = print
      print = printOf(read.value)
      return judge(course, read.value, print === before)
    },
    took(report) {
      course.next = Math.max(course.next, report.page + 1)
      takeFirstReading(course, report)
    },
    skipped(skipped) {
      course.next = Math.max(course.next, skipped + 1)
      setEntries(course, skipped, 0)
      course.unread.push(skipped)
    }
  }
}

/** What is at, or after, the end of the list as the store told it so far. */
function judge(course: Course, page: StorePage, isRepeated: boolean): 'commit' | 'end' {
  const last = lastPage({ ...course, total: page.totalItems, pages: page.totalPages })
  if (entriesOn(page) === 0) {
    return last !== null && page.page <= last ? 'commit' : 'end'
  }
  if (isRepeated) return 'end'
  const told = lastPage(course)
  // There is more than the store says: it cannot be believed about the end either.
  if (told !== null && page.page > told && (last === null || page.page > last)) course.isTotalFalse = true
  return 'commit'
}

/** Some stores give their last page for all that come after it, and say which it is. */
function isClamped({ code, facts }: Failure, { page }: RawAnswer, last: number | null): boolean {
  if (code !== 'wrong-page') return false
  return last === null ? facts.page === page - 1 : page > last
}
