import type { FindingFacts } from './audit'
import type { RuleId } from './audit-rules'

/** The facts of findings that have a text of their own, `quality.fact.NAME` in the window's messages. */
export const factNames = [
  'pictureGone',
  'pictureCorrupt',
  'pictureOther',
  'pictureRefused',
  'picturePrivate',
  'pictureTooLarge',
  'pictureSmall',
  'pictureInsecure',
  'pictureSame',
  'pictureSimilar',
  'pictureShape',
  'nameDuplicate',
  'nameLong',
  'nameAround',
  'nameDouble',
  'nameInvisible',
  'namePlaceholder',
  'nameIsId',
  'nameMarkup',
  'descriptionShort',
  'descriptionPlaceholder',
  'descriptionMarkup',
  'descriptionLink',
  'descriptionDuplicate',
  'priceAsText',
  'priceOutlier',
  'priceOutlierAll',
  'priceFraction',
  'idTwice',
  'idAround',
  'idDouble',
  'idInvisible',
  'garbled'
] as const
export type FactName = (typeof factNames)[number]

/** What stands in a place of a fact's text: a count, a price with all of its digits, one that was computed, or a text as it is. */
export type FactValue = { count: number } | { price: number } | { usualPrice: number } | { text: string }

/** What was found, as short as a cell of a table. A price that stands beside it is left out. */
export interface ShortFact {
  name: FactName
  values: Partial<Record<string, FactValue>>
}

type Fact = (facts: FindingFacts) => ShortFact | null

const brokenPictures: Partial<Record<string, FactName>> = {
  'not-found': 'pictureGone',
  'picture-corrupt': 'pictureCorrupt',
  'picture-not-a-picture': 'pictureOther',
  'picture-address-refused': 'pictureRefused',
  'picture-address-private': 'picturePrivate',
  'picture-too-large': 'pictureTooLarge'
}

function fact(name: FactName, values: Record<string, FactValue | null> = {}): ShortFact | null {
  const known = Object.entries(values).flatMap(([place, value]): [string, FactValue][] =>
    value === null ? [] : [[place, value]]
  )
  return known.length < Object.keys(values).length ? null : { name, values: Object.fromEntries(known) }
}

const count = (value: number | undefined): FactValue | null => (value === undefined ? null : { count: value })
const quoted = (text: string | undefined): FactValue | null =>
  text === undefined || text.trim() === '' ? null : { text }
const quoting =
  (name: FactName): Fact =>
  ({ text }) =>
    fact(name, { text: quoted(text) })

const straying =
  (names: { around: FactName; double: FactName; invisible: FactName }): Fact =>
  ({ kind, character }) => {
    if (kind === 'around' || kind === 'double') return fact(names[kind])
    return kind === 'invisible' ? fact(names.invisible, { character: quoted(character) }) : null
  }

function outlier({ median, word }: FindingFacts): ShortFact | null {
  const usual = { median: median === undefined ? null : { usualPrice: median } }
  return word === undefined
    ? fact('priceOutlierAll', usual)
    : fact('priceOutlier', { ...usual, word: { text: word } })
}

const factOf: Partial<Record<RuleId, Fact>> = {
  'picture-broken'({ code }) {
    const name = code !== undefined && Object.hasOwn(brokenPictures, code) ? brokenPictures[code] : undefined
    return name === undefined ? null : fact(name)
  },
  'picture-small': ({ width, height, threshold }) =>
    fact('pictureSmall', { width: count(width), height: count(height), threshold: count(threshold) }),
  'picture-same': ({ products }) => fact('pictureSame', { products: count(products) }),
  'picture-similar': ({ products }) => fact('pictureSimilar', { products: count(products) }),
  'picture-insecure': ({ host }) => fact('pictureInsecure', { host: quoted(host) }),
  'picture-shape': ({ times }) => fact('pictureShape', { times: count(times) }),
  'name-duplicate': ({ products }) => fact('nameDuplicate', { products: count(products) }),
  'name-long': ({ characters, threshold }) =>
    fact('nameLong', { characters: count(characters), threshold: count(threshold) }),
  'name-spaces': straying({ around: 'nameAround', double: 'nameDouble', invisible: 'nameInvisible' }),
  'name-placeholder': ({ kind, text }) =>
    kind === 'id' ? fact('nameIsId') : fact('namePlaceholder', { text: quoted(text) }),
  'name-markup': quoting('nameMarkup'),
  'description-short': ({ characters, threshold }) =>
    fact('descriptionShort', { characters: count(characters), threshold: count(threshold) }),
  'description-placeholder': quoting('descriptionPlaceholder'),
  'description-markup': quoting('descriptionMarkup'),
  'description-link': quoting('descriptionLink'),
  'description-duplicate': ({ products }) => fact('descriptionDuplicate', { products: count(products) }),
  'price-missing': ({ kind }) => (kind === 'as-text' ? fact('priceAsText') : null),
  'price-outlier': outlier,
  'price-fraction': ({ price, threshold }) =>
    fact('priceFraction', { price: price === undefined ? null : { price }, threshold: count(threshold) }),
  'id-twice': ({ times }) => fact('idTwice', { times: count(times) }),
  'id-spaces': straying({ around: 'idAround', double: 'idDouble', invisible: 'idInvisible' }),
  'text-garbled': quoting('garbled')
}

/** What a rule found of a product in short; null where it has no more to say than the rule's name. */
export function shortFact(rule: RuleId, facts: FindingFacts | undefined): ShortFact | null {
  return facts === undefined ? null : (factOf[rule]?.(facts) ?? null)
}
