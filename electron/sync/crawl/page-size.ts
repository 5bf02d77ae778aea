import { readRawAnswer } from '../../api/parse-answer'
import type { RawAnswer, StorePage } from '../../api/types'
import { fail, type Failure, ok, type Result } from '../../contract/failure'
import { isPassing } from '../pipeline/failure-policy'
import { readerOf, type RunContext } from '../run-context'
import { readPages } from '../pipeline/page-pipeline'

/** After so many errors a small page is asked for, to see whether it is the size; after so many when it was given before. */
const errorsAtFirst = 4
const errorsOfSize = 2
/** A store that is there gives so many items. */
const small = 25

/**
 * Asks for the first page, in sizes that get smaller until the store gives one. Nothing is committed: the page is kept for
 * `fetchRest`, which begins with it. The page that comes back tells how large the list is.
 */
export async function readFirstPage(run: RunContext): Promise<Result<StorePage>> {
  run.stage = 'fetching'
  let size = firstSize
  for (;;) {
    const first = await readLargest(run, size)
    if (!first.ok) return first
    if (!('tooLarge' in first.value)) return ok(keep(run, first.value))
    const smaller = smallerSize(first.value.size)
    if (smaller === null) return { ok: false, failure: first.value.tooLarge }
    size = smaller
  }
}

/**
 * The first page in the largest size, up to `largest`, at which the store has no errors. It may do so at a size that is too
 * much for it, and it may be down: a size is given up only when it gave a small page before and afterwards.
 */
async function readLargest(run: RunContext, largest: number): Promise<Result<Opened | Refused>> {
  let size = largest
  let isThere = false
  for (;;) {
    const first = await readFirst(run, size, isThere ? errorsOfSize : errorsAtFirst)
    if (!first.ok || !isTrouble(first.value)) return first
    const other = await readFirst(run, Math.min(small, size), 1)
    if (!other.ok) return other
    const next = isThere ? smallerSize(size) : size
    isThere = !isTrouble(other.value)
    if (!isThere) size = largest
    else if ('tooLarge' in other.value || next === null || next <= small) return other
    else size = next
  }
}

function isTrouble(read: Opened | Refused): boolean {
  return 'tooLarge' in read && isPassing(read.tooLarge)
}

function keep(run: RunContext, { answer, page }: Opened): StorePage {
  run.checkpoint.limit = sizeOf(page)
  run.ready = { ...answer, limit: run.checkpoint.limit }
  run.checkpoint.total = run.checkpoint.totalAtFirst = page.totalItems
  return page
}

interface Opened {
  answer: RawAnswer
  page: StorePage
}

/** A size at which there is no page. */
interface Refused {
  tooLarge: Failure
  size: number
}

/** `mostErrors`: after so many it is given up. */
async function readFirst(
  run: RunContext,
  size: number,
  mostErrors: number
): Promise<Result<Opened | Refused>> {
  const seen: Opened[] = []
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
      took: () => undefined,
      skipped: () => undefined
    }
  )
  if (!read.ok) return read
  if (read.value !== null) return ok({ ...read.value, size })
  return seen[0] ? ok(seen[0]) : fail('internal')
}

/** Items per page that are asked for, until the store gives so many: 500 takes half the time of 100 for a long list. */
const sizes = [500, 250, 100, 50, 25]

export const firstSize = 500

/** The next smaller size to ask for, at most `atMost`; null when there is none. */
export function smallerSize(size: number, atMost = size - 1): number | null {
  if (atMost < 1 || size <= 1) return null
  const smaller = sizes.find((one) => one < size && one <= atMost)
  if (smaller !== undefined) return smaller
  return atMost < size && atMost < 25 ? atMost : null
}

/**
 * Items per page that the store gives, by its first page (42): fewer than asked for when more follow, or may follow since
 * it does not say how many there are.
 */
function sizeOf(first: StorePage): number {
  const entries = first.items.length + first.setAside.length
  if (first.pageSize !== first.limit) return first.pageSize
  return first.totalItems === null && entries > 0 && entries < first.limit ? entries : first.limit
}
