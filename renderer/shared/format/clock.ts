import { remembered, wordsLocale } from './locale'

const day = { day: 'numeric', month: 'short' } as const

/** `09:12`, but `9:12 AM`: where the hours go to twelve, nobody writes a zero before them. */
export const hourStyle = remembered((locale) => {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return hour12 === true ? 'numeric' : '2-digit'
})

const formatters = remembered(
  (locale, detail) =>
    new Intl.DateTimeFormat(locale, {
      ...(detail === 'time' ? {} : day),
      ...(detail === 'year' ? { year: 'numeric' } : {}),
      hour: hourStyle(locale),
      minute: '2-digit'
    })
)

/** How much of a moment must be said, so that it cannot be mistaken for another one. */
function detailOf(then: Date, now: Date): 'time' | 'day' | 'year' {
  if (then.getFullYear() !== now.getFullYear()) return 'year'
  return then.getMonth() === now.getMonth() && then.getDate() === now.getDate() ? 'time' : 'day'
}

/**
 * A moment on this computer's clock: `09:12` today, `3 Nov, 09:12` on another day, with the year in another year.
 * Both in ms since 1970; `then` may lie ahead.
 */
export function formatMoment(then: number, now: number, locale: string | null): string {
  const date = new Date(then)
  // Intl throws on a moment that no calendar has.
  if (Number.isNaN(date.getTime())) return '—'
  return formatters(wordsLocale(locale), detailOf(date, new Date(now))).format(date)
}
