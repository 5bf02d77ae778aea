import { afterEach, describe, expect, it } from 'vitest'
import { computed } from 'vue'
import { translatedLanguages, type Language } from '../../../../../electron/contract/languages'
import { i18n, showLanguage, t, pluralForms } from '../../../../../renderer/shared/i18n'
import { maySayItInEnglish } from './same-as-english'
import { textsOf } from './texts-of'

afterEach(() => showLanguage('en'))

async function textsIn(language: Language): Promise<Map<string, string>> {
  await showLanguage(language)
  return textsOf(i18n.global.getLocaleMessage(language))
}

const placesIn = (text: string): string[] => [...new Set(text.match(/\{[^}]*\}/g))].sort()

describe('a language', () => {
  it('is shown from one moment to the next, and the document says which it is and how it runs', async () => {
    const shown = computed(() => t('common.cancel'))
    const english = shown.value
    i18n.global.mergeLocaleMessage('ar', {})
    await showLanguage('ar')
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl'])
    i18n.global.mergeLocaleMessage('ar', { common: { cancel: 'إلغاء' } })
    expect(shown.value).toBe('إلغاء')
    await showLanguage('en')
    expect([shown.value, document.documentElement.dir]).toEqual([english, 'ltr'])
  })

  it('has the English text where it has none of its own', async () => {
    await showLanguage('fr')
    i18n.global.setLocaleMessage('fr', {})
    expect(t('common.appName')).toBe('Vitrine')
    expect(t('failureFacts.minutes', {}, 2)).toBe('2 minutes')
  })

  it('that was asked for last is shown, however long the others take to load', async () => {
    await Promise.all([showLanguage('de'), showLanguage('es'), showLanguage('en')])
    expect(document.documentElement.lang).toBe('en')
  })
})

/** Counts of which each form of each language has one. */
const counts = [0, 1, 2, 3, 11, 100]

/** A text as it is shown, with each place filled by its own name. */
function filled(key: string, places: string[], count?: number): string {
  const values = Object.fromEntries(places.map((place) => [place.slice(1, -1), `<${place.slice(1, -1)}>`]))
  return count === undefined ? i18n.global.t(key, values) : i18n.global.t(key, values, count)
}

describe.each(translatedLanguages.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  it('are those that there are in English, and none is empty', async () => {
    const english = await textsIn('en')
    const others = await textsIn(language)
    expect([...others.keys()].filter((key) => !english.has(key))).toEqual([])
    expect([...english.keys()].filter((key) => !others.has(key))).toEqual([])
    const forms = [...others].flatMap(([key, text]) => text.split('|').map((form) => [key, form.trim()]))
    expect(forms.filter(([, form]) => form === '')).toEqual([])
  })

  it('are not in English, but for names, units and words that are the same', async () => {
    const english = await textsIn('en')
    const same = [...(await textsIn(language))].filter(([key, text]) => text === english.get(key))
    expect(same.filter(([, text]) => !maySayItInEnglish(text, language))).toEqual([])
  })

  it('that depend on a count have all forms of the language', async () => {
    const own = pluralForms[language].length
    const english = await textsIn('en')
    for (const [key, text] of await textsIn(language)) {
      const forms = text.split(' | ').length
      const inEnglish = english.get(key)?.split(' | ').length ?? 1
      // English may do with one form where a language needs several, and has one more where there is one for none.
      const allowed = inEnglish === 1 ? [1, own] : [own, own + 1]
      expect([key, forms, allowed.includes(forms)]).toEqual([key, forms, true])
    }
  })

  it('have the places that they have in English, and show what belongs into them', async () => {
    const english = await textsIn('en')
    for (const [key, text] of await textsIn(language)) {
      const places = placesIn(english.get(key) ?? '')
      const forms = text.split(' | ')
      // A form for none, one or two may say it in words; no form has a place that is never filled.
      expect([key, placesIn(forms.at(-1) ?? '')]).toEqual([
        key,
        placesIn(english.get(key)?.split(' | ').at(-1) ?? '')
      ])
      expect([key, placesIn(text).filter((place) => !places.includes(place))]).toEqual([key, []])
      for (const count of forms.length === 1 ? [undefined] : counts) {
        expect([key, count, filled(key, places, count).match(/[{}|]/g)]).toEqual([key, count, null])
      }
    }
  })
})
