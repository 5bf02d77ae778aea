import { found, type ProductRule } from '../rule'

/** The store gives no name. */
export const nameMissing: ProductRule = {
  id: 'name-missing',
  severity: 'error',
  of: 'product',
  test: ({ name }) => (name.trim() === '' ? found : null)
}
