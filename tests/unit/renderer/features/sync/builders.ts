import type { Coverage } from '../../../../../electron/contract/coverage'
import type { SyncState, SyncSummary } from '../../../../../electron/contract/sync'

/** A sync of the corner shop that rests, save what the test sets. */
export function syncState(changes: Partial<SyncState> = {}): SyncState {
  return {
    connectionId: 'shop',
    phase: 'idle',
    here: 0,
    total: null,
    totalMoved: false,
    rate: null,
    timeLeft: null,
    startedAt: null,
    because: null,
    resumeAt: null,
    drop: null,
    schedule: 'hourly',
    nextAt: null,
    last: null,
    ...changes
  }
}

/** A run that has been fetching for a minute. */
export function running(changes: Partial<SyncState> = {}): SyncState {
  return syncState({
    phase: 'fetching',
    here: 4120,
    total: 4300,
    rate: 1240,
    timeLeft: 47_000,
    startedAt: Date.now() - 60_000,
    ...changes
  })
}

/** The same run begins at the same time, however often it is told of. */
const begun = Date.now() - 12_000

/** A second run that read everything and found nothing new. */
export function summary(changes: Partial<SyncSummary> = {}): SyncSummary {
  return {
    run: 2,
    outcome: 'complete',
    startedAt: begun,
    duration: 12_000,
    here: 4300,
    products: (changes.here ?? 4300) - (changes.setAside ?? 0),
    total: 4300,
    added: 0,
    changed: 0,
    gone: 0,
    returned: 0,
    setAside: 0,
    reasons: {},
    because: null,
    partly: null,
    ...changes
  }
}

export function coverage(changes: Partial<Coverage> = {}): Coverage {
  const here = changes.here ?? 4120
  const total = 4300
  return { here, products: here, setAside: 0, total, asOf: Date.now(), state: 'partial', ...changes }
}
