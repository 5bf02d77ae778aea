import { found, type ProductRule } from '../rule'
import { isShouting } from '../texts/shouting'

/** The description is written in capitals. */
export const descriptionShouting: ProductRule = {
  id: 'description-shouting',
  severity: 'hint',
  needsFullForm: true,
  of: 'product',
  test: ({ description }) => (description !== null && isShouting(description) ? found : null)
}
