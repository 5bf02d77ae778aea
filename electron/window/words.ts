import type { Language } from '../contract/languages'
import ar from './words/ar.json'
import de from './words/de.json'
import en from './words/en.json'
import es from './words/es.json'
import fr from './words/fr.json'

/** The texts of the main process: menus, dialog titles and messages without a page. Commands are named as in the window. */
export type Words = typeof en

const byLanguage: Record<Language, Words> = { en, de, fr, es, ar }

/** The main process's texts in a language. */
export function wordsIn(language: Language): Words {
  return byLanguage[language]
}
