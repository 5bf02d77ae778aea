import type { RunStart } from '../catalog/types'
import { fail, ok, type Result } from '../contract/failure'
import { newCheckpoint, readCheckpoint, type Checkpoint } from './crawl/checkpoint'
import { usualLimits } from './crawl/crawl-limits'
import { firstSize } from './crawl/page-size'
import type { PublishedCatalog } from './take-over'
import type { RequestTarget, RunContext, SyncDeps } from './run-context'

/** A run that was cut off longer ago is not resumed: too much of what it read is out of date, in ms. */
const longestInterruption = 24 * 60 * 60_000

/** The part of a run that its connection has. */
type OwnParts = Pick<
  RunContext,
  'connectionId' | 'time' | 'access' | 'control' | 'permit' | 'pausedFor' | 'changed'
>

/** Everything that a run needs. Fails before the store is asked for anything, with `cancelled` where it was ended meanwhile. */
export async function prepareRun(
  sync: SyncDeps,
  startedAt: number,
  published: PublishedCatalog | null,
  own: OwnParts
): Promise<Result<RunContext>> {
  const { connectionId, control, time } = own
  const target = await requestTargetFor(sync, connectionId)
  if (!target.ok) return target
  if (control.signal.aborted) return fail('cancelled')
  const start = await beginRun(sync, connectionId, startedAt, published)
  if (!start.ok) return start
  const checkpoint = readCheckpoint(start.value.checkpoint) ?? newCheckpoint(firstSize)
  checkpoint.published = sourceOf(published)
  return ok({
    ...own,
    catalog: sync.catalog,
    target: target.value,
    start: start.value,
    checkpoint,
    published,
    stage: 'fetching',
    drop: null,
    limits: sync.limits ?? usualLimits,
    isRepeating: false,
    abortReason: null,
    isFull: false,
    ready: null,
    spentBefore: checkpoint.spent,
    resumedAt: time.elapsed()
  })
}

/** The store and credentials of a connection. Uses no network. */
export async function requestTargetFor(
  { addressOf, credentialsOf }: SyncDeps,
  connectionId: string
): Promise<Result<RequestTarget>> {
  const store = addressOf(connectionId)
  if (store === null) return fail('connection-unknown')
  const credentials = await credentialsOf(connectionId, store)
  return credentials.ok ? ok({ store, credentials: credentials.value }) : credentials
}

/** Begins a run, or resumes one that was cut off less than a day ago and read the same: the store, or the same publication. */
async function beginRun(
  { catalog: { runs } }: SyncDeps,
  connectionId: string,
  now: number,
  published: PublishedCatalog | null
): Promise<Result<RunStart>> {
  const start = await runs.begin(connectionId, now)
  if (!start.ok || start.value.checkpoint === null) return start
  // A start in the future means that the clock was set back (fault 93).
  const isYoung = now - start.value.startedAt < longestInterruption
  const [before, source] = [readCheckpoint(start.value.checkpoint)?.published ?? null, sourceOf(published)]
  const isSame = before?.device === source?.device && before?.sequence === source?.sequence
  if (isYoung && isSame) return start
  const { run } = start.value
  const nothing = { duration: 0, total: null, because: null, partly: null }
  const ended = await runs.finish(connectionId, { run, at: now, outcome: 'stopped', ...nothing })
  return ended.ok ? runs.begin(connectionId, now) : ended
}

function sourceOf(published: PublishedCatalog | null): Checkpoint['published'] {
  if (published === null) return null
  const { device, sequence } = published.source
  return { device, sequence }
}
