import { computed, shallowRef, watchSyncEffect, type ComputedRef } from 'vue'
import { severities, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import type { RuleReport } from '../../../electron/contract/audit'
import { ruleName } from '../../shared/labels/rule-labels'

/** Rules as the page lists them. */
export interface Arrangement {
  /** Those that found something, by severity. */
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

/**
 * Reports, those that found most first. Once `isSettled`, they keep their places for as long as the scope that calls it lasts: what
 * a person does to one rule moves none of them.
 */
export function useSteadyOrder(
  reports: () => readonly RuleReport[],
  isSettled: () => boolean
): ComputedRef<readonly RuleReport[]> {
  const settled = shallowRef<ReadonlyMap<RuleId, number> | null>(null)
  const byNow = computed(() => reports().toSorted(byCount))
  watchSyncEffect(() => {
    if (settled.value !== null || !isSettled()) return
    settled.value = new Map(byNow.value.map(({ rule }, place) => [rule, place]))
  })
  return computed(() => {
    const { value: places } = settled
    if (places === null) return byNow.value
    const placeOf = ({ rule }: RuleReport): number => places.get(rule) ?? places.size
    return reports().toSorted((a, b) => placeOf(a) - placeOf(b))
  })
}

/** Puts reports into their groups; in each they keep the order that they come in. */
export function arranged(reports: readonly RuleReport[]): Arrangement {
  const ids = (keep: (report: RuleReport) => boolean): RuleId[] =>
    reports.filter(keep).map(({ rule }) => rule)
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
