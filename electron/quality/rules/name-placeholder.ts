import { quoted, type ProductRule } from '../rule'
import { placeholderName } from '../texts/placeholders'

const letter = /\p{L}/u

/** The name is none: a stand-in such as "New product", a copy's, without any letter, or the id once more. */
export const namePlaceholder: ProductRule = {
  id: 'name-placeholder',
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
}
