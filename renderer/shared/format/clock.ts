import { useIntervalFn, useTimestamp } from '@vueuse/core'
import type { Ref } from 'vue'
import { remembered, wordsLocale } from './locale'
import { formatCount, withNumber } from './number'

const dayAndMonth = { day: 'numeric', month: 'short' } as const

/** `09:12`, but `9:12 AM`: where the hours go to twelve, nobody writes a zero before them. */
export const hourStyle = remembered((locale) => {
  const { hour12 } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  return hour12 === true ? 'numeric' : '2-digit'
})

const momentFormatters = remembered(
  (locale, detail) =>
    new Intl.DateTimeFormat(locale, {
      ...(detail === 'time' ? {} : dayAndMonth),
      ...(detail === 'year' ? { year: 'numeric' } : {}),
      hour: hourStyle(locale),
      minute: '2-digit'
    })
)

const toTheSecond = remembered(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      ...dayAndMonth,
      year: 'numeric',
      hour: hourStyle(locale),
      minute: '2-digit',
      second: '2-digit'
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
  return momentFormatters(wordsLocale(locale), detailOf(date, new Date(now))).format(date)
}

/** Moments as `formatMoment` says them; those that would read alike with their seconds, and so their day. Both in ms since 1970. */
export function formatMoments(moments: readonly number[], now: number, locale: string | null): string[] {
  const said = moments.map((moment) => formatMoment(moment, now, locale))
  return moments.map((moment, at) => {
    const words = said[at] ?? ''
    const isAlone = said.indexOf(words) === said.lastIndexOf(words)
    return isAlone || words === '—' ? words : toTheSecond(wordsLocale(locale)).format(moment)
  })
}

const dayFormatters = remembered((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))

/** A day with its year, of ms since 1970, in the app's language: `3 Nov 2026`. */
export function formatDay(ms: number, locale: string | null): string {
  // Intl throws on a moment that no calendar has.
  return Number.isNaN(new Date(ms).getTime()) ? '—' : dayFormatters(wordsLocale(locale)).format(ms)
}

/** Below this a page counts as current, ms: saying "12 seconds ago" would only be noise. */
const justNow = 60_000

const steps = [
  { unit: 'minute', ms: 60_000, until: 60 },
  { unit: 'hour', ms: 3_600_000, until: 24 },
  { unit: 'day', ms: 86_400_000, until: Number.POSITIVE_INFINITY }
] as const

const ageFormatters = remembered(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always', style: 'short' })
)

/**
 * How long ago a moment was, rounded down: `3 min. ago`. null when it is less than a minute, or in the future
 * because the clock was moved back: then the caller says "just now".
 */
export function formatAge(then: number, now: number, locale: string | null): string | null {
  const age = now - then
  if (!(age >= justNow)) return null
  const step = steps.find(({ ms, until }) => age < ms * until) ?? steps[2]
  const count = Math.floor(age / step.ms)
  return withNumber(
    ageFormatters(wordsLocale(locale)).formatToParts(-count, step.unit),
    formatCount(count, locale)
  )
}

/** The time, ms since 1970, renewed every half minute: as often as an age in minutes changes. */
export function useNow(): Readonly<Ref<number>> {
  return useTimestamp({ scheduler: (update) => useIntervalFn(update, 30_000) })
}
