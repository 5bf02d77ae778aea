import type { Language } from '../contract/languages'
import ar from './words/ar.json'
import de from './words/de.json'
import en from './words/en.json'
import es from './words/es.json'
import fr from './words/fr.json'

/** The main process's own few texts: the menu, the titles of dialogs and the messages without a page. Those of commands are as in the window. */
export type Words = typeof en

const byLanguage: Record<Language, Words> = { en, de, fr, es, ar }

/** The main process's words in a language. */
export function wordsIn(language: Language): Words {
  return byLanguage[language]
}
