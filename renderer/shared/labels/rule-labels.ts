import { ruleIds, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import { t } from '../i18n'

/** What a person reads of a rule. */
export interface RuleLabel {
  /** `Picture missing`. */
  name: string
  /** Why it matters, in a sentence. */
  why: string
  /** What to do about what it finds, in a sentence. */
  todo: string
}

/** A rule in words. */
export function ruleLabel(rule: RuleId): RuleLabel {
  return {
    name: t(`quality.rule.${rule}.name`),
    why: t(`quality.rule.${rule}.why`),
    todo: t(`quality.rule.${rule}.todo`)
  }
}

/** A rule's name, as in lists, menus and on chips. */
export function ruleName(rule: RuleId): string {
  return t(`quality.rule.${rule}.name`)
}

/** How much a finding matters, in a word. */
export function severityLabel(severity: Severity): string {
  return t(`quality.severity.${severity}`)
}

const circle = 'M2 12a10 10 0 1 0 20 0 10 10 0 1 0-20 0'

/** The signs of severities as the data of one SVG path, 24 by 24, stroked: a component would cost a row of a list too much. */
export const severityPaths: Record<Severity, string> = {
  error: `${circle}M12 8v4M12 16h.01`,
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
  hint: `${circle}M12 16v-4M12 8h.01`
}

/** Findings that matter so much, as a heading. */
export function severitiesLabel(severity: Severity): string {
  return t(`quality.severities.${severity}`)
}

const subjects = ['pictures', 'names', 'descriptions', 'prices', 'list'] as const
export type Subject = (typeof subjects)[number]

/** What of a product a rule is about. */
export function subjectOf(rule: RuleId): Subject {
  if (rule.startsWith('picture-')) return 'pictures'
  if (rule.startsWith('name-')) return 'names'
  if (rule.startsWith('description-')) return 'descriptions'
  return rule.startsWith('price-') ? 'prices' : 'list'
}

/** All rules by what they are about, for a choice of one. */
export function rulesBySubject(): { label: string; rules: RuleId[] }[] {
  return subjects.map((subject) => ({
    label: t(`quality.subject.${subject}`),
    rules: ruleIds.filter((rule) => subjectOf(rule) === subject)
  }))
}
