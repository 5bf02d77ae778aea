import { toldBy } from '../catalog/drop'
import type { Failure, Result } from '../contract/failure'
import { fail, ok } from '../contract/failure'
import type { PartialReason, SyncDrop } from '../contract/sync'
import { settle } from './crawl/reread'
import { check, isShort, mayGoOn } from './crawl/verify'
import type { Ending, RunContext } from './run-context'
import { entriesRead, firstShort, isAllThere, lookAtEndAgain, resize, type Course } from './crawl/checkpoint'
import { dropOf, dropTo, isBelieved } from './crawl/drop-question'
import { fetchRest } from './crawl/read-to-end'
import { open } from './crawl/first-page'
import { smallerSize } from './crawl/page-size'

/** A page's size is made smaller under way at most so often. */
const mostResizes = 6

type Read = Extract<Ending, { outcome: 'complete' | 'partial' | 'declined' }>

const complete = { outcome: 'complete', because: null, partly: null } as const
const declined = { outcome: 'declined', because: null, partly: null } as const

/** Reads the store's list until it is whole and stood still, or that is given up. Never throws for what a store does. */
export async function performRun(run: RunContext): Promise<Ending> {
  const result = await readAll(run)
  if (result.ok) return result.value
  const { end } = run.control
  if (end !== null) return { outcome: end, because: null, partly: null }
  if (run.isFull) return partial('too-big')
  return { outcome: 'failed', because: result.failure, partly: null }
}

async function readAll(run: RunContext): Promise<Result<Read>> {
  const { course } = run
  if (course.highest === 0) {
    const first = await open(run)
    if (!first.ok) return first
    const told = toldBy(first.value)
    const drop = told === null ? null : dropTo(run, told)
    const believed = drop === null ? ok(true) : await isBelieved(run, drop)
    if (!believed.ok) return believed
    if (!believed.value) return ok(declined)
  }
  for (;;) {
    const outcome = await readUntilStill(run)
    if (!outcome.ok || outcome.value.outcome !== 'complete') return outcome
    const drop = await dropAtEnd(run)
    if (!drop.ok) return drop
    if (drop.value === null) return outcome
    const believed = await isBelieved(run, drop.value)
    if (!believed.ok) return believed
    if (!believed.value) return ok(declined)
    // Else a person saw, while they were asked, that the list had moved.
    if (course.suspects.length === 0) return outcome
  }
}

/** What there is to ask about a list that was read whole; null where nothing is, or where the person has believed it already. */
async function dropAtEnd(run: RunContext): Promise<Result<SyncDrop | null>> {
  const { course, copy, connectionId, start } = run
  if (course.drop === 'accepted') return ok(null)
  const entries = entriesRead(course)
  const drop = dropTo(run, entries)
  if (drop !== null) return ok(drop)
  const missing = await copy.runs.missing(connectionId, start.run, entries)
  return missing.ok ? ok(dropOf(missing.value)) : missing
}

async function readUntilStill(run: RunContext): Promise<Result<Read>> {
  const { course } = run
  for (;;) {
    const fetched = await fetchRest(run)
    if (!fetched.ok) return fetched
    if (fetched.value !== null) {
      const refused = makeSmaller(course, fetched.value.tooLarge)
      if (refused !== null) return refused
      continue
    }
    if (run.givenUp !== null) return ok(partial(run.givenUp))
    if (!isShort(course)) {
      const settled = await settle(run)
      if (!settled.ok) return settled
      // Nobody knows what stands there now.
      if (course.suspects.length > 0) return ok(partial(whyMoving(run)))
    }
    const checked = await check(run)
    if (!checked.ok) return checked
    if (checked.value === 'moved') {
      if (!mayGoOn(course)) return ok(partial(whyMoving(run)))
    } else if (isAllThere(course)) return ok(complete)
    else if (!explain(course) || !mayGoOn(course)) return ok(partial(whyNotAll(run)))
  }
}

function partial(partly: PartialReason): Read {
  return { outcome: 'partial', because: null, partly }
}

function whyMoving({ isRepeating }: RunContext): PartialReason {
  return isRepeating ? 'repeating' : 'moving'
}

/** Why a list that stands still is not all there. */
function whyNotAll({ course, isRepeating }: RunContext): PartialReason {
  if (isRepeating) return 'repeating'
  const isShort = course.total !== null && entriesRead(course) < course.total
  return course.unread.length > 0 || !isShort ? 'unread' : 'short'
}

function makeSmaller(course: Course, refused: Failure): Result<never> | null {
  const size = course.resized < mostResizes ? smallerSize(course.limit) : null
  if (size === null) return fail(refused.code, refused.facts)
  resize(course, size)
  return null
}

/**
 * The list stands still, but its entries are not as many as the store says: whether there is another way to read it. Its
 * total may be wrong, or its pages too large for it.
 */
function explain(course: Course): boolean {
  if (course.unread.length > 0) return false
  if (!course.isTotalFalse && course.total !== null && entriesRead(course) > course.total) {
    course.isTotalFalse = true
    lookAtEndAgain(course)
    return true
  }
  const short = firstShort(course)
  if (short === null || course.resized >= mostResizes) return false
  const size = smallerSize(course.limit, short.entries)
  if (size === null) return false
  resize(course, size)
  return true
}
