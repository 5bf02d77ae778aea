import { remembered, wordsLocale } from './locale'

const formatters = remembered((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }))

/** A day with its year, of ms since 1970, in the app's language: `3 Nov 2026`. */
export function formatDay(ms: number, locale: string | null): string {
  // Intl throws on a moment that no calendar has.
  return Number.isNaN(new Date(ms).getTime()) ? '—' : formatters(wordsLocale(locale)).format(ms)
}
