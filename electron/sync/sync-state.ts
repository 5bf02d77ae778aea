import type { RunPermit } from '../async/semaphore'
import type { Failure } from '../contract/failure'
import type { SyncPhase, SyncSchedule, SyncState, SyncSummary } from '../contract/sync'
import { entriesRead } from './crawl/checkpoint'
import type { Backoff, StoreAccess } from './pipeline/store-access'
import type { RunContext, RunControl } from './run-context'

/** Everything that a connection's sync is shown by. */
interface Shown {
  connectionId: string
  /** null while no run is under way. */
  control: RunControl | null
  permit: RunPermit | null
  /** null while it is being prepared, too. */
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

/** The state of a sync for the screen. */
export function stateOf(shown: Shown): SyncState {
  const { connectionId, run, access, now, schedule, nextAt, last } = shown
  const phase = phaseOf(shown)
  const backoff = phase === 'waiting' ? longBackoff(access) : null
  const here = run ? entriesRead(run.checkpoint) : 0
  const total = run && !run.checkpoint.isTotalFalse ? run.checkpoint.total : null
  const rate = phase === 'fetching' ? shown.rate : null
  return {
    connectionId,
    phase,
    here,
    total,
    totalMoved: run !== null && run.checkpoint.total !== run.checkpoint.totalAtFirst,
    rate,
    timeLeft: rate !== null && rate > 0 && total !== null ? (Math.max(0, total - here) * 1000) / rate : null,
    startedAt: phase === 'idle' ? null : (run?.start.startedAt ?? shown.startedAt),
    because: backoff?.because ?? shown.because,
    resumeAt: backoff ? now + backoff.ms : null,
    drop: run?.drop ?? null,
    schedule,
    nextAt,
    last
  }
}

/** Costs next to nothing, where `stateOf` counts pages and asks for schedules: it is looked at several times a page. */
export function phaseOf({
  control,
  run,
  permit,
  access
}: Pick<Shown, 'control' | 'run' | 'permit' | 'access'>): SyncPhase {
  if (control === null) return 'idle'
  const stage = run?.stage ?? 'fetching'
  if (stage === 'asking' || stage === 'finishing') return stage
  if (control.paused) return 'paused'
  const isWaiting = control.suspended || longBackoff(access) !== null || permit?.isHeld() !== true
  return isWaiting ? 'waiting' : stage
}

/** A rest that is worth being shown. */
function longBackoff(access: StoreAccess): Backoff | null {
  const backoff = access.backoff()
  return backoff?.isLong === true ? backoff : null
}

/** ms. What happened before that says little of how it goes on. */
const lately = 10_000
/** ms. Less than that tells nothing. */
const leastSpan = 1000

/** How fast entries come, lately. */
interface Progress {
  /** So many entries are here at `time`, ms from any start. */
  note(entries: number, time: number): void
  /** Entries a second; null until it can be told. */
  rate(): number | null
  /** Begins anew: nothing came for a while that has nothing to do with the store's pace. */
  reset(): void
}

export function createProgress(): Progress {
  let samples: { entries: number; time: number }[] = []
  return {
    note(entries, time) {
      const last = samples.at(-1)
      if (last && time - last.time < 100 && samples.length > 1) Object.assign(last, { entries, time })
      else samples.push({ entries, time })
      const old = samples.findLastIndex((sample) => sample.time <= time - lately)
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

/** ms from the start of one run to that of the next; null: none starts by itself. */
const intervals: Record<SyncSchedule, number | null> = {
  off: null,
  '15-minutes': 15 * minute,
  hourly: 60 * minute,
  daily: 24 * 60 * minute
}

/**
 * When the schedule starts the next run: an interval after the last one started (`lastStart`, ms since 1970; null: there was
 * none), and at once when that is past. Never later than an interval from now, whatever the clock was before (93).
 */
export function nextStart(schedule: SyncSchedule, lastStart: number | null, now: number): number | null {
  const interval = intervals[schedule]
  if (interval === null) return null
  if (lastStart === null) return now
  return Math.min(now + interval, Math.max(now, lastStart + interval))
}
