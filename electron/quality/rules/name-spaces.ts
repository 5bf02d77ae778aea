import { type ProductRule } from '../rule'
import { strayIn } from '../texts/stray'

/** The name has spaces around it or doubled, line breaks, or characters that nobody sees. */
export const nameSpaces: ProductRule = {
  id: 'name-spaces',
  severity: 'hint',
  of: 'product',
  test: ({ name }) => strayIn(name)
}
