import {
  checkSteps,
  type Check,
  type CheckResult,
  type CheckState,
  type CheckStep,
  type ConnectionReport
} from '../contract/connection-check'

/** How each result is to be taken. */
const states: Record<CheckResult['code'], CheckState> = {
  'not-reached': 'skipped',
  failed: 'problem',
  online: 'ok',
  offline: 'problem',
  'own-computer': 'ok',
  straight: 'ok',
  proxied: 'ok',
  resolved: 'ok',
  'no-name': 'skipped',
  'resolved-by-proxy': 'skipped',
  connected: 'ok',
  'partly-connected': 'warning',
  trusted: 'ok',
  expiring: 'warning',
  distrusted: 'problem',
  unencrypted: 'warning',
  'no-certificate': 'skipped',
  'clock-right': 'ok',
  'clock-off': 'warning',
  'clock-unknown': 'skipped',
  'keychain-open': 'ok',
  'session-only': 'ok',
  'keychain-shut': 'problem',
  'key-accepted': 'ok',
  'key-unproven': 'skipped',
  answered: 'ok'
}

/** What a connection check has found so far. */
export interface CheckRecorder {
  /** A step begins. */
  begin(step: CheckStep): void
  record(step: CheckStep, result: CheckResult): void
  /** What was not looked at until now will not be. */
  finish(): ConnectionReport
}

/** Begins a recorder on which every step waits. `onChange` is told of each entry. */
export function createCheckRecorder(
  begun: Pick<ConnectionReport, 'connectionId' | 'host' | 'startedAt'>,
  onChange: (report: ConnectionReport) => void
): CheckRecorder {
  let report: ConnectionReport = {
    ...begun,
    isRunning: true,
    checks: checkSteps.map((step) => ({ step, state: 'waiting', result: null }))
  }
  const change = (changes: Partial<ConnectionReport>): void => {
    report = { ...report, ...changes }
    onChange(report)
  }
  const enter = (entry: Check): void =>
    change({ checks: report.checks.map((check) => (check.step === entry.step ? entry : check)) })
  const result: CheckResult = { code: 'not-reached' }
  change({})
  return {
    begin: (step) => enter({ step, state: 'running', result: null }),
    record: (step, found) => enter({ step, state: states[found.code], result: found }),
    finish() {
      const isOpen = ({ state }: Check): boolean => state === 'waiting' || state === 'running'
      const checks = report.checks.map((check): Check =>
        isOpen(check) ? { step: check.step, state: 'skipped', result } : check
      )
      change({ isRunning: false, checks })
      return report
    }
  }
}
