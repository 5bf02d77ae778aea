import { isWhole } from '../contract/coverage'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { sleepUntil, type Notifier } from '../async/notifier'
import type { AuditState } from '../contract/audit'
import { type Severity, severities } from '../contract/audit-rules'
import type { Failure } from '../contract/failure'
import type { SyncState } from '../contract/sync'
import type { Publishing } from '../publishing'
import type { Audits } from '../quality'
import type { Syncs } from '../sync'
import type { CommandOf, Outcome, Report } from './command'
import { done, ended, failedBy } from './outcome'

/** Waits for the work, or until the signal is aborted. */
export async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const onAbort = (): void => resolve(undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

interface SyncStoreDeps {
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
    if (phase === 'idle') return syncOutcome(before, state)
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

function syncOutcome(before: SyncState, { because, last }: SyncState): Outcome {
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

export interface PublishStoreDeps extends SyncStoreDeps {
  publishing: Pick<Publishing, 'state' | 'set' | 'publish'>
}

/**
 * Reads the list of a store to its end and gives the catalog to the store's team, as its publisher from then on. A list that was not read
 * whole is not published.
 */
export async function publishStore(
  deps: PublishStoreDeps,
  connectionId: string,
  { isTakingOver }: CommandOf<'publish'>,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  const { publishing } = deps
  const state = await publishing.state(connectionId)
  if (!state.ok) return failedBy(state.failure)
  if (state.value === null) return ended('failed', 'no-team', 'the store has no team: join one in Vitrine')
  if (!state.value.isHere) {
    const set = await publishing.set(connectionId, true, isTakingOver)
    if (!set.ok) return failureOf(set.failure)
  }
  const synced = await syncStore(deps, connectionId, report, signal)
  if (synced.status !== 'done') return { ...synced, facts: { ...synced.facts, published: false } }
  report({ phase: 'publishing', done: 0, total: null })
  const published = await publishing.publish(connectionId)
  if (!published.ok) {
    const failed = failureOf(published.failure)
    return { ...failed, facts: { ...synced.facts, published: false } }
  }
  const { entries = null, bytes = null } = published.value ?? {}
  return done({ ...synced.facts, published: true, entries, bytes })
}

function failureOf(failure: Failure): Outcome {
  const { field, reason = '' } = failure.facts
  if (failure.code !== 'input-invalid') return failedBy(failure)
  if (field === 'place') return ended('failed', `team-${reason}`, `the team’s place: ${reason}`)
  const why = `${reason} publishes this store’s catalog; --take-over publishes it from here instead`
  return ended('failed', 'other-publisher', why)
}

export interface AuditStoreDeps {
  audits: Pick<Audits, 'state' | 'run'>
  /** Lets audits of a connection be made: the app does so by itself for all that it shows. */
  allowAudits: (connectionId: string) => void
  /** Wakes at each change of an audit. */
  changed: Notifier
}

/** Runs the quality checks over a catalog, unless what is known is of the catalog as it is. */
export async function auditStore(
  { audits, allowAudits, changed }: AuditStoreDeps,
  connectionId: string,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  allowAudits(connectionId)
  let result = await audits.run(connectionId)
  for (;;) {
    if (!result.ok) return failedBy(result.failure)
    const { phase, progress, because } = result.value
    if (phase !== 'running') return because === null ? auditOutcome(result.value) : failedBy(because)
    if (signal.aborted) return ended('failed', 'cancelled', 'it was ended')
    if (progress !== null) report({ phase: 'checking', ...progress })
    const woken = changed.next()
    // It may have ended while the one before was answered.
    result = await audits.state(connectionId)
    if (result.ok && result.value.phase === 'running') {
      await untilAborted(woken, signal)
      result = await audits.state(connectionId)
    }
  }
}

function auditOutcome({ phase, score, products, coverage, rules }: AuditState): Outcome {
  const counted = (severity: Severity): number =>
    rules.reduce((sum, { setting, count }) => (setting.severity === severity ? sum + (count ?? 0) : sum), 0)
  const facts = {
    products,
    score,
    ...Object.fromEntries(severities.map((severity) => [`${severity}s`, counted(severity)])),
    rules: Object.fromEntries(rules.flatMap(({ rule, count }) => (count === null ? [] : [[rule, count]])))
  }
  if (phase !== 'ready' || coverage === null || coverage.state === 'none')
    return ended('failed', 'no-catalog', 'there is nothing to check yet: sync the store first', facts)
  if (isWhole(coverage)) return done(facts)
  return ended('partial', 'partial', 'the copy does not have the whole list', facts)
}
