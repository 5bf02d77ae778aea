import { remembered, usableLocale, wordsLocale } from './locale'
import { withNumber } from './number'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

type Unit = 'hour' | 'minute' | 'second'

const tenths = remembered((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
const spans = remembered(
  (locale, unit) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: unit ?? 'second',
      unitDisplay: 'long',
      maximumFractionDigits: 1
    })
)
const lists = remembered((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'long' }))

/** The one or two units that a span is told in: never more, nobody reads seconds beside hours. */
function partsOf(ms: number): [value: number, unit: Unit][] {
  const tenthsOfSecond = Math.max(1, Math.round(ms / 100))
  if (tenthsOfSecond < 100) return [[tenthsOfSecond / 10, 'second']]
  const seconds = Math.round(ms / second)
  if (seconds < 60) return [[seconds, 'second']]
  if (seconds < 3600) return two(Math.floor(seconds / 60), 'minute', seconds % 60, 'second')
  const minutes = Math.round(ms / minute)
  return two(Math.floor(minutes / 60), 'hour', minutes % 60, 'minute')
}

function two(large: number, unit: Unit, small: number, smaller: Unit): [number, Unit][] {
  return small === 0
    ? [[large, unit]]
    : [
        [large, unit],
        [small, smaller]
      ]
}

/** A span of time in words: `4.2 seconds`, `12 seconds`, `3 minutes, 20 seconds`, `2 hours, 5 minutes`. */
export function formatDuration(ms: number, locale: string | null): string {
  const tag = wordsLocale(locale)
  const numbers = tenths(usableLocale(locale))
  const written = partsOf(ms).map(([value, unit]) =>
    withNumber(spans(tag, unit).formatToParts(value), numbers.format(value))
  )
  return lists(tag).format(written)
}

/** How coarse a time to wait is told, by how long it is: ms. */
const coarseness = [
  { until: 10 * second, step: 5 * second },
  { until: minute, step: 10 * second },
  { until: 10 * minute, step: minute },
  { until: hour, step: 5 * minute },
  { until: Number.POSITIVE_INFINITY, step: 30 * minute }
] as const

/** A time left as coarse as an estimate may claim to know it, in ms: 47 s become 50 s. Always rounded up. */
export function roundTimeLeft(ms: number): number {
  const { step } = coarseness.find(({ until }) => ms <= until) ?? coarseness[4]
  return Math.max(step, Math.ceil(ms / step) * step)
}

/**
 * The next time left to show, in ms, when `shown` stands there now: it follows downwards at once, and upwards only when
 * the estimate has grown by more than a quarter, so that it does not jump to and fro between two steps.
 */
export function steadyTimeLeft(shown: number | null, estimate: number | null): number | null {
  if (estimate === null) return null
  const rounded = roundTimeLeft(estimate)
  if (shown === null || rounded <= shown) return rounded
  return estimate > shown * 1.25 ? rounded : shown
}
