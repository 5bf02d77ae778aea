import type { Language } from '../contract/languages'
import { arabic } from './words/ar'
import { german } from './words/de'
import { english } from './words/en'
import { french } from './words/fr'
import { spanish } from './words/es'

/** The main process's own few texts: the menu, the titles of dialogs and the one message without a page. */
export type Words = typeof english

const byLanguage: Record<Language, Words> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  ar: arabic
}

/** The main process's words in a language. */
export function wordsIn(language: Language): Words {
  return byLanguage[language]
}
