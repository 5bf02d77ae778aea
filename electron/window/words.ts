import type { Language } from '../contract/languages'
import { arabic } from './words/ar'
import { english } from './words/en'
import { spanish } from './words/es'

/** The main process's own few texts: the menu, the titles of dialogs and the one message without a page. */
export type Words = typeof english

/** A language that is missing here has its words in English. */
const byLanguage: Partial<Record<Language, Words>> = { en: english, es: spanish, ar: arabic }

/** The main process's words in a language. */
export function wordsIn(language: Language): Words {
  return byLanguage[language] ?? english
}
