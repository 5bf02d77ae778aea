import type { RuleId } from '../../contract/audit-rules'
import type { FoundFacts } from '../../contract/product'
import { shortFact, type FactValue } from '../../contract/finding-facts'
import { filled, usableLocale } from './about'
import type { ExportedStore } from './protocol'
import type { ExportWords } from './words'

/** How a store's numbers and prices are written. */
export type NumberStyle = Pick<ExportedStore, 'currency' | 'locale'>

/**
 * What was found of a product, in one cell, as the table tells it: `Same picture: 3 more; Usual price: €62.00 (“vase”)`. A finding whose
 * facts are not known, or say no more, stands by the name of its rule.
 *
 * @param facts undefined where nobody knows them
 */
export function findingsText(
  findings: readonly RuleId[],
  facts: FoundFacts | undefined,
  words: Pick<ExportWords, 'rules' | 'facts'>,
  style: NumberStyle
): string {
  return findings
    .map((rule) => {
      const fact = shortFact(rule, facts?.[rule])
      const sentence = fact && words.facts[fact.name]
      if (!sentence) return words.rules[rule] ?? rule
      const values = Object.entries(fact.values).flatMap(([place, value]) =>
        value === undefined ? [] : [[place, written(value, style)] as const]
      )
      return filled(sentence, Object.fromEntries(values))
    })
    .join('; ')
}

function written(value: FactValue, style: NumberStyle): string {
  if ('text' in value) return value.text
  if ('count' in value) return value.count.toLocaleString(usableLocale(style.locale))
  if ('price' in value) return priceFormat(style, allDigits).format(value.price)
  return usualPrice(value.usualPrice, style)
}

/** No number that a computer keeps has more digits behind its point that mean anything. */
const allDigits = 20

/** Rounded to the currency's own digits; below 1 to two that mean anything, so that it does not read as nothing. */
function usualPrice(price: number, style: NumberStyle): string {
  const isSmall = Math.abs(price) < 1
  return priceFormat(style, isSmall ? allDigits : undefined).format(
    isSmall ? Number(price.toPrecision(2)) : price
  )
}

/** @param mostDigits behind the point; undefined: the currency's own, or two */
export function priceFormat({ currency, locale }: NumberStyle, mostDigits?: number): Intl.NumberFormat {
  return new Intl.NumberFormat(usableLocale(locale), {
    ...(currency === null ? { minimumFractionDigits: 2 } : { style: 'currency', currency }),
    ...(mostDigits === undefined ? {} : { maximumFractionDigits: mostDigits })
  })
}
