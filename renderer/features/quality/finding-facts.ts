import { computed, watch, type ComputedRef } from 'vue'
import type { FindingFacts } from '../../../electron/contract/audit'
import { severities, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import type { Connection } from '../../../electron/contract/connection'
import { shortFact, type FactValue } from '../../../electron/contract/finding-facts'
import type { Product } from '../../../electron/contract/product'
import type { Filters } from '../../../electron/contract/product-query'
import { formatCount } from '../../shared/format/number'
import { formatExactPrice, formatUsualPrice, type PriceStyle } from '../../shared/format/price'
import { i18n, t } from '../../shared/i18n'
import { ruleName } from '../../shared/labels/rule-labels'
import { useQuality } from './quality-store'

/** A finding as a cell of a table shows it. */
export interface FindingFact {
  rule: RuleId
  severity: Severity
  /** What was found, with the offending part: `Usual price: €373.00 (“Table”)`. */
  text: string
}

function written(value: FactValue, style: PriceStyle): string {
  if ('text' in value) return value.text
  if ('count' in value) return formatCount(value.count, style.locale)
  return 'price' in value ? formatExactPrice(value.price, style) : formatUsualPrice(value.usualPrice, style)
}

/** What a rule found of a product, as short as a cell; null where its facts are not known, or say no more than its name. */
export function knownFact(rule: RuleId, facts: FindingFacts | undefined, style: PriceStyle): string | null {
  const fact = shortFact(rule, facts)
  if (fact === null) return null
  const values = Object.entries(fact.values).flatMap(([place, value]): [string, string][] =>
    value === undefined ? [] : [[place, written(value, style)]]
  )
  return t(`quality.fact.${fact.name}`, Object.fromEntries(values))
}

/** What a rule found of a product, as short as a cell; the rule's name where its facts are not known. */
export function findingFact(rule: RuleId, facts: FindingFacts | undefined, style: PriceStyle): string {
  return knownFact(rule, facts, style) ?? ruleName(rule)
}

/**
 * Makes the facts of products, the gravest first, but for the rule that the list is about. `signature` is another text where the same
 * product has others.
 */
export interface FindingFactsMaker {
  signature: string
  of: (product: Pick<Product, 'findings' | 'facts'>) => FindingFact[]
}

/**
 * The facts for the cells of a table, by the severities that the connection's rules have; null while the table shows none.
 *
 * @param subject what the list is narrowed to: a finding of this rule comes first
 */
export function useFindingFacts(
  connection: () => Connection,
  isShown: () => boolean,
  subject: () => Filters['finding']
): ComputedRef<FindingFactsMaker | null> {
  const quality = useQuality()
  watch(
    () => isShown() && connection().id,
    (id) => {
      if (id !== false) void quality.open(id)
    },
    { immediate: true }
  )
  return computed(() => {
    if (!isShown()) return null
    const { id, currency, locale } = connection()
    const known = new Map(quality.of(id)?.rules.map(({ rule, setting }) => [rule, setting.severity]))
    const severityOf = (rule: RuleId): Severity => known.get(rule) ?? 'warning'
    const first = subject()
    const rank = ({ rule, severity }: FindingFact): number =>
      rule === first ? -1 : severities.indexOf(severity)
    return {
      signature: [i18n.global.locale.value, first, ...known.values()].join(),
      of: ({ findings, facts }) =>
        findings
          .map((rule) => ({
            rule,
            severity: severityOf(rule),
            text: findingFact(rule, facts?.[rule], { currency, locale })
          }))
          .sort((a, b) => rank(a) - rank(b))
    }
  })
}
