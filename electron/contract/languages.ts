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

/**
 * The one rule by which locale numbers, dates, times and prices are written, in the window, in notifications and in files for people; null
 * is the system's own. A store's own number format goes before it.
 *
 * A format that was chosen in Settings holds. Else formats go with the language: where one is chosen that the system does not speak, its
 * own formats come with it, since "1,238 Produkte, 3:22 PM" is written in two languages at once. Where the system speaks it, the system's
 * formats hold: they know the region, such as de-CH.
 *
 * Arabic so chosen is CLDR's plain `ar`, which writes 0 to 9, as product IDs, addresses and the store's own texts have them: one kind of
 * digits in a line. ٠ to ٩ come from the system or from a chosen format (ar-EG), for whoever is used to them.
 *
 * @param system the locale that this computer's formats are of
 */
export function formatsLocale(
  { language, numberFormat }: { language: LanguageChoice; numberFormat: string },
  system: string = new Intl.NumberFormat().resolvedOptions().locale
): string | null {
  if (numberFormat !== 'system') return numberFormat
  if (language === 'system' || new Intl.Locale(system).language === language) return null
  return language
}
