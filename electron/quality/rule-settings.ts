import {
  ruleIds,
  thresholds,
  type RuleId,
  type RuleWithThreshold,
  type Severity
} from '../contract/audit-rules'
import type { RuleSetting } from '../contract/audit'
import { rules } from './rules'
import type { RulesInForce } from './types'

/** Settings that differ from the initial ones, by rule. */
export type RuleSettings = Partial<Record<RuleId, RuleSetting>>

function hasThreshold(rule: RuleId): rule is RuleWithThreshold {
  return rule in thresholds
}

/**
 * The default settings of a rule. Decimal digits of a price are those of the connection's currency (ISO 4217, as the runtime knows
 * it), where it has one.
 */
export function initialSetting(rule: RuleId, currency: string | null): RuleSetting {
  const threshold = hasThreshold(rule) ? thresholds[rule].initial : null
  const digits = rule === 'price-fraction' ? digitsOf(currency) : null
  return { enabled: true, severity: rules[rule].severity, threshold: digits ?? threshold }
}

function digitsOf(currency: string | null): number | null {
  if (currency === null) return null
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? null
  } catch {
    // Three letters that are no currency.
    return null
  }
}

/** The current settings of a rule; a threshold outside of its bounds is clamped. */
export function settingOf(rule: RuleId, changed: RuleSettings, currency: string | null): RuleSetting {
  const initial = initialSetting(rule, currency)
  const setting = changed[rule] ?? initial
  if (!hasThreshold(rule)) return { ...setting, threshold: null }
  const { least, most } = thresholds[rule]
  const threshold = setting.threshold ?? initial.threshold ?? least
  return { ...setting, threshold: Math.min(most, Math.max(least, threshold)) }
}

/** Whether a rule goes as at first. */
export function isInitial(rule: RuleId, setting: RuleSetting, currency: string | null): boolean {
  const initial = initialSetting(rule, currency)
  return (
    setting.enabled === initial.enabled &&
    setting.severity === initial.severity &&
    setting.threshold === initial.threshold
  )
}

/** All rules as they go for a connection. */
export function rulesInForce(changed: RuleSettings, currency: string | null): RulesInForce {
  return ruleIds.map((rule) => {
    const { enabled, severity, threshold } = settingOf(rule, changed, currency)
    return { enabled, severity, threshold: threshold ?? 0 }
  })
}

/** The bit of a rule in a number for all of them, as an unsigned 32-bit number. */
export function bitOf(rule: RuleId): number {
  return (1 << ruleIds.indexOf(rule)) >>> 0
}

/** The bits of the rules of each severity, whether they are switched on or not. */
export function bitsBySeverity(rules: RulesInForce): Record<Severity, number> {
  const bits: Record<Severity, number> = { error: 0, warning: 0, hint: 0 }
  rules.forEach(({ severity }, place) => {
    bits[severity] = (bits[severity] | (1 << place)) >>> 0
  })
  return bits
}

/** The rules of a number's bits, in their order. */
export function rulesIn(bits: number): RuleId[] {
  return ruleIds.filter((_, place) => (bits & (1 << place)) !== 0)
}
