// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { computed } from 'vue'
import { translatedLanguages, type Language } from '../../../../electron/contract/languages'
import { i18n, showLanguage, t } from '../../../../renderer/i18n'
import type { Messages } from '../../../../renderer/i18n/merged'
import { pluralForms } from '../../../../renderer/i18n/plural-forms'

afterEach(() => showLanguage('en'))

/** Every text by its dotted key. */
function textsOf(messages: Messages, before = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : [...textsOf(value, `${before}${key}.`)]
    )
  )
}

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

describe.each(translatedLanguages.filter((language) => language !== 'en'))('the texts in %s', (language) => {
  it('are those that there are in English, with the same places', async () => {
    const english = await textsIn('en')
    const others = await textsIn(language)
    expect([...others.keys()].filter((key) => !english.has(key))).toEqual([])
    expect([...english.keys()].filter((key) => !others.has(key))).toEqual([])
    for (const [key, text] of others) {
      const places = placesIn(english.get(key) ?? '')
      // A form for one or two may say it in words.
      expect([key, placesIn(text).filter((place) => !places.includes(place))]).toEqual([key, []])
    }
  })

  it('that depend on a count have all forms of the language', async () => {
    const english = await textsIn('en')
    for (const [key, text] of await textsIn(language)) {
      const forms = text.split(' | ').length
      const inEnglish = english.get(key)?.split(' | ').length ?? 1
      if (inEnglish === 1) continue
      expect([key, forms >= pluralForms[language].length]).toEqual([key, true])
    }
  })
})
