import { found, type ProductRule } from '../rule'
import { isShouting } from '../texts/shouting'

/** The name is written in capitals. */
export const nameShouting: ProductRule = {
  id: 'name-shouting',
  severity: 'hint',
  of: 'product',
  test: ({ name }) => (isShouting(name) ? found : null)
}
