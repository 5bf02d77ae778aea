import { remembered, usableLocale } from './locale'
import { withMinus } from './number'

interface Writing {
  decimal: string
  /** The group separator; '' for none. */
  group: string
}

const writings = remembered((locale): Writing => {
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1_234_567.5)
  return {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: parts.find(({ type }) => type === 'group')?.value ?? ''
  }
})

const exact = remembered(
  (locale) => new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 })
)

/** Spaces, apostrophes and marks of direction only ever stand around and between the thousands. */
const silentSeparators = /[\s\p{Cf}'’٬]/gu

/** A digit of any writing as ours: keyboards write others than the locale does. Each writing has its ten in one row. */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}

/** A separator that stands before exactly three digits, again and again, parts thousands. */
function isThousands(text: string, separator: string): boolean {
  const [head = '', ...rest] = text.split(separator)
  return /^\d{1,3}$/.test(head) && rest.every((group) => /^\d{3}$/.test(group))
}

/** The text as `Number` reads it: which of `.` and `,` is the decimal mark follows from where they stand. */
function withPoint(text: string, { decimal, group }: Writing): string {
  const dot = text.lastIndexOf('.')
  const comma = text.lastIndexOf(',')
  if (dot >= 0 && comma >= 0) {
    const [mark, thousands] = dot > comma ? ['.', ','] : [',', '.']
    const [whole = '', ...fraction] = text.split(mark)
    return isThousands(whole, thousands) ? [whole.replaceAll(thousands, ''), ...fraction].join('.') : text
  }
  const mark = dot >= 0 ? '.' : ','
  const times = text.split(mark).length - 1
  if (times === 0) return text
  // One mark before three digits reads both ways, "1,234": then the locale decides.
  const parts = isThousands(text, mark) && mark !== decimal && (times > 1 || mark === group)
  return parts || (times > 1 && isThousands(text, mark)) ? text.replaceAll(mark, '') : text.replace(mark, '.')
}

/**
 * The price that a person typed, whatever the marks: `1234.5`, `1.234,50`, `1 234,50`, `€ 12`, `-3`. null for an empty
 * text, undefined for one that is no price.
 */
export function parsePrice(text: string, locale: string | null): number | null | undefined {
  const writing = writings(usableLocale(locale))
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, plainDigit)
    .replace(/\p{Sc}|^\s*[A-Z]{3}\b|\b[A-Z]{3}\s*$/gu, '')
    .replaceAll('−', '-')
    .replaceAll('٫', '.')
    .replace(silentSeparators, '')
  if (plain === '') return text.trim() === '' ? null : undefined
  const sign = plain.startsWith('-') ? -1 : 1
  const number = withPoint(plain.replace(/^-/, ''), writing)
  if (!/^(\d{1,15}(\.\d{0,10})?|\.\d{1,10})$/.test(number)) return undefined
  return sign * Number(number)
}

/** A price as a person would type it again: `1234.5`, in German `1234,5`. */
export function priceText(price: number | null, locale: string | null): string {
  return price === null ? '' : exact(usableLocale(locale)).format(price)
}

/** Stands for an unknown price; never a number. */
export const unknownPrice = '—'

/** How a connection's prices are formatted. */
export interface PriceStyle {
  /** ISO 4217; null writes plain numbers. */
  currency: string | null
  /** BCP 47; null follows the system. */
  locale: string | null
}

/** Prices are shown as sent, so that 0.005 does not read as nothing; more digits are a computer's rounding. */
const mostDigits = 10
/** No number that a computer keeps has more digits behind its point that mean anything, from 0.001 on. */
const everyDigit = 20

const digitsOf = remembered(
  (currency) =>
    new Intl.NumberFormat('en', { style: 'currency', currency: currency ?? 'USD' }).resolvedOptions()
      .minimumFractionDigits ?? 2
)

const formatters = remembered((locale, currency, notation) => {
  const digits = currency ? digitsOf(currency) : 2
  const scientific = notation === 'scientific'
  const most = notation === 'exact' ? everyDigit : mostDigits
  return new Intl.NumberFormat(locale, {
    ...(currency ? { style: 'currency', currency } : {}),
    ...(scientific
      ? { notation: 'scientific', maximumSignificantDigits: 6 }
      : { minimumFractionDigits: digits, maximumFractionDigits: Math.max(digits, most) })
  })
})

/**
 * A price in the currency and locale of its connection, with at least the currency's own digits (yen 0, euro 2,
 * dinar 3) and more where the store sent more; `unknownPrice` when it is null or not a finite number.
 */
export function formatPrice(price: number | null, style: PriceStyle): string {
  return written(price, style, 'standard')
}

/** The same with every digit that the store sent, a computer's rounding among them: what a finding about digits is about. */
export function formatExactPrice(price: number | null, style: PriceStyle): string {
  return written(price, style, 'exact')
}

/**
 * A price that was computed, such as a median: rounded to the currency's own digits, as people say it; below 1 to two digits that mean
 * anything, so that it does not read as nothing.
 */
export function formatUsualPrice(price: number, style: PriceStyle): string {
  const digits = style.currency ? digitsOf(style.currency) : 2
  const rounded = Number(Math.abs(price) < 1 ? price.toPrecision(2) : price.toFixed(digits))
  return formatPrice(rounded, style)
}

function written(price: number | null, style: PriceStyle, notation: 'standard' | 'exact'): string {
  if (price === null || !Number.isFinite(price)) return unknownPrice
  const size = Math.abs(price)
  // Outside of this range a plain number is a wall of zeros, or would be rounded to 0.
  const plain = size === 0 || (size >= 1e-9 && size < 1e15)
  const currency = style.currency ?? undefined
  const formatter = formatters(usableLocale(style.locale), currency, plain ? notation : 'scientific')
  // -0 would be written "-0.00".
  return withMinus(formatter.format(size === 0 ? 0 : price))
}

/** The symbol of a connection's currency, as in its prices: `€`; null without a currency. */
export function currencySign({ currency, locale }: PriceStyle): string | null {
  if (!currency) return null
  const parts = formatters(usableLocale(locale), currency, 'standard').formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
