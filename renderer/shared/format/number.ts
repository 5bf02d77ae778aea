import { remembered, usableLocale, wordsLocale } from './locale'

const counts = remembered((locale) => new Intl.NumberFormat(locale))

const threeDigits = remembered((locale) => new Intl.NumberFormat(locale, { maximumSignificantDigits: 3 }))
const sizes = remembered(
  (locale, unit) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: unit ?? 'byte',
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumSignificantDigits: 3
    })
)

/** What `Intl` has written for people to read, with a minus where most locales have a hyphen: not for what is typed or taken elsewhere. */
export function withMinus(number: string): string {
  return number.replaceAll('-', '−')
}

/** A count with the grouping of the locale: `1,240`. */
export function formatCount(count: number, locale: string | null): string {
  return counts(usableLocale(locale)).format(count)
}

/** A size in bytes as people say it, with decimal units: `812 bytes`, `1.2 MB`. */
export function formatBytes(bytes: number, locale: string | null): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  let value = bytes
  let unit = 0
  // 999.5 kB would be rounded to "1,000 kB": the next unit starts there.
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const number = threeDigits(usableLocale(locale)).format(value)
  return withNumber(sizes(wordsLocale(locale), units[unit]).formatToParts(value), number)
}

const decimals = remembered(
  (locale, digits) =>
    new Intl.NumberFormat(locale, {
      minimumFractionDigits: Number(digits),
      maximumFractionDigits: Number(digits)
    })
)
const shares = remembered(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
)

/** A number with so many decimals: `92.4`. */
export function formatDecimal(value: number, digits: number, locale: string | null): string {
  return withMinus(decimals(usableLocale(locale), String(digits)).format(value))
}

/** A part of a whole, 0–1, as `3.4%`; a part that is there never reads as nothing, nor the rest of one: `<0.1%`, `>99.9%`. */
export function formatShare(share: number, locale: string | null): string {
  const formatter = shares(usableLocale(locale))
  if (share > 0 && share < 0.001) return `<${formatter.format(0.001)}`
  if (share < 1 && share > 0.999) return `>${formatter.format(0.999)}`
  return formatter.format(share)
}

const wholeShares = remembered(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
)

/** How far something is, 0–1, in whole percents that are not told before they are reached: `8%`. */
export function formatProgress(share: number, locale: string | null): string {
  return wholeShares(usableLocale(locale)).format(Math.floor(share * 100) / 100)
}

/** Parts of wholes from the least to the most, 0–1 and beyond, as `16% – 100%`; as one where both are the same. */
export function formatShareRange(least: number, most: number, locale: string | null): string {
  if (least === most) return formatShare(least, locale)
  return shares(usableLocale(locale)).formatRange(least, most)
}

/** A piece of what `Intl` has written: of the number, or of the words around it. */
interface WrittenPart {
  type: string
  value: string
}

const ofNumber = new Set(['integer', 'group', 'decimal', 'fraction'])

/**
 * The words of what `Intl` has written in the app's language, around a number as all numbers on screen are written: "1.5 Sekunden"
 * stands beside "1,240" where German words and English numbers are wanted. Words that need no number ("two days" in Arabic is a
 * word of its own) stay without one.
 */
export function withNumber(parts: readonly WrittenPart[], number: string): string {
  const first = parts.findIndex(({ type }) => ofNumber.has(type))
  return parts
    .map(({ type, value }, index) => (index === first ? number : ofNumber.has(type) ? '' : value))
    .join('')
}

/** The zeros of the digits that keyboards write instead of 0 to 9: Arabic, Persian, Devanagari, Bengali. */
const zeros = [0x06_60, 0x06_f0, 0x09_66, 0x09_e6]

/** The text with digits from 0 to 9, whichever a keyboard wrote: `٤٢` is `42`. */
export function withLatinDigits(text: string): string {
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((first) => code >= first && code < first + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}

const formatters = remembered(
  (locale, size) =>
    new Intl.NumberFormat(locale, {
      style: 'percent',
      signDisplay: 'never',
      ...(size === 'small' ? { maximumSignificantDigits: 1 } : {}),
      ...(size === 'middle' ? { maximumFractionDigits: 1 } : {})
    })
)

/**
 * By how much something grew or shrank, without its sign: `12.5%`, `0.02%`, `250%`. `percent`: 12.5 for the first of these.
 * Small changes keep a digit that is not 0, large ones lose what is after the point. What has not gone entirely is not told as `100%`.
 */
export function formatPercent(percent: number, locale: string | null): string {
  const size = Math.abs(percent)
  const detail = size < 0.1 ? 'small' : size < 100 ? 'middle' : 'large'
  const told = size > 99.9 && size < 100 ? 99.9 : size
  return formatters(usableLocale(locale), detail).format(told / 100)
}

/** How much something grew, or shrank: `+5%`, `−99.3%`. */
export function signedPercent(percent: number, locale: string | null): string {
  return `${percent < 0 ? '−' : '+'}${formatPercent(percent, locale)}`
}
