import { found, quoted, type Rules } from '../rule'
import { countCharacters, isShorterThan, isShouting } from '../texts/characters'
import { markupIn } from '../texts/encoding'
import { placeholderIn } from '../texts/placeholders'

export const descriptionRules = {
  /** The store gives no description. */
  'description-missing': {
    severity: 'warning',
    needsFullForm: true,
    of: 'product',
    test: ({ description }) => (description === null || description.trim() === '' ? found : null)
  },

  /** The description says next to nothing. The threshold is in letters. */
  'description-short': {
    severity: 'hint',
    needsFullForm: true,
    of: 'product',
    test: ({ description }, threshold) => {
      const text = description?.trim() ?? ''
      if (text === '' || !isShorterThan(text, threshold)) return null
      return { characters: countCharacters(text), threshold }
    }
  },

  /** The description is still to be written: a stand-in, a note to the editor or a template that was not filled in. */
  'description-placeholder': {
    severity: 'error',
    needsFullForm: true,
    of: 'product',
    test: ({ description }) => {
      const text = description === null ? null : placeholderIn(description)
      return text === null ? null : { text: quoted(text) }
    }
  },

  /** The description contains HTML, which people would read as it stands. */
  'description-markup': {
    severity: 'warning',
    needsFullForm: true,
    of: 'product',
    test: ({ description }) => {
      const text = description === null ? null : markupIn(description)
      return text === null ? null : { text: quoted(text) }
    }
  },

  /** At least as many products as the threshold says have the same description. */
  'description-duplicate': { severity: 'hint', needsFullForm: true, of: 'catalog' },

  /** The description only repeats the name. */
  'description-name': {
    severity: 'hint',
    needsFullForm: true,
    of: 'product',
    test: ({ name, description }) => {
      if (description === null || description.length > name.length + mostAround) return null
      const text = bare(description)
      return text !== '' && text === bare(name) ? found : null
    }
  },

  /** The description is written in capitals. */
  'description-shouting': {
    severity: 'hint',
    needsFullForm: true,
    of: 'product',
    test: ({ description }) => (description !== null && isShouting(description) ? found : null)
  },

  /** The description contains a web or e-mail address, which most marketplaces refuse. */
  'description-link': {
    severity: 'hint',
    needsFullForm: true,
    of: 'product',
    test: ({ description }) => {
      const text = description === null ? null : linkIn(description)
      return text ? { text: quoted(text) } : null
    }
  }
} satisfies Rules

/** UTF-16 units of punctuation and spaces that may surround a repeated name. */
const mostAround = 10

function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
}

/** What every web address without a scheme contains. */
const mayBePage = /www\./i
const page = /\bhttps?:\/\/[^\s<>"']+|\bwww\.[^\s<>"']+\.[^\s<>"']+/i
const mailbox = /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/i

function linkIn(text: string): string | undefined {
  const found = text.includes('://') || mayBePage.test(text) ? page.exec(text)?.[0] : undefined
  return found ?? (text.includes('@') ? mailbox.exec(text)?.[0] : undefined)
}
