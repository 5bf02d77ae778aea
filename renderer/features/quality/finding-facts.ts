import { computed, watch, type ComputedRef } from 'vue'
import type { FindingFacts } from '../../../electron/contract/audit'
import { severities, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import type { Connection } from '../../../electron/contract/connection'
import type { FailureCode } from '../../../electron/contract/failure'
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

type Fact = (facts: FindingFacts, style: PriceStyle) => string | null

const brokenPictures: Partial<Record<FailureCode, () => string>> = {
  'not-found': () => t('quality.fact.pictureGone'),
  'picture-corrupt': () => t('quality.fact.pictureCorrupt'),
  'picture-not-a-picture': () => t('quality.fact.pictureOther'),
  'picture-address-refused': () => t('quality.fact.pictureRefused'),
  'picture-address-private': () => t('quality.fact.picturePrivate'),
  'picture-too-large': () => t('quality.fact.pictureTooLarge')
}

function isBrokenCode(code: string | undefined): code is FailureCode {
  return code !== undefined && Object.hasOwn(brokenPictures, code)
}

/** Why a picture is broken, in a few words; null where its failure has no words of a picture's own. */
export function brokenPictureFact(code: string | undefined): string | null {
  return isBrokenCode(code) ? (brokenPictures[code]?.() ?? null) : null
}

function counted(
  name: 'products' | 'times' | 'characters',
  words: (values: Record<string, string>) => string
): Fact {
  return (facts, { locale }) => {
    const { [name]: count, threshold } = facts
    if (count === undefined) return null
    return words({ [name]: formatCount(count, locale), threshold: formatCount(threshold ?? 0, locale) })
  }
}

const quoting =
  (words: (text: string) => string): Fact =>
  ({ text }) =>
    text === undefined || text.trim() === '' ? null : words(text)

const straying =
  (words: { around: () => string; double: () => string; invisible: (character: string) => string }): Fact =>
  ({ kind, character }) => {
    if (kind === 'around' || kind === 'double') return words[kind]()
    return kind === 'invisible' && character !== undefined ? words.invisible(character) : null
  }

const factOf: Partial<Record<RuleId, Fact>> = {
  'picture-broken': ({ code }) => brokenPictureFact(code),
  'picture-small': ({ width, height, threshold }, { locale }) =>
    width === undefined || height === undefined || threshold === undefined
      ? null
      : t('quality.fact.pictureSmall', {
          width: formatCount(width, locale),
          height: formatCount(height, locale),
          threshold: formatCount(threshold, locale)
        }),
  'picture-same': ({ products, same = 0 }, { locale }) => {
    if (products === undefined) return null
    const values = { products: formatCount(products, locale) }
    if (same === products) return t('quality.fact.pictureSame', values)
    return same === 0
      ? t('quality.fact.pictureSimilar', values)
      : t('quality.fact.pictureSameOrSimilar', values)
  },
  'picture-insecure': ({ host }) => (host === undefined ? null : t('quality.fact.pictureInsecure', { host })),
  'picture-shape': counted('times', (values) => t('quality.fact.pictureShape', values)),
  'name-duplicate': counted('products', (values) => t('quality.fact.nameDuplicate', values)),
  'name-long': counted('characters', (values) => t('quality.fact.nameLong', values)),
  'name-spaces': straying({
    around: () => t('quality.fact.nameAround'),
    double: () => t('quality.fact.nameDouble'),
    invisible: (character) => t('quality.fact.nameInvisible', { character })
  }),
  'name-placeholder': ({ kind, text }) => {
    if (kind === 'id') return t('quality.fact.nameIsId')
    return text === undefined ? null : t('quality.fact.namePlaceholder', { text })
  },
  'name-markup': quoting((text) => t('quality.fact.nameMarkup', { text })),
  'description-short': counted('characters', (values) => t('quality.fact.descriptionShort', values)),
  'description-placeholder': quoting((text) => t('quality.fact.descriptionPlaceholder', { text })),
  'description-markup': quoting((text) => t('quality.fact.descriptionMarkup', { text })),
  'description-link': quoting((text) => t('quality.fact.descriptionLink', { text })),
  'description-duplicate': counted('products', (values) => t('quality.fact.descriptionDuplicate', values)),
  'price-missing': ({ kind }) => (kind === 'as-text' ? t('quality.fact.priceAsText') : null),
  // The price itself stands beside its fact.
  'price-outlier': ({ median, word }, style) => {
    if (median === undefined) return null
    const values = { median: formatUsualPrice(median, style) }
    return word === undefined
      ? t('quality.fact.priceOutlierAll', values)
      : t('quality.fact.priceOutlier', { ...values, word })
  },
  'price-fraction': ({ price, threshold }, style) =>
    price === undefined || threshold === undefined
      ? null
      : t('quality.fact.priceFraction', {
          price: formatExactPrice(price, style),
          threshold: formatCount(threshold, style.locale)
        }),
  'id-twice': counted('times', (values) => t('quality.fact.idTwice', values)),
  'id-spaces': straying({
    around: () => t('quality.fact.idAround'),
    double: () => t('quality.fact.idDouble'),
    invisible: (character) => t('quality.fact.idInvisible', { character })
  }),
  'text-garbled': quoting((text) => t('quality.fact.garbled', { text }))
}

/** What a rule found of a product, as short as a cell; the rule's name where its facts are not known. */
export function findingFact(rule: RuleId, facts: FindingFacts | undefined, style: PriceStyle): string {
  return (facts && factOf[rule]?.(facts, style)) ?? ruleName(rule)
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
