import type { Permit } from '../async/locks'
import { createThrottle } from '../async/throttle'
import type { Failure } from '../contract/failure'
import type { SyncPhase, SyncState, SyncSummary } from '../contract/sync'
import type { SyncSchedule } from '../contract/sync-values'
import { entriesRead } from './crawl/checkpoint'
import type { Backoff, StoreAccess } from './pipeline/store-access'
import type { RunContext, RunControl, SyncTime } from './run-context'

/** Everything that the state of a connection's sync is made of. */
interface StateSources {
  connectionId: string
  /** null while no run is active. */
  control: RunControl | null
  permit: Permit | null
  /** null also while a run is being prepared. */
  run: RunContext | null
  access: StoreAccess
  /** ms since 1970. */
  now: number
  startedAt: number | null
  rate: number | null
  schedule: SyncSchedule
  nextAt: number | null
  because: Failure | null
  last: SyncSummary | null
}

/** The state of a sync as the window shows it. */
export function toSyncState(sources: StateSources): SyncState {
  const { connectionId, run, access, now, schedule, nextAt, last } = sources
  const phase = phaseOf(sources)
  const backoff = phase === 'waiting' ? longBackoff(access) : null
  const here = run ? entriesRead(run.checkpoint) : 0
  const total = run && !run.checkpoint.isTotalFalse ? run.checkpoint.total : null
  const rate = phase === 'fetching' ? sources.rate : null
  return {
    connectionId,
    phase,
    here,
    total,
    totalMoved: run !== null && run.checkpoint.total !== run.checkpoint.totalAtFirst,
    rate,
    timeLeft: rate !== null && rate > 0 && total !== null ? (Math.max(0, total - here) * 1000) / rate : null,
    startedAt: phase === 'idle' ? null : (run?.start.startedAt ?? sources.startedAt),
    because: backoff?.because ?? sources.because,
    resumeAt: backoff ? now + backoff.ms : null,
    drop: run?.drop ?? null,
    schedule,
    nextAt,
    last
  }
}

/** Cheap, unlike `toSyncState`, which counts pages: it is called several times a page. */
export function phaseOf({
  control,
  run,
  permit,
  access
}: Pick<StateSources, 'control' | 'run' | 'permit' | 'access'>): SyncPhase {
  if (control === null) return 'idle'
  const stage = run?.stage ?? 'fetching'
  if (stage === 'asking' || stage === 'finishing') return stage
  if (control.paused) return 'paused'
  const isWaiting = control.suspended || longBackoff(access) !== null || permit?.isHeld() !== true
  return isWaiting ? 'waiting' : stage
}

/** A back-off that is worth showing. */
function longBackoff(access: StoreAccess): Backoff | null {
  const backoff = access.backoff()
  return backoff?.isLong === true ? backoff : null
}

/** ms. Four times a second is as often as a person can follow. */
const announceEvery = 250

/** Announces a state that changed: at once when its phase is another, otherwise at most four times a second. */
export interface StateAnnouncer {
  changed(): void
  close(): void
}

export function createStateAnnouncer(
  { phase, state }: { phase: () => SyncPhase; state: () => SyncState },
  onChange: (state: SyncState) => void,
  { elapsed, sleep }: Pick<SyncTime, 'elapsed' | 'sleep'>
): StateAnnouncer {
  let announced: SyncPhase | null = null
  let isClosed = false

  function announce(): void {
    const now = state()
    announced = now.phase
    onChange(now)
  }

  function after(ms: number, run: () => void): () => void {
    const cancelled = new AbortController()
    void sleep(ms, cancelled.signal).then(run, () => undefined)
    return () => cancelled.abort()
  }

  const throttle = createThrottle<null>(announceEvery, announce, { after, elapsed })
  return {
    changed() {
      if (isClosed) return
      if (phase() !== announced) throttle.reset()
      throttle('state', null)
    },
    close() {
      isClosed = true
      throttle.reset()
    }
  }
}

/** ms. Samples that are older say little about how fast the run goes on. */
const rateWindow = 10_000
/** ms. A shorter span says nothing. */
const leastSpan = 1000

/** How fast entries have been coming in lately. */
interface Progress {
  /** @param time ms since any moment */
  record(entries: number, time: number): void
  /** Entries a second; null until it is known. */
  rate(): number | null
  /** Begins anew after a pause, which says nothing about the store's speed. */
  reset(): void
}

export function createProgress(): Progress {
  let samples: { entries: number; time: number }[] = []
  return {
    record(entries, time) {
      const last = samples.at(-1)
      if (last && time - last.time < 100 && samples.length > 1) Object.assign(last, { entries, time })
      else samples.push({ entries, time })
      const old = samples.findLastIndex((sample) => sample.time <= time - rateWindow)
      if (old > 0) samples = samples.slice(old)
    },
    rate() {
      const [first, last] = [samples[0], samples.at(-1)]
      if (!first || !last || last.time - first.time < leastSpan) return null
      return Math.max(0, ((last.entries - first.entries) * 1000) / (last.time - first.time))
    },
    reset() {
      samples = []
    }
  }
}

const minute = 60_000

/** ms from the start of one run to the start of the next; null: none starts by itself. */
const intervals: Record<SyncSchedule, number | null> = {
  off: null,
  '15-minutes': 15 * minute,
  hourly: 60 * minute,
  daily: 24 * 60 * minute
}

/** ms from one run to the next; where none starts by itself, an hour. */
export function usualInterval(schedule: SyncSchedule): number {
  return intervals[schedule] ?? 60 * minute
}

/**
 * When the schedule starts the next run: one interval after the last one started (`lastStart`, ms since 1970; null: never), or now
 * if that is past. Never more than an interval from now, wherever the clock was before (fault 93).
 */
export function nextStart(schedule: SyncSchedule, lastStart: number | null, now: number): number | null {
  const interval = intervals[schedule]
  if (interval === null) return null
  if (lastStart === null) return now
  return Math.min(now + interval, Math.max(now, lastStart + interval))
}
