import { toldBy } from '../catalog/shrink'
import type { RunStart } from '../catalog/types'
import { fail, type Failure, ok, type Result } from '../contract/failure'
import type { PartialReason, SyncDrop } from '../contract/sync'
import {
  type Checkpoint,
  entriesRead,
  firstShort,
  isAllThere,
  lookAtEndAgain,
  resize
} from './crawl/checkpoint'
import { dropOf, dropTo, isBelieved } from './crawl/confirm-shrink'
import { fetchRest } from './crawl/crawl'
import { readFirstPage, smallerSize } from './crawl/page-size'
import { settle } from './crawl/reread'
import { isShort, mayGoOn, verify } from './crawl/verify'
import type { Ending, Question, RunContext, SyncDeps } from './run-context'

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

/** A run that was cut off longer ago is not gone on with: too much of what it read is old, in ms. */
const oldest = 24 * 60 * 60_000

/** Where the store is and with what it is asked. Touches no network. */
export async function questionFor(
  { addressOf, credentialsOf }: SyncDeps,
  connectionId: string
): Promise<Result<Question>> {
  const store = addressOf(connectionId)
  if (store === null) return fail('connection-unknown')
  const credentials = await credentialsOf(connectionId, store)
  return credentials.ok ? ok({ store, credentials: credentials.value }) : credentials
}

/** Begins a run, or goes on with one that was cut off less than a day ago. */
export async function beginRun(
  { copy: { runs } }: SyncDeps,
  connectionId: string,
  now: number
): Promise<Result<RunStart>> {
  const start = await runs.begin(connectionId, now)
  if (!start.ok || start.value.checkpoint === null) return start
  // Begun later than now: the clock was put back (93).
  if (now - start.value.startedAt < oldest) return start
  const { run } = start.value
  const nothing = { duration: 0, total: null, because: null, partly: null }
  const ended = await runs.finish(connectionId, { run, at: now, outcome: 'stopped', ...nothing })
  return ended.ok ? runs.begin(connectionId, now) : ended
}
