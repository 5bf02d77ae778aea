import type { Failure } from '../contract/failure'
import type { SyncPhase, SyncSchedule, SyncState, SyncSummary } from '../contract/sync'
import type { RunContext } from './run-context'
import type { RunControl } from './run-control'
import { entriesRead } from './crawl/checkpoint'
import type { Backoff, StoreAccess } from './pipeline/store-access'
import type { RunPermit } from './run-permits'

/** Everything that a connection's sync is shown by. */
export interface Shown {
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
