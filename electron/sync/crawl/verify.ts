import { readRawAnswer } from '../../api/parse-answer'
import type { CopyRuns } from '../../catalog/types'
import { ok, type Result } from '../../contract/failure'
import { mayReadAgain, range, readAgain, type Readings } from './reread'
import { readerOf, type RunContext } from '../run-context'
import {
  dropEchoes,
  entriesRead,
  isAllThere,
  isAtEnd,
  lookAtEndAgain,
  suspect,
  type Checkpoint
} from './checkpoint'
import { entriesOn, printOf } from './page-report'
import { readPages } from '../pipeline/page-pipeline'

/** Lists of so many pages are read a second time whole. */
const wholeUpTo = 16
/** Of longer ones at least so many pages, or this part of them. */
const leastPages = 16
const part = 0.02

/**
 * Reads pages a second time before a run may be called complete: all of a short list and of one that products are missing
 * from, else the first, the last and some at random. Tells whether the list stood still.
 *
 * Why all of them are enough: each page was the same at two times, and all first times come before all second ones. So at the
 * moment between them every page was as it is recorded, and the copy is the store's list of that moment (unless something
 * changed and changed back in between). Nothing less tells that a product is gone: it may have moved to any page that was read
 * before. Where nothing is missing a long list is read in samples: a change that keeps the total, moves no page of the sample
 * and misses no product that was known can go unseen until the next run.
 */
export async function verify(run: RunContext): Promise<Result<'same' | 'moved'>> {
  const { checkpoint } = run
  run.stage = 'checking'
  const isFirst = checkpoint.rounds === 0
  checkpoint.rounds++
  const pages = await pagesToCheck(run)
  if (!pages.ok) return pages
  checkpoint.suspects = []
  const readBefore = checkpoint.reread
  // Neither waits for the other: where a page takes long, a look at the end takes as long as a page.
  const [read, end] = await Promise.all([readAgain(run, pages.value), lookAtEnd(run)])
  if (!read.ok) return read
  // The first check is part of every run; only what it leads to is an effort that is to be bounded.
  if (isFirst) checkpoint.reread = readBefore
  for (const page of read.value.differing) suspect(checkpoint, page - 1, page + 1)
  if (endsInEchoes(checkpoint, read.value)) return ok('moved')
  if (!end.ok) return end
  if (end.value === 'repeating') run.isRepeating = true
  if (end.value !== 'still') lookAtEndAgain(checkpoint)
  const isSame = isAtEnd(checkpoint) && read.value.differing.size === 0 && checkpoint.suspects.length === 0
  return isSame ? checkRest(run, new Set(pages.value)) : ok('moved')
}

/**
 * Reads all other pages a second time, up to one that moved, where products would be marked as gone. What was merely edited
 * moves nothing.
 */
async function checkRest(run: RunContext, checked: Set<number>): Promise<Result<'same' | 'moved'>> {
  const { checkpoint } = run
  const rest = range(1, checkpoint.highest).filter((page) => !checked.has(page))
  if (rest.length === 0 || !isAllThere(checkpoint)) return ok('same')
  const missing = await missingFrom(run)
  if (!missing.ok) return missing
  if (missing.value.count === 0) return ok('same')
  const read = await readAgain(run, rest, ({ moved }) => moved.size > 0 || checkpoint.suspects.length > 0)
  if (!read.ok) return read
  for (const page of read.value.moved) suspect(checkpoint, page - 1, page + 1)
  return ok(checkpoint.suspects.length === 0 ? 'same' : 'moved')
}

function missingFrom({ copy, connectionId, start, checkpoint }: RunContext): ReturnType<CopyRuns['missing']> {
  return copy.runs.missing(connectionId, start.run, entriesRead(checkpoint))
}

/** The list became shorter, and the store gives its last page for those that were there before. */
function endsInEchoes(checkpoint: Checkpoint, { echoing }: Readings): boolean {
  let first = checkpoint.highest + 1
  while (echoing.has(first - 1)) first--
  if (first > checkpoint.highest) return false
  checkpoint.echoes = first
  dropEchoes(checkpoint)
  lookAtEndAgain(checkpoint)
  return true
}

/** Whether it is worth going on after a check that found the list moving. */
export function mayGoOn(checkpoint: Checkpoint): boolean {
  return checkpoint.rounds < 5 && mayReadAgain(checkpoint)
}

async function pagesToCheck(run: RunContext): Promise<Result<number[]>> {
  const { checkpoint, time } = run
  const { highest, limit } = checkpoint
  if (isShort(checkpoint)) return ok(range(1, Math.max(1, highest)))
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

export function isShort({ highest }: Checkpoint): boolean {
  return highest <= wholeUpTo
}

/**
 * Whether there is still nothing after the last page, or the last page once more: totals may be wrong (39). `repeating`: the
 * store gives its last page over and over, and what is taken for the last one may be the first of these.
 */
async function lookAtEnd(run: RunContext): Promise<Result<'still' | 'moved' | 'repeating'>> {
  const { highest } = run.checkpoint
  const after = await look(run, highest + 1)
  if (!after.ok) return after
  // What could not be read may be anything: nobody has seen that the list ends there.
  if (after.value === null) return ok('moved')
  const { print } = after.value
  if (print === null) return ok('still')
  const last = await look(run, highest)
  if (!last.ok) return last
  if (last.value?.print !== print) return ok('moved')
  const before = await look(run, highest - 1)
  if (!before.ok) return before
  return ok(before.value?.print === print ? 'repeating' : 'still')
}

/** The ids of a page, as text, without taking them into the copy: null where it has none. */
interface Seen {
  print: string | null
}

/** Looks at a page; null when it cannot be read. There is no page 0, so that it has nothing. */
async function look(run: RunContext, page: number): Promise<Result<Seen | null>> {
  if (page < 1) return ok({ print: null })
  const seen: Seen[] = []
  const left = [page].values()
  const read = await readPages(readerOf(run), {
    next: () => left.next().value ?? null,
    peek(answer) {
      const given = readRawAnswer(answer)
      if (!given.ok) return given.failure
      seen.push({ print: entriesOn(given.value) > 0 ? printOf(given.value) : null })
      return 'end'
    },
    took: () => undefined,
    skipped: () => undefined
  })
  return read.ok ? ok(seen[0] ?? null) : read
}
