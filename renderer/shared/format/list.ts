import { remembered, wordsLocale } from './locale'

const lists = remembered((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'long' }))

/** Parts one after the other, as the app's language puts them: `3 new, 1 changed, 2 gone`. */
export function formatList(parts: readonly string[], locale: string | null): string {
  return lists(wordsLocale(locale)).format(parts)
}
