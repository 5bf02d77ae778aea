import type { RuleId } from '../../contract/audit-rules'
import type { ExportLoss, FileColumn } from '../../contract/export-choices'
import { shortFact, type FactName, type FactValue } from '../../contract/finding-facts'
import type { FoundFacts, SetAsideReason } from '../../contract/product'
import type { ChangeKind } from '../../contract/product-query'
import type { BuiltInReason, ReviewMark, ReviewState } from '../../contract/review-state'
import { filled, usableLocale } from './about'
import type { ExportedStore } from './protocol'
import type { ExportRow } from './rows'

/**
 * The words that stand in a file for people, in one language; a file for programs has names of ours instead. Whoever writes the file
 * fills in the places of a sentence: `{number}`.
 */
export interface ExportWords {
  /** BCP 47. */
  language: string
  /** The locale of counts in sentences; null: the system's. */
  numbers: string | null
  columns: Record<FileColumn, string>
  states: Record<ReviewState, string>
  /** In place of a state, where a team's reviewers do not say the same. */
  disagreement: string
  reasons: Record<BuiltInReason, string>
  changes: Record<ChangeKind, string>
  /** The names of quality rules; a rule without one is named by its ID. */
  rules: Partial<Record<RuleId, string>>
  /** Findings in short, with placeholders: `Same picture: {products} more`. */
  facts: Partial<Record<FactName, string>>
  problems: Record<SetAsideReason, string>
  /** The column of small pictures, what stands for one that there is not, and the sheet of products. */
  picture: string
  noPicture: string
  products: string
  /** What a file says about itself: the sheet's name and labels, and lines with placeholders. */
  about: Record<AboutLabel | AboutLine, string>
  /** What could not be exported, `{number}` times each. */
  remarks: Record<ExportLoss | 'reviewsUnread' | 'changed', string>
}

type AboutLabel = 'title' | 'store' | 'list' | 'rows' | 'catalog' | 'asOf' | 'exported' | 'note'
/**
 * Places: `complete`, `partialUnknown` `{items}` · `partial` `{items}`, `{total}` · `lineList` `{store}`, `{list}`, `{rows}` ·
 * `lineCatalog` `{coverage}` · `lineCatalogAsOf` `{coverage}`, `{time}` · `lineExported`, `linePrinted` `{time}`.
 */
type AboutLine =
  | 'complete'
  | 'changed'
  | 'partial'
  | 'partialUnknown'
  | 'lineList'
  | 'lineCatalog'
  | 'lineCatalogAsOf'
  | 'lineExported'
  | 'linePrinted'

/** What a product is to a person who reads the file. */
export function stateText({ review, disagreeing }: ExportRow, words: ExportWords): string {
  return disagreeing.length > 0 ? words.disagreement : words.states[review]
}

/** Who says so, or what each says: `Ben: Needs work, Kim: Approved`. @param nameOf what a mark is called in the file */
export function reviewersOf(
  { reviewer, disagreeing }: ExportRow,
  nameOf: (mark: ReviewMark) => string
): string {
  return disagreeing.map(({ by, mark }) => `${by}: ${nameOf(mark)}`).join(', ') || reviewer
}

/** `reviewersOf` to a person who reads the file. */
export function reviewerText(row: ExportRow, { states }: ExportWords): string {
  return reviewersOf(row, (mark) => states[mark])
}

/** How a store's numbers and prices are written. */
type NumberStyle = Pick<ExportedStore, 'currency' | 'locale'>

/**
 * What was found of a product, in one cell, as the table tells it: `Same picture: 3 more; Usual price: €62.00 (“vase”)`. A finding whose
 * facts are not known, or add nothing, has the name of its rule.
 *
 * @param facts undefined if they are not known
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
