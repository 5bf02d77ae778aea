import type { RuleId } from '../../../electron/contract/audit'
import { useQuality } from './quality-store'

/** Counts the findings that are errors, by the severities that the connection's rules have; 0 while these are not known. */
export function useErrorCount(): (connectionId: string, findings: readonly RuleId[]) => number {
  const quality = useQuality()
  return (connectionId, findings) => {
    const rules = quality.of(connectionId)?.rules ?? []
    return rules.filter(
      ({ rule, setting }) => setting.enabled && setting.severity === 'error' && findings.includes(rule)
    ).length
  }
}
