import {
  checkSteps,
  type CheckResult,
  type CheckState,
  type CheckStep,
  type ConnectionReport
} from '../../../../../../electron/contract/connection-check'

type Entry = [state: CheckState, result: CheckResult | null]

/** A report in which all is well but what is given. */
export function checkOf(
  entries: Partial<Record<CheckStep, Entry>> = {},
  changes: Partial<ConnectionReport> = {}
): ConnectionReport {
  const well: Record<CheckStep, CheckResult> = {
    network: { code: 'online' },
    proxy: { code: 'straight', origin: 'system' },
    name: { code: 'resolved', addresses: ['192.0.2.1', '2001:db8::1'] },
    connect: { code: 'connected', to: '192.0.2.1:443', duration: 120 },
    certificate: {
      code: 'trusted',
      certificate: {
        subject: 'shop.example',
        issuer: 'Good Authority',
        validFrom: 0,
        validTo: Date.UTC(2031, 4, 6, 12)
      },
      authority: 'Good Root',
      isAdded: false
    },
    clock: { code: 'clock-right' },
    keychain: { code: 'keychain-open' },
    key: { code: 'key-accepted' },
    answer: { code: 'answered', items: 25, setAside: 0, totalItems: 1240, duration: 300 }
  }
  return {
    connectionId: 'shop',
    host: 'shop.example',
    startedAt: Date.UTC(2026, 1, 3, 12),
    isRunning: false,
    checks: checkSteps.map((step) => {
      const [state, result] = entries[step] ?? ['ok', well[step]]
      return { step, state, result }
    }),
    ...changes
  }
}
