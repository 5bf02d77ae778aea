import type { Failure } from '../contract/failure'
import type { SyncPhase, SyncSchedule, SyncState, SyncSummary } from '../contract/sync'
import type { RunContext } from './run-context'
import type { Control } from './run-control'
import { entriesRead } from './crawl/checkpoint'
import type { Line } from './pipeline/store-access'
import type { Turn } from './run-permits'

/** Everything that a connection's sync is shown by. */
export interface Shown {
  connectionId: string
  /** null while no run is under way. */
  control: Control | null
  turn: Turn | null
  /** null while it is being prepared, too. */
  run: RunContext | null
  line: Line
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
  const { connectionId, run, line, now, schedule, nextAt, last } = shown
  const phase = phaseOf(shown)
  const rest = phase === 'waiting' ? longRest(line) : null
  const here = run ? entriesRead(run.course) : 0
  const total = run && !run.course.isTotalFalse ? run.course.total : null
  const rate = phase === 'fetching' ? shown.rate : null
  return {
    connectionId,
    phase,
    here,
    total,
    totalMoved: run !== null && run.course.total !== run.course.totalAtFirst,
    rate,
    timeLeft: rate !== null && rate > 0 && total !== null ? (Math.max(0, total - here) * 1000) / rate : null,
    startedAt: phase === 'idle' ? null : (run?.start.startedAt ?? shown.startedAt),
    because: rest?.because ?? shown.because,
    resumeAt: rest ? now + rest.ms : null,
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
  turn,
  line
}: Pick<Shown, 'control' | 'run' | 'turn' | 'line'>): SyncPhase {
  if (control === null) return 'idle'
  const stage = run?.stage ?? 'fetching'
  if (stage === 'asking' || stage === 'finishing') return stage
  if (control.paused) return 'paused'
  const isWaiting = control.suspended || longRest(line) !== null || turn?.has() !== true
  return isWaiting ? 'waiting' : stage
}

/** A rest that is worth being shown. */
function longRest(line: Line): ReturnType<Line['rest']> {
  const rest = line.rest()
  return rest?.isLong === true ? rest : null
}
