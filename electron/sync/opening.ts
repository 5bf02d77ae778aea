import { readRawAnswer } from '../api/answer'
import type { RawAnswer, StorePage } from '../api/types'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { readerOf, type RunContext } from './context'
import { firstSize, sizeOf, smallerSize } from './page-size'
import { readPages } from './reading'

/**
 * Asks for the first page, in sizes that get smaller until the store gives one. Nothing is committed: the page is kept for
 * `fetchRest`, which begins with it. The page that comes back tells how large the list is.
 */
export async function open(run: RunContext): Promise<Result<StorePage>> {
  run.stage = 'fetching'
  let size = firstSize
  for (;;) {
    const first = await readFirst(run, size)
    if (!first.ok) return first
    if (!('tooLarge' in first.value)) return ok(keep(run, first.value))
    const smaller = smallerSize(size)
    if (smaller === null) return { ok: false, failure: first.value.tooLarge }
    size = smaller
  }
}

function keep(run: RunContext, { answer, page }: Opened): StorePage {
  run.course.limit = sizeOf(page)
  run.ready = { ...answer, limit: run.course.limit }
  run.course.total = run.course.totalAtFirst = page.totalItems
  return page
}

interface Opened {
  answer: RawAnswer
  page: StorePage
}

async function readFirst(run: RunContext, size: number): Promise<Result<Opened | { tooLarge: Failure }>> {
  const seen: Opened[] = []
  const left = [1].values()
  const read = await readPages(readerOf(run, size), {
    next: () => left.next().value ?? null,
    peek(answer) {
      const page = readRawAnswer(answer)
      if (!page.ok) return page.failure
      seen.push({ answer, page: page.value })
      return 'end'
    },
    took: () => undefined,
    skipped: () => undefined
  })
  if (!read.ok) return read
  if (read.value !== null) return ok(read.value)
  return seen[0] ? ok(seen[0]) : fail('internal')
}
