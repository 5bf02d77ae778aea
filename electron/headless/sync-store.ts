import { setTimeout as sleepFor } from 'node:timers/promises'
import { sleepUntil, type Notifier } from '../async/notifier'
import type { Failure } from '../contract/failure'
import type { SyncState } from '../contract/sync'
import type { Syncs } from '../sync'
import type { Outcome, Report } from './command'
import { done, ended, failedBy } from './outcome'

export interface SyncStoreDeps {
  syncs: Pick<Syncs, 'state' | 'start'>
  /** Wakes at each change of a sync. */
  changed: Notifier
  /** ms that a store or a network may hold up a run; for tests. */
  patience?: number
}

/** Within it most of what passes by itself has passed, and nobody looks at a command that hangs. */
const usualPatience = 120_000
/** ms after which a wait is looked at again. */
const nap = 1000

/**
 * Reads the list of a store to its end. A run that is given up here is not lost: it goes on from where it was when the app runs, or at the
 * next command.
 */
export async function syncStore(
  { syncs, changed, patience = usualPatience }: SyncStoreDeps,
  connectionId: string,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  const before = syncs.state(connectionId)
  if (before.phase === 'paused') return ended('busy', 'paused', 'the sync is paused in Vitrine')
  syncs.start(connectionId)
  /** When it came further last, and what has held it up since. */
  let moved = { here: before.here, at: performance.now() }
  let heldUpBy: Failure | null = null
  for (;;) {
    const woken = changed.next()
    const state = syncs.state(connectionId)
    const { phase, because, here, total } = state
    if (phase === 'idle') return endOf(before, state)
    if (signal.aborted) return ended('failed', 'cancelled', 'it was ended; the sync goes on the next time')
    if (phase === 'paused') return ended('busy', 'paused', 'the sync was paused in Vitrine')
    if (phase === 'asking')
      return ended(
        'failed',
        'needs-answer',
        'most of the list is missing: open Vitrine and say whether that is right'
      )
    if (here !== moved.here) {
      moved = { here, at: performance.now() }
      heldUpBy = null
    }
    heldUpBy = because ?? heldUpBy
    if (heldUpBy !== null && performance.now() - moved.at >= patience) return failedBy(heldUpBy)
    report({ phase, done: here, total })
    await sleepUntil(woken, Math.min(nap, patience), (ms, stop) =>
      sleepFor(ms, undefined, { signal: AbortSignal.any([stop, signal]) })
    )
  }
}

function endOf(before: SyncState, { because, last }: SyncState): Outcome {
  // It did not come as far as a run that is counted.
  if (last === null || last === before.last)
    return because === null ? ended('failed', 'cancelled', 'it was ended in Vitrine') : failedBy(because)
  const { outcome, products, added, changed, gone, returned, setAside, total, duration, partly, from } = last
  const facts = {
    outcome,
    products,
    added,
    changed,
    gone,
    returned,
    setAside,
    total,
    duration,
    partly,
    from: from ?? null
  }
  if (outcome === 'complete') return done(facts)
  if (outcome === 'partial')
    return ended(
      'partial',
      partly ?? 'partial',
      `the list was not read whole (${partly ?? 'partial'})`,
      facts
    )
  if (because !== null) return failedBy(because, facts)
  return ended('failed', outcome, `the sync was ${outcome}`, facts)
}
