import type { Language } from '../../../electron/contract/languages'

/**
 * The forms of a text with bars in it, in the order in which they stand: `one product | {count} products`. A text may have one
 * more before them, for none at all: `no products | one product | {count} products`. Arabic has all six, and with them
 * one for none.
 */
export const pluralForms: Record<Language, readonly Intl.LDMLPluralRule[]> = {
  en: ['one', 'other'],
  de: ['one', 'other'],
  // Their form for whole millions is written like the last one where the number stands in digits.
  fr: ['one', 'other'],
  es: ['one', 'other'],
  ar: ['zero', 'one', 'two', 'few', 'many', 'other']
}

/** Which of so many forms, from 0, is the one for a count in a language. */
export function pluralForm(language: Language): (count: number, forms: number) => number {
  const own = pluralForms[language]
  const rules = new Intl.PluralRules(language)
  return (count, forms) => {
    const last = forms - 1
    // A text that was not given all forms of the language has one for 1, and one for the others.
    if (forms < own.length) return count === 1 ? 0 : last
    const before = forms - own.length
    if (before > 0 && count === 0) return 0
    const place = own.indexOf(rules.select(count))
    return place < 0 ? last : before + place
  }
}
