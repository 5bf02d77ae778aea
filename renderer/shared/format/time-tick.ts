import { hourStyle } from './clock'
import { remembered, wordsLocale } from './locale'

/** What the marks of a time axis are apart: at least one of these. */
export type TickUnit = 'minute' | 'hour' | 'day' | 'month' | 'year'

function styleOf(unit: string | undefined, locale: string | undefined): Intl.DateTimeFormatOptions {
  if (unit === 'day') return { day: 'numeric', month: 'short' }
  if (unit === 'month') return { month: 'short', year: 'numeric' }
  if (unit === 'year') return { year: 'numeric' }
  return { hour: hourStyle(locale), minute: '2-digit' }
}

const formatters = remembered((locale, unit) => new Intl.DateTimeFormat(locale, styleOf(unit, locale)))

/** A mark of a time axis on this computer's clock: `09:00`, but the day at midnight; `3 Nov`, `Nov 2026`, `2026`. */
export function formatTimeTick(at: number, unit: TickUnit, locale: string | null): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return ''
  const isMidnight = unit === 'hour' && date.getHours() === 0 && date.getMinutes() === 0
  return formatters(wordsLocale(locale), isMidnight ? 'day' : unit).format(date)
}
