import { severities, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import type { RuleReport } from '../../../electron/contract/audit'
import { ruleName } from '../../shared/labels/rule-labels'

/** Rules as the page lists them. */
export interface Arrangement {
  /** Those that found something, by severity; those that found most come first. */
  found: { severity: Severity; rules: RuleId[] }[]
  /** Looked for, and nothing found. */
  nothing: RuleId[]
  /** Switched on, but the catalog says nothing of what they ask. */
  unknown: RuleId[]
  /** Switched off. */
  off: RuleId[]
}

const byCount = (a: RuleReport, b: RuleReport): number =>
  (b.count ?? 0) - (a.count ?? 0) || ruleName(a.rule).localeCompare(ruleName(b.rule))

export function arranged(reports: readonly RuleReport[]): Arrangement {
  const sorted = reports.toSorted(byCount)
  const ids = (keep: (report: RuleReport) => boolean): RuleId[] => sorted.filter(keep).map(({ rule }) => rule)
  const finds = ({ setting, count }: RuleReport): boolean => setting.enabled && (count ?? 0) > 0
  return {
    found: severities
      .map((severity) => ({
        severity,
        rules: ids((report) => finds(report) && report.setting.severity === severity)
      }))
      .filter(({ rules }) => rules.length > 0),
    nothing: ids(({ setting, count }) => setting.enabled && count === 0),
    unknown: ids(({ setting, count }) => setting.enabled && count === null),
    off: ids(({ setting }) => !setting.enabled)
  }
}

/** The rules in the order in which keys go through them: those that found something. */
export function rulesWithFindings({ found }: Arrangement): RuleId[] {
  return found.flatMap(({ rules }) => rules)
}
