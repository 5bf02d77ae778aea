import { translatedLanguages, type LanguageChoice } from '../../../electron/contract/languages'
import { wordsLocale } from '../../shared/format/locale'
import { formatPrice } from '../../shared/format/price'
import { t } from '../../shared/i18n'
import type { SelectOption } from '../../shared/ui/select-option'
import { commonLocales } from '../connections'

/** A number with thousands and a fraction, which shows how a locale writes both. */
const sample = 1234.5

/** The languages, each by its own name: whoever looks for one reads it, whatever the others are. */
export function languageOptions(chosen: LanguageChoice): SelectOption<LanguageChoice>[] {
  const offered = new Set<LanguageChoice>(translatedLanguages)
  if (chosen !== 'system') offered.add(chosen)
  const names = [...offered].map((language) => ({
    value: language,
    label: new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  }))
  return [{ value: 'system', label: t('settings.language.system') }, ...names]
}

/** Number formats, each with a number in it; one that was chosen and is rare is added. */
export function numberFormatOptions(chosen: string): SelectOption<string>[] {
  const names = new Intl.DisplayNames(wordsLocale(null), { type: 'language' })
  const tags = [...new Set([...commonLocales, ...(chosen === 'system' ? [] : [chosen])])]
  const write = (locale: string): string => formatPrice(sample, { currency: null, locale })
  const system = new Intl.NumberFormat().resolvedOptions().locale
  return [
    { value: 'system', label: t('settings.language.numberFormatSystem', { sample: write(system) }) },
    ...tags.map((locale) => ({
      value: locale,
      label: t('connections.field.localeSample', { name: names.of(locale) ?? locale, sample: write(locale) })
    }))
  ]
}
