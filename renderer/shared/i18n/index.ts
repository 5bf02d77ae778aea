import { createI18n } from 'vue-i18n'
import { directionOf, languages, type Language } from '../../../electron/contract/languages'
import { formatCount } from '../format/number'
import changes from './en/changes.json'
import charts from './en/charts.json'
import commands from './en/commands.json'
import common from './en/common.json'
import connections from './en/connections.json'
import details from './en/details.json'
import diagnostics from './en/diagnostics.json'
import connectionCheck from './en/connection-check.json'
import exported from './en/export.json'
import failures from './en/failures.json'
import help from './en/help.json'
import history from './en/history.json'
import filters from './en/filters.json'
import networkSettings from './en/network-settings.json'
import palette from './en/palette.json'
import pictures from './en/pictures.json'
import productMenu from './en/product-menu.json'
import products from './en/products.json'
import quality from './en/quality.json'
import review from './en/review.json'
import sharing from './en/sharing-and-backups.json'
import selection from './en/selection.json'
import settings from './en/settings.json'
import storage from './en/storage.json'
import sync from './en/sync.json'
import table from './en/table.json'
import team from './en/team.json'
import today from './en/today.json'
import tour from './en/tour.json'
import reviewSession from './en/review-session.json'
import updates from './en/updates.json'
import type { Messages } from './merged'

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

const en = {
  ...changes,
  ...charts,
  ...commands,
  ...common,
  ...connections,
  ...details,
  ...diagnostics,
  ...connectionCheck,
  ...exported,
  ...failures,
  ...help,
  ...history,
  ...filters,
  ...palette,
  ...networkSettings,
  ...pictures,
  ...productMenu,
  ...products,
  ...quality,
  ...review,
  ...sharing,
  ...selection,
  ...settings,
  ...storage,
  ...sync,
  ...table,
  ...team,
  ...today,
  ...tour,
  ...reviewSession,
  ...updates
}

/** Every text that the renderer has. A key that is not here does not compile. */
export type MessageKey = Paths<typeof en>

/** The languages besides English, each loaded when it is first shown. */
const others: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  de: () => import('./de'),
  fr: () => import('./fr'),
  es: () => import('./es'),
  ar: () => import('./ar')
}

const messages: Record<Language, Messages> = { en, de: {}, fr: {}, es: {}, ar: {} }

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages,
  pluralRules: Object.fromEntries(languages.map((language) => [language, pluralForm(language)])),
  // A text that is not translated yet is English, which is no news.
  missingWarn: false,
  fallbackWarn: false,
  // The compiler would otherwise warn about "<" and "&" in texts; they are only ever shown as text.
  warnHtmlMessage: false
})

/** The language that was asked for last. */
let wanted: Language = 'en'

/** Shows all texts in a language from now on, and tells the document. Settles when it is shown. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language
  if (language !== 'en') i18n.global.setLocaleMessage(language, (await others[language]()).default)
  if (wanted !== language) return
  i18n.global.locale.value = language
  markDocument(document.documentElement)
}

/** Values for the places in a text: `{host}`. */
export type TextValues = Record<string, string | number>

/**
 * The text for a key in the app's language, with its places filled in. `count` chooses between the forms of a
 * text with a bar in it ("one product | {count} products") and fills `{count}`, written as counts are.
 */
export function t(key: MessageKey, values?: TextValues, count?: number): string {
  return values === undefined && count === undefined ? plainText(key) : filledText(key, values ?? {}, count)
}

/** Texts without places, of the language that is shown: a page asks for hundreds of them whenever it is put together. */
const plainTexts = { of: i18n.global.locale.value, texts: new Map<MessageKey, string>() }

function plainText(key: MessageKey): string {
  const language = i18n.global.locale.value
  if (plainTexts.of !== language) {
    plainTexts.of = language
    plainTexts.texts.clear()
  }
  const known = plainTexts.texts.get(key)
  if (known !== undefined) return known
  const text = i18n.global.t(key)
  plainTexts.texts.set(key, text)
  return text
}

function filledText(key: MessageKey, values: TextValues, count: number | undefined): string {
  const places = directionOf(i18n.global.locale.value) === 'rtl' ? isolated(values) : values
  if (count === undefined) return i18n.global.t(key, places)
  return i18n.global.t(key, { count: formatCount(count, null), ...places }, count)
}

/**
 * Values between marks (U+2068, U+2069) that keep each a thing of its own: without them an address or "<0.1%" in an Arabic
 * sentence would be torn apart, its signs put on the other side.
 */
function isolated(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([place, value]) => [
      place,
      typeof value === 'string' && value !== '' ? `\u2068${value}\u2069` : value
    ])
  )
}

/** Tells the document in which language, and in which direction, its texts are. */
function markDocument(root: HTMLElement): void {
  const language = i18n.global.locale.value
  root.lang = language
  root.dir = directionOf(language)
}

/** Dotted paths of all texts in a message file: `failure.timeout.title`. */
type Paths<T> = T extends string
  ? never
  : { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}` }[keyof T & string]
