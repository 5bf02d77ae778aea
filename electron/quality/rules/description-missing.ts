import { found, type ProductRule } from '../rule'

/** The store gives no description. */
export const descriptionMissing: ProductRule = {
  id: 'description-missing',
  severity: 'warning',
  needsFullForm: true,
  of: 'product',
  test: ({ description }) => (description === null || description.trim() === '' ? found : null)
}
