/** Languages that the app's own words may be in. Free of zod, so that the renderer can load it. */
export const languages = ['en', 'de', 'fr', 'es', 'ar'] as const
export type Language = (typeof languages)[number]

/** Which way the texts of a language run. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** Those in which there are words. One that is added here needs its messages in the renderer and its words in `window/words`. */
export const translatedLanguages: readonly Language[] = ['en', 'de', 'fr', 'es', 'ar']

/** What a person may choose; `system` follows the computer. */
export const languageChoices = ['system', ...languages] as const
export type LanguageChoice = (typeof languageChoices)[number]

/**
 * The language for a choice: that itself or, for `system`, the first of the system's languages that there are words in.
 *
 * @param preferred the system's languages as BCP 47 tags, the most wanted first
 */
export function languageFor(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'system') return choice
  const wanted = preferred.map((tag) => tag.toLowerCase().split('-')[0])
  return wanted.flatMap((name) => translatedLanguages.filter((language) => language === name))[0] ?? 'en'
}
