import {
  checkSteps,
  type Check,
  type CheckResult,
  type CheckState,
  type CheckStep,
  type Checkup
} from '../contract/doctor'

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

/** What a checkup has found so far. */
export interface Chart {
  /** A step begins. */
  begin(step: CheckStep): void
  tell(step: CheckStep, result: CheckResult): void
  /** What was not looked at until now will not be. */
  finish(): Checkup
}

/** Begins a chart on which every step waits. `onChange` is told of each entry. */
export function createChart(
  begun: Pick<Checkup, 'connectionId' | 'host' | 'startedAt'>,
  onChange: (checkup: Checkup) => void
): Chart {
  let checkup: Checkup = {
    ...begun,
    isRunning: true,
    checks: checkSteps.map((step) => ({ step, state: 'waiting', result: null }))
  }
  const change = (changes: Partial<Checkup>): void => {
    checkup = { ...checkup, ...changes }
    onChange(checkup)
  }
  const enter = (entry: Check): void =>
    change({ checks: checkup.checks.map((check) => (check.step === entry.step ? entry : check)) })
  const result: CheckResult = { code: 'not-reached' }
  change({})
  return {
    begin: (step) => enter({ step, state: 'running', result: null }),
    tell: (step, found) => enter({ step, state: states[found.code], result: found }),
    finish() {
      const isOpen = ({ state }: Check): boolean => state === 'waiting' || state === 'running'
      const checks = checkup.checks.map((check): Check =>
        isOpen(check) ? { step: check.step, state: 'skipped', result } : check
      )
      change({ isRunning: false, checks })
      return checkup
    }
  }
}
