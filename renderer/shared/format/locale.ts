import { shallowRef } from 'vue'

/**
 * What numbers, dates and prices are written by: the locale of the connection that they belong to, where a person has set
 * one; else the app's (`formatsLocale` in the contract is its rule); else the system's. What has words in it ("3 min. ago", "Nov") is in the app's
 * language whatever locale it is written by, which then says only the customs: how a number in it is written, the order of a
 * date, the hours of a day.
 */
interface Formats {
  /** The language of the app's own words. */
  language: string
  /** What `formatsLocale` says. A BCP 47 tag; null follows the system. */
  numberFormat: string | null
}

/** Reactive: what is written on screen is written anew when it changes. */
const formats = shallowRef<Formats>({ language: 'en', numberFormat: null })

/** Sets how all of the app writes from now on. */
export function setFormats(wanted: Formats): void {
  formats.value = wanted
}

/**
 * The tag to write numbers with: the wanted one when the platform takes it, else the app's; undefined means the system's.
 * A tag comes from a settings file or a form, and `Intl` throws on one that is not well formed.
 */
export function usableLocale(wanted: string | null | undefined): string | undefined {
  return canonical(wanted) ?? canonical(formats.value.numberFormat)
}

/** The tag to write with where there are words in what is written: in the app's language, by the customs of `usableLocale`. */
export function wordsLocale(wanted: string | null | undefined): string {
  return inLanguage(formats.value.language, usableLocale(wanted))
}

function canonical(tag: string | null | undefined): string | undefined {
  if (!tag) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

const inLanguage = remembered((language = 'en', customs) => {
  const { locale, numberingSystem } = new Intl.NumberFormat(customs).resolvedOptions()
  const by = new Intl.Locale(locale).maximize()
  if (by.language === language) return customs ?? locale
  const region = by.region === undefined ? {} : { region: by.region }
  return new Intl.Locale(language, { ...region, numberingSystem }).toString()
})

/** Makes a formatter once a key: `Intl` constructors cost about 50 µs each, a page has hundreds of numbers. */
export function remembered<F>(
  make: (...key: (string | undefined)[]) => F
): (...key: (string | undefined)[]) => F {
  const made = new Map<string, F>()
  return (...key) => {
    const name = key.join('\n')
    const known = made.get(name)
    if (known !== undefined) return known
    const formatter = make(...key)
    made.set(name, formatter)
    return formatter
  }
}

const lists = remembered((locale) => new Intl.ListFormat(locale, { type: 'unit', style: 'long' }))

/** Parts one after the other, as the app's language puts them: `3 new, 1 changed, 2 gone`. */
export function formatList(parts: readonly string[], locale: string | null): string {
  return lists(wordsLocale(locale)).format(parts)
}
