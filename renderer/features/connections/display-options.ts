import type { SelectGroup, SelectOption } from '../../shared/ui/select-option'
import { wordsLocale } from '../../shared/format/locale'
import { formatPrice } from '../../shared/format/price'
import { t } from '../../shared/i18n'

type Options = (SelectOption<string> | SelectGroup<string>)[]

const commonCurrencies = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'JPY',
  'CNY',
  'INR',
  'CAD',
  'AUD',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'UAH',
  'TRY',
  'BRL',
  'MXN',
  'ZAR',
  'KRW',
  'SGD',
  'AED'
]

export const commonLocales = [
  'en-US',
  'en-GB',
  'en-IN',
  'en-CA',
  'en-AU',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CH',
  'es-ES',
  'es-MX',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'pt-PT',
  'da-DK',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ro-RO',
  'uk-UA',
  'el-GR',
  'tr-TR',
  'he-IL',
  'ar-EG',
  'hi-IN',
  'zh-CN',
  'ja-JP',
  'ko-KR'
]

/** A number with thousands and a fraction, which shows how a locale writes both. */
const sample = 1234.5

/** Currencies by code and name; '' stands for none. The platform's own list, common ones first. */
export function currencyOptions(): Options {
  const names = new Intl.DisplayNames(wordsLocale(null), { type: 'currency' })
  const option = (code: string): SelectOption<string> => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`
  })
  const others = Intl.supportedValuesOf('currency').filter((code) => !commonCurrencies.includes(code))
  return [
    { value: '', label: t('connections.field.currencyNone') },
    { label: t('connections.field.currencyCommon'), options: commonCurrencies.map(option) },
    { label: t('connections.field.currencyAll'), options: others.map(option) }
  ]
}

/** Number formats, each with a price in it; '' stands for the system's. A saved one that is rare is added. */
export function localeOptions(currency: string | null, saved: string): Options {
  const names = new Intl.DisplayNames(wordsLocale(null), { type: 'language' })
  const tags = saved === '' || commonLocales.includes(saved) ? commonLocales : [...commonLocales, saved]
  return [
    {
      value: '',
      label: t('connections.field.localeSystem', { sample: formatPrice(sample, { currency, locale: null }) })
    },
    ...tags.map((locale) => ({
      value: locale,
      label: t('connections.field.localeSample', {
        name: names.of(locale) ?? locale,
        sample: formatPrice(sample, { currency, locale })
      })
    }))
  ]
}
