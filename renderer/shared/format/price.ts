import { remembered, usableLocale } from './locale'

/** What stands for a price that is not known; never a number. */
export const unknownPrice = '—'

/** How a connection's prices are written. */
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

function written(price: number | null, style: PriceStyle, notation: 'standard' | 'exact'): string {
  if (price === null || !Number.isFinite(price)) return unknownPrice
  const size = Math.abs(price)
  // Outside of this range a plain number is a wall of zeros, or would be rounded to 0.
  const plain = size === 0 || (size >= 1e-9 && size < 1e15)
  const currency = style.currency ?? undefined
  const formatter = formatters(usableLocale(style.locale), currency, plain ? notation : 'scientific')
  // -0 would be written "-0.00".
  return formatter.format(size === 0 ? 0 : price)
}

/** The sign of a connection's currency, as prices are written with it: `€`; null without a currency. */
export function currencySign({ currency, locale }: PriceStyle): string | null {
  if (!currency) return null
  const parts = formatters(usableLocale(locale), currency, 'standard').formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
