import { computed, watch, type ComputedRef } from 'vue'
import type { Finding, FindingFacts } from '../../../electron/contract/audit'
import { harmRank, type RuleId, type Severity } from '../../../electron/contract/audit-rules'
import type { Connection } from '../../../electron/contract/connection'
import { failureCodes } from '../../../electron/contract/failure'
import { shortFact, type FactValue } from '../../../electron/contract/finding-facts'
import type { Product } from '../../../electron/contract/product'
import type { Filters } from '../../../electron/contract/product-query'
import { formatMoment } from '../../shared/format/clock'
import { formatCount } from '../../shared/format/number'
import { formatExactPrice, formatPrice, formatUsualPrice, type PriceStyle } from '../../shared/format/price'
import { i18n, t, type TextValues } from '../../shared/i18n'
import { ruleName } from '../../shared/labels/rule-labels'
import { pictureReason } from '../pictures'
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
function knownFact(rule: RuleId, facts: FindingFacts | undefined, style: PriceStyle): string | null {
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
 * Makes the facts of products, in the order of `harmRank`. `signature` changes whenever the same product
 * would get other facts.
 */
export interface FindingFactsMaker {
  signature: string
  of: (product: Pick<Product, 'findings' | 'facts'>) => FindingFact[]
}

/**
 * The facts for the cells of a table, by the severities that the connection's rules have; null while the table shows none.
 *
 * @param subject what the list is narrowed to: a finding of this rule comes first among those of its severity
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
    return {
      signature: [i18n.global.locale.value, first, ...known.values()].join(),
      of: ({ findings, facts }) =>
        findings
          .map((rule) => ({
            rule,
            severity: severityOf(rule),
            text: findingFact(rule, facts?.[rule], { currency, locale })
          }))
          .sort((a, b) => harmRank(a, first) - harmRank(b, first))
    }
  })
}

type Numeric = 'products' | 'times' | 'characters' | 'digits' | 'width' | 'height' | 'threshold'

/** The sentence with what was found; null where facts that it needs are lacking. */
type Sentence = (facts: FindingFacts, style: PriceStyle) => string | null

/** These numbers as they are written; null when one of them is not known. */
function numbers(facts: FindingFacts, names: readonly Numeric[], style: PriceStyle): TextValues | null {
  const known = names.flatMap((name): [string, string][] => {
    const value = facts[name]
    return value === undefined ? [] : [[name, formatCount(value, style.locale)]]
  })
  return known.length < names.length ? null : Object.fromEntries(known)
}

/** A sentence of numbers, in the form for the first of them. */
function counting(
  names: readonly [Numeric, ...Numeric[]],
  words: (values: TextValues, count: number) => string
): Sentence {
  return (facts, style) => {
    const values = numbers(facts, names, style)
    return values && words(values, facts[names[0]] ?? 0)
  }
}

/** A sentence that quotes what was found. */
function quoting(words: (text: string, facts: FindingFacts) => string): Sentence {
  return (facts) => (facts.text === undefined || facts.text.trim() === '' ? null : words(facts.text, facts))
}

/** A sentence about stray spaces, or about the character that nobody sees. */
function straying(words: {
  around: () => string
  double: () => string
  invisible: (character: string) => string
}): Sentence {
  return ({ kind, character }) => {
    if (kind === 'around' || kind === 'double') return words[kind]()
    return kind === 'invisible' && character !== undefined ? words.invisible(character) : null
  }
}

const broken: Sentence = ({ code }) => {
  const known = failureCodes.find((each) => each === code)
  return known === undefined ? null : pictureReason({ code: known, facts: {} }).text
}

const outlier: Sentence = ({ price, median, products, word }, style) => {
  if (price === undefined || median === undefined || products === undefined) return null
  const values = {
    price: formatPrice(price, style),
    median: formatUsualPrice(median, style),
    products: formatCount(products, style.locale)
  }
  if (word === undefined) return t('quality.found.priceOutlierAll', values, products)
  return t('quality.found.priceOutlier', { ...values, word }, products)
}

const fraction: Sentence = (facts, style) => {
  const values = numbers(facts, ['digits', 'threshold'], style)
  if (values === null || facts.price === undefined) return null
  const price = formatExactPrice(facts.price, style)
  return t('quality.found.priceFraction', { ...values, price }, facts.digits ?? 0)
}

const placeholder = quoting((text, { kind }) =>
  kind === 'no-letters'
    ? t('quality.found.placeholderSigns', { text })
    : t('quality.found.namePlaceholder', { text })
)

const garbled = quoting((text, { kind }) => {
  if (kind === 'name') return t('quality.found.garbledName', { text })
  if (kind === 'description') return t('quality.found.garbledDescription', { text })
  return t('quality.found.textGarbled', { text })
})

/** The rules that have more to say than that they found something. */
const sentences: Partial<Record<RuleId, Sentence>> = {
  'picture-broken': broken,
  'picture-small': counting(['threshold', 'width', 'height'], (values) =>
    t('quality.found.pictureSmall', values)
  ),
  'picture-same': counting(['products'], (values, n) => t('quality.found.pictureSame', values, n)),
  'picture-similar': counting(['products'], (values, n) => t('quality.found.pictureSimilar', values, n)),
  'picture-insecure': ({ host }) =>
    host === undefined ? null : t('quality.found.pictureInsecure', { host }),
  'picture-shape': counting(['times'], (values) => t('quality.found.pictureShape', values)),
  'name-duplicate': counting(['products'], (values, n) => t('quality.found.nameDuplicate', values, n)),
  'name-spaces': straying({
    around: () => t('quality.found.spacesAround'),
    double: () => t('quality.found.spacesDouble'),
    invisible: (character) => t('quality.found.spacesInvisible', { character })
  }),
  'name-long': counting(['characters', 'threshold'], (values, n) => t('quality.found.nameLong', values, n)),
  'name-placeholder': (facts, style) =>
    facts.kind === 'id' ? t('quality.found.placeholderId') : placeholder(facts, style),
  'name-markup': quoting((text) => t('quality.found.nameMarkup', { text })),
  'description-short': counting(['characters', 'threshold'], (values, n) =>
    t('quality.found.descriptionShort', values, n)
  ),
  'description-placeholder': quoting((text) => t('quality.found.descriptionPlaceholder', { text })),
  'description-markup': quoting((text) => t('quality.found.descriptionMarkup', { text })),
  'description-link': quoting((text) => t('quality.found.descriptionLink', { text })),
  'description-duplicate': counting(['products'], (values, n) =>
    t('quality.found.descriptionDuplicate', values, n)
  ),
  'price-missing': ({ kind }) => (kind === 'as-text' ? t('quality.found.priceAsText') : null),
  'price-negative': ({ price }, style) =>
    price === undefined ? null : t('quality.found.priceNegative', { price: formatPrice(price, style) }),
  'price-outlier': outlier,
  'price-fraction': fraction,
  'id-twice': counting(['times'], (values, n) => t('quality.found.idTwice', values, n)),
  'id-spaces': straying({
    around: () => t('quality.found.idAround'),
    double: () => t('quality.found.idDouble'),
    invisible: (character) => t('quality.found.idInvisible', { character })
  }),
  'text-garbled': garbled
}

/**
 * What a rule found of a product, in a sentence: `12.50 is far from the 180.00 that 34 products called “Chair” usually
 * cost.` Where facts are lacking, what such findings have in common.
 */
export function findingLabel({ rule, facts }: Pick<Finding, 'rule' | 'facts'>, style: PriceStyle): string {
  return sentences[rule]?.(facts, style) ?? t(`quality.rule.${rule}.found`)
}

/** Who excepted it, and when; `now` in ms since 1970. */
export function exceptionLabel(
  { by, at }: Pick<NonNullable<Finding['exception']>, 'by' | 'at'>,
  now: number,
  locale: string | null
): string {
  const time = formatMoment(at, now, locale)
  return by === '' ? t('quality.exception.at', { time }) : t('quality.exception.by', { by, time })
}
