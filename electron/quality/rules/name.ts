import { found, quoted, type Rules } from '../rule'
import { garbledIn, markupIn } from '../texts/encoding'
import { countCharacters, isLongerThan, isShouting, strayIn } from '../texts/characters'
import { placeholderName } from '../texts/placeholders'

const letter = /\p{L}/u

export const nameRules = {
  /** The store gives no name. */
  'name-missing': {
    severity: 'error',
    of: 'product',
    test: ({ name }) => (name.trim() === '' ? found : null)
  },

  /** Another product has the same name, apart from case, spaces and invisible characters. */
  'name-duplicate': { severity: 'warning', of: 'catalog' },

  /** The name is written in capitals. */
  'name-shouting': {
    severity: 'hint',
    of: 'product',
    test: ({ name }) => (isShouting(name) ? found : null)
  },

  /** The name has spaces around it or doubled spaces, line breaks or invisible characters. */
  'name-spaces': { severity: 'hint', of: 'product', test: ({ name }) => strayIn(name) },

  /** The name is longer than lists and receipts show. The threshold is in characters. */
  'name-long': {
    severity: 'hint',
    of: 'product',
    test: ({ name }, threshold) =>
      isLongerThan(name, threshold) ? { characters: countCharacters(name), threshold } : null
  },

  /** The name is a stand-in such as "New product" or that of a copy, has no letters, or repeats the id. */
  'name-placeholder': {
    severity: 'warning',
    of: 'product',
    test: ({ id, name }) => {
      const bare = name.trim()
      if (bare === '') return null
      const text = placeholderName(bare)
      if (text !== null) return { kind: 'text', text: quoted(text) }
      if (bare.toLowerCase() === id.trim().toLowerCase()) return { kind: 'id' }
      return letter.test(bare) ? null : { kind: 'no-letters', text: quoted(bare) }
    }
  },

  /** The name contains HTML, such as &amp;amp;. */
  'name-markup': {
    severity: 'warning',
    of: 'product',
    test: ({ name }) => {
      const text = markupIn(name)
      return text === null ? null : { text: quoted(text) }
    }
  },

  /** The name or the description was written in one encoding and read in another: CafÃ© for Café. */
  'text-garbled': {
    severity: 'error',
    of: 'product',
    test: ({ name, description }) => {
      const inName = garbledIn(name)
      if (inName !== null) return { kind: 'name', text: quoted(inName) }
      const text = description === null ? null : garbledIn(description)
      return text === null ? null : { kind: 'description', text: quoted(text) }
    }
  }
} satisfies Rules
