import { toldBy } from '../catalog/shrink'
import type { Failure, Result } from '../contract/failure'
import { fail, ok } from '../contract/failure'
import type { PartialReason, SyncDrop } from '../contract/sync'
import { settle } from './crawl/reread'
import { isShort, mayGoOn, verify } from './crawl/verify'
import type { Ending, RunContext } from './run-context'
import {
  entriesRead,
  firstShort,
  isAllThere,
  lookAtEndAgain,
  resize,
  type Checkpoint
} from './crawl/checkpoint'
import { dropOf, dropTo, isBelieved } from './crawl/drop-question'
import { fetchRest } from './crawl/read-to-end'
import { readFirstPage } from './crawl/first-page'
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
  const { checkpoint } = run
  if (checkpoint.highest === 0) {
    const first = await readFirstPage(run)
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
    if (checkpoint.suspects.length === 0) return outcome
  }
}

/** What there is to ask about a list that was read whole; null where nothing is, or where the person has believed it already. */
async function dropAtEnd(run: RunContext): Promise<Result<SyncDrop | null>> {
  const { checkpoint, copy, connectionId, start } = run
  if (checkpoint.drop === 'accepted') return ok(null)
  const entries = entriesRead(checkpoint)
  const drop = dropTo(run, entries)
  if (drop !== null) return ok(drop)
  const missing = await copy.runs.missing(connectionId, start.run, entries)
  return missing.ok ? ok(dropOf(missing.value)) : missing
}

async function readUntilStill(run: RunContext): Promise<Result<Read>> {
  const { checkpoint } = run
  for (;;) {
    const fetched = await fetchRest(run)
    if (!fetched.ok) return fetched
    if (fetched.value !== null) {
      const refused = makeSmaller(checkpoint, fetched.value.tooLarge)
      if (refused !== null) return refused
      continue
    }
    if (run.givenUp !== null) return ok(partial(run.givenUp))
    if (!isShort(checkpoint)) {
      const settled = await settle(run)
      if (!settled.ok) return settled
      // Nobody knows what stands there now.
      if (checkpoint.suspects.length > 0) return ok(partial(whyMoving(run)))
    }
    const checked = await verify(run)
    if (!checked.ok) return checked
    if (checked.value === 'moved') {
      if (!mayGoOn(checkpoint)) return ok(partial(whyMoving(run)))
    } else if (isAllThere(checkpoint)) return ok(complete)
    else if (!explain(checkpoint) || !mayGoOn(checkpoint)) return ok(partial(whyNotAll(run)))
  }
}

function partial(partly: PartialReason): Read {
  return { outcome: 'partial', because: null, partly }
}

function whyMoving({ isRepeating }: RunContext): PartialReason {
  return isRepeating ? 'repeating' : 'moving'
}

/** Why a list that stands still is not all there. */
function whyNotAll({ checkpoint, isRepeating }: RunContext): PartialReason {
  if (isRepeating) return 'repeating'
  const isShort = checkpoint.total !== null && entriesRead(checkpoint) < checkpoint.total
  return checkpoint.unread.length > 0 || !isShort ? 'unread' : 'short'
}

function makeSmaller(checkpoint: Checkpoint, refused: Failure): Result<never> | null {
  const size = checkpoint.resized < mostResizes ? smallerSize(checkpoint.limit) : null
  if (size === null) return fail(refused.code, refused.facts)
  resize(checkpoint, size)
  return null
}

/**
 * The list stands still, but its entries are not as many as the store says: whether there is another way to read it. Its
 * total may be wrong, or its pages too large for it.
 */
function explain(checkpoint: Checkpoint): boolean {
  if (checkpoint.unread.length > 0) return false
  if (!checkpoint.isTotalFalse && checkpoint.total !== null && entriesRead(checkpoint) > checkpoint.total) {
    checkpoint.isTotalFalse = true
    lookAtEndAgain(checkpoint)
    return true
  }
  const short = firstShort(checkpoint)
  if (short === null || checkpoint.resized >= mostResizes) return false
  const size = smallerSize(checkpoint.limit, short.entries)
  if (size === null) return false
  resize(checkpoint, size)
  return true
}
