import type { RuleReport, AuditState } from '../../../electron/contract/audit'
import { type RuleId, type RuleWithThreshold, thresholds } from '../../../electron/contract/audit-rules'
import { formatMoment } from '../../shared/format/clock'
import { formatCount } from '../../shared/format/number'
import { t } from '../../shared/i18n'

/** How many products have a picture, as the rules that look at its address tell; null where that is not known. */
export function picturesOf(reports: readonly RuleReport[]): number | null {
  const known = reports.filter(({ rule }) => rule === 'picture-insecure' || rule === 'picture-same')
  return known.find(({ examined }) => examined !== null)?.examined ?? null
}

/**
 * Of how many pictures a rule that has to look at them knows anything: `Known of 3,100 of 4,300 pictures …`; '' of another
 * rule, and where all is known. `pictures` null: nobody knows how many there are.
 */
export function examinedMessage(
  { rule, examined, setting }: RuleReport,
  pictures: number | null,
  locale: string | null
): string {
  if (!setting.enabled || examined === null || pictures === null || examined >= pictures) return ''
  const values = { examined: formatCount(examined, locale), pictures: formatCount(pictures, locale) }
  if (rule === 'picture-broken') return t('quality.report.looked', values, pictures)
  const isOfShown = ['picture-small', 'picture-shape', 'picture-similar'].includes(rule)
  return isOfShown ? t('quality.report.shown', values, pictures) : ''
}

/** `12 of the 300 products this rule applies to`; '' where it found none, or items that are no products. */
export function shareMessage({ rule, count, examined, setting }: RuleReport, locale: string | null): string {
  if (!setting.enabled || rule === 'set-aside' || !count || examined === null) return ''
  const values = { number: formatCount(count, locale), total: formatCount(examined, locale) }
  return t('quality.report.applies', values, examined)
}

/** Whether a number can be set that the rule goes by. */
export function hasThreshold(rule: RuleId): rule is RuleWithThreshold {
  return rule in thresholds
}

/** What the number of a rule is, in a few words. */
export function thresholdMessage(rule: RuleWithThreshold): string {
  return t(`quality.threshold.${rule}.label`)
}

/** The unit behind the field; '' without one. */
export function unitLabel(rule: RuleWithThreshold): string {
  return t(`quality.threshold.${rule}.unit`)
}

/** How far an audit is that runs just now. */
export function auditMessage({ progress }: Pick<AuditState, 'progress'>, locale: string | null): string {
  if (!progress || progress.total === 0) return t('quality.status.running')
  const values = { done: formatCount(progress.done, locale), total: formatCount(progress.total, locale) }
  return t('quality.status.progress', values, progress.total)
}

/** Who set the rules for the team, and when. @param now ms since 1970 */
export function teamRulesMessage(
  { by, at }: NonNullable<AuditState['teamRules']>,
  now: number,
  locale: string | null
): string {
  return t('quality.ofTeam.setBy', { name: by, time: formatMoment(at, now, locale) })
}
