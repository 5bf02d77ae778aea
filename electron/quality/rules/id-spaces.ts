import { type ProductRule } from '../rule'
import { strayIn } from '../texts/stray'

/** The id has them: systems that trim take it for another one. */
export const idSpaces: ProductRule = {
  id: 'id-spaces',
  severity: 'warning',
  of: 'product',
  test: ({ id }) => strayIn(id)
}
