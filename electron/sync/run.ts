import { reportedTotal } from '../catalog'
import { ok, type Failure, type Result } from '../contract/failure'
import type { PartialReason, SyncDrop, SyncSummary } from '../contract/sync'
import {
  entriesRead,
  firstShortPage,
  isAllThere,
  recheckEnd,
  resize,
  type Checkpoint
} from './crawl/checkpoint'
import { confirmShrink, shrinkByMissing, shrinkTo } from './crawl/confirm-shrink'
import { crawlToEnd } from './crawl/crawl'
import { probePageSize, smallerSize } from './crawl/page-size'
import { resolveDirtyRanges } from './crawl/reread'
import { isShortList, mayVerifyAgain, verify } from './crawl/verify'
import { spentBy, type Ending, type RunContext } from './run-context'

/** How often the page size may be reduced during a run. */
const mostResizes = 6

type CrawlEnding = Extract<Ending, { outcome: 'complete' | 'partial' | 'declined' }>

const complete = { outcome: 'complete', because: null, partly: null } as const
const declined = { outcome: 'declined', because: null, partly: null } as const

/** Crawls the store's list until it is whole and did not change meanwhile, or gives up. Never throws for what a store does. */
export async function performRun(run: RunContext): Promise<Ending> {
  const result = await crawlConfirmed(run)
  if (result.ok) return result.value
  const { end } = run.control
  if (end !== null) return { outcome: end, because: null, partly: null }
  if (run.isFull) return partial('too-big')
  return { outcome: 'failed', because: result.failure, partly: null }
}

/** Writes how a run ended, which completes what it did to the catalog. */
export function finishRun(
  run: RunContext,
  ending: Exclude<Ending, { outcome: 'closed' }>
): Promise<Result<SyncSummary>> {
  const { catalog, connectionId, checkpoint, start, time, published } = run
  return catalog.runs.finish(connectionId, {
    run: start.run,
    at: time.now(),
    duration: Math.round(spentBy(run)),
    total: published === null ? reportedBy(checkpoint) : published.facts.total,
    entries: entriesRead(checkpoint),
    isConfirmed: checkpoint.drop === 'accepted',
    ...(published === null ? {} : { from: published.source }),
    ...ending
  })
}

function reportedBy({ isTotalFalse, total }: Checkpoint): number | null {
  return isTotalFalse ? null : total
}

/** Crawls, and asks the person before a sudden shrink is believed: from the first page, and once more at the end. */
async function crawlConfirmed(run: RunContext): Promise<Result<CrawlEnding>> {
  const { checkpoint } = run
  if (checkpoint.highest === 0) {
    const first = await probePageSize(run)
    if (!first.ok) return first
    const total = reportedTotal(first.value)
    const drop = total === null ? null : shrinkTo(run, total)
    const confirmed = drop === null ? ok(true) : await confirmShrink(run, drop)
    if (!confirmed.ok) return confirmed
    if (!confirmed.value) return ok(declined)
  }
  for (;;) {
    const ending = await crawlUntilStable(run)
    if (!ending.ok || ending.value.outcome !== 'complete') return ending
    const drop = await shrinkAtEnd(run)
    if (!drop.ok) return drop
    if (drop.value === null) return ending
    const confirmed = await confirmShrink(run, drop.value)
    if (!confirmed.ok) return confirmed
    if (!confirmed.value) return ok(declined)
    // Otherwise a page that the person opened while they were asked showed that the list had moved.
    if (checkpoint.dirtyRanges.length === 0) return ending
  }
}

/** The shrink to ask about after a whole crawl; null if there is none, or if the person has accepted it already. */
async function shrinkAtEnd(run: RunContext): Promise<Result<SyncDrop | null>> {
  const { checkpoint, catalog, connectionId, start } = run
  if (checkpoint.drop === 'accepted') return ok(null)
  const entries = entriesRead(checkpoint)
  const drop = shrinkTo(run, entries)
  if (drop !== null) return ok(drop)
  const missing = await catalog.runs.missing(connectionId, start.run, entries)
  return missing.ok ? ok(shrinkByMissing(missing.value)) : missing
}

async function crawlUntilStable(run: RunContext): Promise<Result<CrawlEnding>> {
  const { checkpoint } = run
  for (;;) {
    const crawled = await crawlToEnd(run)
    if (!crawled.ok) return crawled
    if (crawled.value !== null) {
      const size = checkpoint.resized < mostResizes ? smallerSize(checkpoint.limit) : null
      if (size === null) return failed(crawled.value.tooLarge)
      resize(checkpoint, size)
      continue
    }
    if (run.abortReason !== null) return ok(partial(run.abortReason))
    if (!isShortList(checkpoint)) {
      const resolved = await resolveDirtyRanges(run)
      if (!resolved.ok) return resolved
      // Nobody knows what those pages hold now.
      if (checkpoint.dirtyRanges.length > 0) return ok(partial(whyMoving(run)))
    }
    const verified = await verify(run)
    if (!verified.ok) return verified
    if (verified.value === 'moved') {
      if (!mayVerifyAgain(checkpoint)) return ok(partial(whyMoving(run)))
    } else if (isAllThere(checkpoint)) return ok(complete)
    else if (!tryAnotherWay(checkpoint) || !mayVerifyAgain(checkpoint)) return ok(partial(whyNotAll(run)))
  }
}

function failed(failure: Failure): Result<never> {
  return { ok: false, failure }
}

function partial(partly: PartialReason): CrawlEnding {
  return { outcome: 'partial', because: null, partly }
}

function whyMoving({ isRepeating }: RunContext): PartialReason {
  return isRepeating ? 'repeating' : 'moving'
}

/** Why a list that does not change is not all there. */
function whyNotAll({ checkpoint, isRepeating }: RunContext): PartialReason {
  if (isRepeating) return 'repeating'
  const isTooShort = checkpoint.total !== null && entriesRead(checkpoint) < checkpoint.total
  return checkpoint.unread.length > 0 || !isTooShort ? 'unread' : 'short'
}

/**
 * Prepares another way to read a list that does not change, though its entries are not as many as the store says: the total may be
 * wrong, or the pages too large. Returns whether there is one.
 */
function tryAnotherWay(checkpoint: Checkpoint): boolean {
  if (checkpoint.unread.length > 0) return false
  if (!checkpoint.isTotalFalse && checkpoint.total !== null && entriesRead(checkpoint) > checkpoint.total) {
    checkpoint.isTotalFalse = true
    recheckEnd(checkpoint)
    return true
  }
  const short = firstShortPage(checkpoint)
  if (short === null || checkpoint.resized >= mostResizes) return false
  const size = smallerSize(checkpoint.limit, short.entries)
  if (size === null) return false
  resize(checkpoint, size)
  return true
}
