import type { Finding, FindingFacts, RuleId } from '../../../electron/contract/audit'
import { failureCodes } from '../../../electron/contract/failure'
import { formatCount } from '../../format/number'
import { formatPrice, type PriceStyle } from '../../format/price'
import { t, type TextValues } from '../../i18n'
import { failureWords } from '../../i18n/failure-words'

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

function counted(
  fact: Numeric,
  words: (values: TextValues, count: number) => string,
  ...more: Numeric[]
): Sentence {
  return (facts, style) => {
    const values = numbers(facts, [fact, ...more], style)
    return values && words(values, facts[fact] ?? 0)
  }
}

function quoting(words: (text: string) => string): Sentence {
  return ({ text }) => (text === undefined || text.trim() === '' ? null : words(text))
}

const broken: Sentence = ({ code }) => {
  const known = failureCodes.find((each) => each === code)
  if (known === undefined) return null
  return t('quality.found.pictureBroken', { why: failureWords({ code: known, facts: {} }).title })
}

const outlier: Sentence = (facts, style) => {
  const { price, median, products, word } = facts
  if (price === undefined || median === undefined || products === undefined) return null
  const values = {
    price: formatPrice(price, style),
    median: formatPrice(median, style),
    products: formatCount(products, style.locale)
  }
  if (word === undefined) return t('quality.found.priceOutlierAll', values, products)
  return t('quality.found.priceOutlier', { ...values, word }, products)
}

const fraction: Sentence = (facts, style) => {
  const values = numbers(facts, ['digits', 'threshold'], style)
  if (values === null || facts.price === undefined) return null
  const price = formatPrice(facts.price, style)
  return t('quality.found.priceFraction', { ...values, price }, facts.digits ?? 0)
}

const sentences: Partial<Record<RuleId, Sentence>> = {
  'picture-broken': broken,
  'picture-small': (facts, style) => {
    const values = numbers(facts, ['width', 'height', 'threshold'], style)
    return values && t('quality.found.pictureSmall', values)
  },
  'picture-same': counted('products', (values, n) => t('quality.found.pictureSame', values, n)),
  'picture-insecure': ({ host }) =>
    host === undefined ? null : t('quality.found.pictureInsecure', { host }),
  'name-duplicate': counted('products', (values, n) => t('quality.found.nameDuplicate', values, n)),
  'name-long': counted('characters', (values, n) => t('quality.found.nameLong', values, n), 'threshold'),
  'description-short': counted(
    'characters',
    (values, n) => t('quality.found.descriptionShort', values, n),
    'threshold'
  ),
  'description-placeholder': quoting((text) => t('quality.found.descriptionPlaceholder', { text })),
  'description-markup': quoting((text) => t('quality.found.descriptionMarkup', { text })),
  'description-duplicate': counted('products', (values, n) =>
    t('quality.found.descriptionDuplicate', values, n)
  ),
  'price-negative': ({ price }, style) =>
    price === undefined ? null : t('quality.found.priceNegative', { price: formatPrice(price, style) }),
  'price-outlier': outlier,
  'price-fraction': fraction,
  'id-twice': counted('times', (values, n) => t('quality.found.idTwice', values, n)),
  'text-garbled': quoting((text) => t('quality.found.textGarbled', { text }))
}

/**
 * What a rule found of a product, in a sentence: `12.50 is far from the 180.00 that 34 products called “Chair” usually
 * cost.` Where facts are lacking, what such findings have in common.
 */
export function findingWords({ rule, facts }: Pick<Finding, 'rule' | 'facts'>, style: PriceStyle): string {
  return sentences[rule]?.(facts, style) ?? t(`quality.rule.${rule}.found`)
}
