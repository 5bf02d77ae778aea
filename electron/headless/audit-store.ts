import type { Notifier } from '../async/notifier'
import type { AuditState, Severity } from '../contract/audit'
import type { Audits } from '../quality'
import type { Outcome, Report } from './command'
import { done, ended, failedBy } from './outcome'
import { severities } from '../contract/audit-rules'
import { untilAborted } from './until-aborted'

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
    if (phase !== 'running') return because === null ? endOf(result.value) : failedBy(because)
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

function endOf({ phase, score, products, coverage, rules }: AuditState): Outcome {
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
  if (coverage.state === 'complete') return done(facts)
  return ended('partial', 'partial', 'the copy does not have the whole list', facts)
}
