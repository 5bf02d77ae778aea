// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { languages, type Language } from '../../../../../electron/contract/languages'
import { wordsIn } from '../../../../../electron/window/words'
import { i18n, showLanguage } from '../../../../../renderer/shared/i18n'
import { textsOf } from './texts-of'

afterEach(() => showLanguage('en'))

/** What each language's texts do not have, since its books do not. */
const wrong: Record<Language, RegExp> = {
  en: /['"„«»]/,
  // Opened below, closed above as English opens.
  de: /['"”«»]/,
  // What cannot be torn from its word stands behind a narrow space that does not break.
  fr: /['"“”„]| [;:!?»]|« /,
  es: /['"„]/,
  ar: /['"„]|\p{Script=Arabic}[?,;]/u
}

/** The renderer's texts and the main process's own, without the places in them. */
async function textsIn(language: Language): Promise<string[]> {
  await showLanguage(language)
  const all = [
    ...textsOf(i18n.global.getLocaleMessage(language)).values(),
    ...textsOf(wordsIn(language)).values()
  ]
  return all.map((text) => text.replace(/\{[^}]*\}/g, ''))
}

it.each(languages)(
  'texts in %s have the quotation marks, apostrophes and spaces of the language',
  async (language) => {
    expect((await textsIn(language)).filter((text) => wrong[language].test(text))).toEqual([])
  }
)
