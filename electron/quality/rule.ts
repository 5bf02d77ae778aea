import type { FindingFacts } from '../contract/audit'
import type { RuleId, Severity } from '../contract/audit-rules'
import type { FailureCode } from '../contract/failure'

/** The fields of a product that rules use, as the catalog has them. */
export interface AuditedProduct {
  id: string
  /** '' when the store gave none. */
  name: string
  /** null: unknown. */
  price: number | null
  /** The store gave a price, but as a text. */
  priceAsText: boolean
  description: string | null
  /** The address of its picture, as the store gives it. */
  image: string | null
}

/** What is known of a picture that was looked at. */
export interface AuditedPicture {
  /** Why it cannot be shown; null: it can. */
  broken: FailureCode | null
  /** Pixels; 0 for a broken one. */
  width: number
  height: number
}

interface AnyRule {
  /** Initially; people can change it. */
  severity: Severity
  /** It needs what a list in the short form leaves out: pictures and descriptions. */
  needsFullForm?: true
}

/** A rule that looks at one product. `threshold` is 0 where the rule has none. */
export interface ProductRule extends AnyRule {
  of: 'product'
  /** The facts of its finding; null: it finds nothing. */
  test: (product: AuditedProduct, threshold: number) => FindingFacts | null
}

/** A rule that looks at the picture of one product. */
export interface PictureRule extends AnyRule {
  of: 'picture'
  needsFullForm: true
  test: (picture: AuditedPicture, threshold: number) => FindingFacts | null
}

/** A rule that compares products with each other; catalog-wide/ says how. */
export interface CatalogRule extends AnyRule {
  of: 'catalog'
}

export type Rule = ProductRule | PictureRule | CatalogRule

/** The rules of one field, by id. */
export type Rules = Partial<Record<RuleId, Rule>>

/** A finding that needs no facts. */
export const found: FindingFacts = {}

/** Longest part of a text that a finding quotes, in UTF-16 units. */
const longestQuote = 80

/** Cuts a text for a finding's facts, never inside of a character. */
export function quoted(text: string): string {
  return text.length <= longestQuote ? text : text.slice(0, longestQuote).replace(/[\ud800-\udbff]$/, '')
}
