import type { Language } from '../../../../../electron/contract/languages'

/** Names, units and signs, which are the same in all languages. */
const everywhere = [
  'Vitrine',
  'Vitrine {version}',
  '{name} – Vitrine',
  'https://store.example.com',
  'Excel',
  'CSV',
  'JSON',
  'A4',
  'Letter',
  'Proxy',
  'WebDAV',
  'PostgreSQL',
  'DNS',
  'OK',
  'Zoom',
  'ID',
  'px',
  'Ctrl',
  'Esc',
  'S',
  'M',
  'L'
]

/** Words that a language writes as English does. */
const byLanguage: Record<Language, readonly string[]> = {
  en: [],
  de: [
    'Details',
    'Name',
    'Format',
    'Host',
    'Export',
    'Problem',
    'Text',
    'Position',
    'Position {place}',
    'Team'
  ],
  fr: [
    'Description',
    'Descriptions',
    'Dimensions',
    'exception',
    'Format',
    'Image',
    'Licenses',
    'Note',
    'Page',
    'Pages',
    'Position',
    'Position {place}',
    'Route',
    'Score',
    '{count} minute | {count} minutes',
    '{number} description | {number} descriptions'
  ],
  es: ['Error'],
  ar: ['Shift', 'Home', 'End', 'Page Up', 'Page Down']
}

/** Whether a text may stand in a language as it stands in English; what has no letters beside its places always may. */
export function maySayItInEnglish(text: string, language: Language): boolean {
  const hasLetters = /\p{L}/u.test(text.replace(/\{[^}]*\}/g, ''))
  return !hasLetters || everywhere.includes(text) || byLanguage[language].includes(text)
}
