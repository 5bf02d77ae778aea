import { ruleIds, thresholds, type RuleId } from '../../../../../electron/contract/audit-rules'
import type { AuditState, Finding, RuleReport } from '../../../../../electron/contract/audit'

const withThreshold: Partial<Record<RuleId, { initial: number }>> = thresholds

/** What a rule of warnings says that found nothing, save what the test sets. */
export function ruleReport(rule: RuleId, changes: Partial<RuleReport> = {}): RuleReport {
  return {
    rule,
    setting: { enabled: true, severity: 'warning', threshold: withThreshold[rule]?.initial ?? null },
    isInitial: true,
    count: 0,
    excepted: 0,
    examined: 1240,
    ...changes
  }
}

/** The quality of the corner shop, of the copy as it is: no rule found anything, save what the test sets. */
export function auditState(
  changes: Partial<Omit<AuditState, 'rules'>> = {},
  reports: Partial<Record<RuleId, Partial<RuleReport>>> = {}
): AuditState {
  return {
    connectionId: 'shop',
    phase: 'ready',
    progress: null,
    at: new Date(2026, 10, 3, 9, 12).getTime(),
    run: 4,
    products: 1240,
    coverage: {
      here: 1240,
      products: 1240,
      setAside: 0,
      total: 1240,
      asOf: new Date(2026, 10, 3, 9, 11).getTime(),
      state: 'complete'
    },
    score: 92.4,
    scoreWithoutPictures: 94,
    pictures: { looked: 1230, all: 1240, areInScore: true },
    rules: ruleIds.map((rule) => ruleReport(rule, reports[rule])),
    teamRules: null,
    because: null,
    ...changes
  }
}

/** A finding that the product is not excepted from, without facts. */
export function finding(rule: RuleId, changes: Partial<Finding> = {}): Finding {
  return { rule, severity: 'warning', facts: {}, exception: null, ...changes }
}
