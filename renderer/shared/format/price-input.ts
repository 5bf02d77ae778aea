import { remembered, usableLocale } from './locale'

interface Writing {
  decimal: string
  /** What stands between thousands; '' where nothing does. */
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
