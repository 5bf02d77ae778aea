import { quoted, type ProductRule } from '../rule'
import { garbledIn } from '../texts/garbled'

/** A text was written in one encoding and read in another: CafÃ© for Café. */
export const textGarbled: ProductRule = {
  id: 'text-garbled',
  severity: 'error',
  of: 'product',
  test: ({ name, description }) => {
    const inName = garbledIn(name)
    if (inName !== null) return { kind: 'name', text: quoted(inName) }
    const text = description === null ? null : garbledIn(description)
    return text === null ? null : { kind: 'description', text: quoted(text) }
  }
}
