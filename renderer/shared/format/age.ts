import { remembered, wordsLocale } from './locale'
import { formatCount } from './number'
import { withNumber } from './number-in-words'

/** Below this a page counts as current, ms: saying "12 seconds ago" would only be noise. */
const justNow = 60_000

const steps = [
  { unit: 'minute', ms: 60_000, until: 60 },
  { unit: 'hour', ms: 3_600_000, until: 24 },
  { unit: 'day', ms: 86_400_000, until: Number.POSITIVE_INFINITY }
] as const

const formatters = remembered(
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
    formatters(wordsLocale(locale)).formatToParts(-count, step.unit),
    formatCount(count, locale)
  )
}
