import { remembered, usableLocale } from './locale'

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
 * Small changes keep a digit that is not 0, large ones lose what is after the point.
 */
export function formatPercent(percent: number, locale: string | null): string {
  const size = Math.abs(percent)
  const detail = size < 0.1 ? 'small' : size < 100 ? 'middle' : 'large'
  return formatters(usableLocale(locale), detail).format(size / 100)
}
