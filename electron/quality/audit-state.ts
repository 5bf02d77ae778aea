import type { AuditState, RuleReport } from '../contract/audit'
import { ruleIds, rulesOfLooks } from '../contract/audit-rules'
import type { Failure } from '../contract/failure'
import { isInitial, settingOf, type RuleSettings } from './effective-rules'
import type { AuditReport } from './types'

/** What is known of a connection's audit in this run. */
export interface Watched {
  /** null: there was none, or its file was not looked at yet. */
  report: AuditReport | null
  /** The report is of the copy as it is. */
  isCurrent: boolean
  /** null: none is under way. */
  progress: { done: number; total: number } | null
  /** Products that are listed, while there is no report. */
  products: number
  because: Failure | null
}

export function unwatched(): Watched {
  return { report: null, isCurrent: false, progress: null, products: 0, because: null }
}

/** An audit as the page is told of it. */
export function auditState(
  connectionId: string,
  { report, isCurrent, progress, products, because }: Watched,
  settings: RuleSettings,
  currency: string | null
): AuditState {
  const done = report === null ? 'none' : isCurrent ? 'ready' : 'outdated'
  return {
    connectionId,
    phase: progress === null ? done : 'running',
    progress,
    at: report?.at ?? null,
    run: report?.run ?? null,
    products: report?.products ?? products,
    coverage: report?.coverage ?? null,
    score: report?.score ?? null,
    scoreWithoutPictures: report?.scoreWithoutPictures ?? null,
    pictures: looksAtPictures(settings, currency) ? (report?.pictures ?? null) : null,
    rules: ruleReports(report, settings, currency),
    because
  }
}

function looksAtPictures(settings: RuleSettings, currency: string | null): boolean {
  return [...rulesOfLooks].some((rule) => settingOf(rule, settings, currency).enabled)
}

function ruleReports(
  report: AuditReport | null,
  settings: RuleSettings,
  currency: string | null
): RuleReport[] {
  return ruleIds.map((rule, place) => {
    const setting = settingOf(rule, settings, currency)
    const { count = null, excused = 0, examined = null } = report?.rules[place] ?? {}
    return {
      rule,
      setting,
      isInitial: isInitial(rule, setting, currency),
      count: setting.enabled ? count : null,
      excused,
      examined
    }
  })
}
