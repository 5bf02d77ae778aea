import { hourStyle } from '../../format/clock'
import { remembered, wordsLocale } from '../../format/locale'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How far marks may be apart. `length` in ms, on average: months and days are not all equally long. */
const steps: readonly { unit: TickUnit; count: number; length: number }[] = [
  ...[1, 5, 15, 30].map((count) => ({ unit: 'minute' as const, count, length: count * minute })),
  ...[1, 3, 6, 12].map((count) => ({ unit: 'hour' as const, count, length: count * hour })),
  ...[1, 2, 7, 14].map((count) => ({ unit: 'day' as const, count, length: count * day })),
  ...[1, 3, 6].map((count) => ({ unit: 'month' as const, count, length: count * 30.4 * day })),
  ...[1, 2, 5, 10, 20, 50, 100].map((count) => ({
    unit: 'year' as const,
    count,
    length: count * 365.25 * day
  }))
]

/** The start of the step that a moment is in, on this computer's calendar. */
function startOf(at: number, unit: TickUnit, count: number): Date {
  const date = new Date(at)
  const down = (value: number): number => Math.floor(value / count) * count
  switch (unit) {
    case 'minute':
      date.setMinutes(down(date.getMinutes()), 0, 0)
      return date
    case 'hour':
      date.setHours(down(date.getHours()), 0, 0, 0)
      return date
    case 'day':
      date.setHours(0, 0, 0, 0)
      return date
    case 'month':
      return new Date(date.getFullYear(), down(date.getMonth()), 1)
    case 'year':
      return new Date(down(date.getFullYear()), 0, 1)
  }
}

function next(date: Date, unit: TickUnit, count: number): Date {
  const after = new Date(date)
  if (unit === 'minute') after.setMinutes(after.getMinutes() + count)
  else if (unit === 'hour') after.setHours(after.getHours() + count)
  else if (unit === 'day') after.setDate(after.getDate() + count)
  else if (unit === 'month') after.setMonth(after.getMonth() + count)
  else after.setFullYear(after.getFullYear() + count)
  return after
}

/**
 * Round moments between two others, at most `most` of them: full hours, midnights, firsts of months. Where there are
 * fewer than two, the two ends themselves. All in ms since 1970.
 */
export function timeTicks(from: number, to: number, most: number): { at: number[]; unit: TickUnit } {
  const step = steps.find(({ length }) => (to - from) / length <= most - 1) ?? steps.at(-1)
  if (!step || to <= from) return { at: [from], unit: 'minute' }
  const { unit, count } = step
  const at: number[] = []
  for (let date = startOf(from, unit, count); date.getTime() <= to; date = next(date, unit, count)) {
    if (date.getTime() >= from) at.push(date.getTime())
  }
  return at.length < 2 ? { at: [from, to], unit: to - from < day ? 'minute' : 'day' } : { at, unit }
}

/** What the marks of a time axis are apart: at least one of these. */
type TickUnit = 'minute' | 'hour' | 'day' | 'month' | 'year'

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
