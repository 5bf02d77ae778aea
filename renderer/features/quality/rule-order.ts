import { severities, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import type { RuleReport } from '../../../electron/contract/audit'
import { ruleName } from '../../shared/labels/rule-labels'

export type RuleOrder = 'severity' | 'count' | 'name'

/** Rules as a page lists them. */
export interface Arrangement {
  /** Those that found something: by severity in groups, else in one without a severity. */
  found: { severity: Severity | null; rules: RuleId[] }[]
  /** Looked for, and nothing found. */
  nothing: RuleId[]
  /** Switched on, but the catalog says nothing of what they ask. */
  unknown: RuleId[]
  /** Switched off. */
  off: RuleId[]
}

const byName = (a: RuleReport, b: RuleReport): number => ruleName(a.rule).localeCompare(ruleName(b.rule))
const byCount = (a: RuleReport, b: RuleReport): number => (b.count ?? 0) - (a.count ?? 0) || byName(a, b)

/** Arranges rules. Within a severity those that found most come first. */
export function arranged(reports: readonly RuleReport[], order: RuleOrder): Arrangement {
  const sorted = [...reports].sort(order === 'name' ? byName : byCount)
  const ids = (keep: (report: RuleReport) => boolean): RuleId[] => sorted.filter(keep).map(({ rule }) => rule)
  const finds = ({ setting, count }: RuleReport): boolean => setting.enabled && (count ?? 0) > 0
  const found =
    order === 'severity'
      ? severities.map((severity) => ({
          severity,
          rules: ids((report) => finds(report) && report.setting.severity === severity)
        }))
      : [{ severity: null, rules: ids(finds) }]
  return {
    found: found.filter(({ rules }) => rules.length > 0),
    nothing: ids(({ setting, count }) => setting.enabled && count === 0),
    unknown: ids(({ setting, count }) => setting.enabled && count === null),
    off: ids(({ setting }) => !setting.enabled)
  }
}
