import { readRawAnswer } from '../../api/parse-answer'
import type { RawAnswer, StorePage } from '../../api/types'
import { fail, ok, type Failure, type Result } from '../../contract/failure'
import { isPassing } from '../pipeline/failure-policy'
import { readPages } from '../pipeline/page-pipeline'
import { readerOf, type RunContext } from '../run-context'

/** Items per page that are requested, until the store gives so many: a long list takes half the time with 500 that it takes with 100. */
const sizes = [500, 250, 100, 50, 25]

export const firstSize = Math.max(...sizes)

/** After so many errors a small page is tried, to see whether the size is to blame; and after so many if one came before. */
const errorsAtFirst = 4
const errorsOfSize = 2
/** Any store that is up gives so many items. */
const small = 25

/** The next smaller size to request, at most `atMost`; null when there is none. */
export function smallerSize(size: number, atMost = size - 1): number | null {
  if (atMost < 1 || size <= 1) return null
  const smaller = sizes.find((one) => one < size && one <= atMost)
  if (smaller !== undefined) return smaller
  return atMost < size && atMost < small ? atMost : null
}

/**
 * Items per page that the store gives, judged by its first page (fault 42): fewer than requested if more follow, or may follow since
 * the store does not say how many there are.
 */
function sizeOf(first: StorePage): number {
  const entries = first.items.length + first.setAside.length
  if (first.pageSize !== first.limit) return first.pageSize
  return first.totalItems === null && entries > 0 && entries < first.limit ? entries : first.limit
}

/**
 * Requests the first page in smaller and smaller sizes until the store gives one. Nothing is committed: the page is kept for
 * `crawlToEnd`, which begins with it. The returned page tells how long the list is.
 */
export async function probePageSize(run: RunContext): Promise<Result<StorePage>> {
  run.stage = 'fetching'
  let size = firstSize
  for (;;) {
    const first = await probeLargest(run, size)
    if (!first.ok) return first
    if (!('tooLarge' in first.value)) return ok(keep(run, first.value))
    const smaller = smallerSize(first.value.size)
    if (smaller === null) return { ok: false, failure: first.value.tooLarge }
    size = smaller
  }
}

/**
 * The first page in the largest size, up to `largest`, at which the store has no errors. Errors may come from a size that is too much for
 * the store, or from a store that is down: a size is given up only if a small page came before and after them.
 */
async function probeLargest(run: RunContext, largest: number): Promise<Result<FirstPage | Refused>> {
  let size = largest
  let isUp = false
  for (;;) {
    const first = await probe(run, size, isUp ? errorsOfSize : errorsAtFirst)
    if (!first.ok || !isTrouble(first.value)) return first
    const other = await probe(run, Math.min(small, size), 1)
    if (!other.ok) return other
    const next = isUp ? smallerSize(size) : size
    isUp = !isTrouble(other.value)
    if (!isUp) size = largest
    else if ('tooLarge' in other.value || next === null || next <= small) return other
    else size = next
  }
}

function isTrouble(probed: FirstPage | Refused): boolean {
  return 'tooLarge' in probed && isPassing(probed.tooLarge)
}

function keep(run: RunContext, { answer, page }: FirstPage): StorePage {
  run.checkpoint.limit = sizeOf(page)
  run.ready = { ...answer, limit: run.checkpoint.limit }
  run.checkpoint.total = run.checkpoint.totalAtFirst = page.totalItems
  return page
}

interface FirstPage {
  answer: RawAnswer
  page: StorePage
}

/** The store gives no page of this size. */
interface Refused {
  tooLarge: Failure
  size: number
}

/** @param mostErrors after so many the size is given up */
async function probe(
  run: RunContext,
  size: number,
  mostErrors: number
): Promise<Result<FirstPage | Refused>> {
  const seen: FirstPage[] = []
  const left = [1].values()
  const read = await readPages(
    { ...readerOf(run, size), mostErrors },
    {
      next: () => left.next().value ?? null,
      peek(answer) {
        const page = readRawAnswer(answer)
        if (!page.ok) return page.failure
        seen.push({ answer, page: page.value })
        return 'end'
      },
      onCommitted: () => undefined,
      onSkipped: () => undefined
    }
  )
  if (!read.ok) return read
  if (read.value !== null) return ok({ ...read.value, size })
  return seen[0] ? ok(seen[0]) : fail('internal')
}
