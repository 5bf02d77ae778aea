import { found, type ProductRule } from '../rule'

/** The store gives no address of a picture. */
export const pictureMissing: ProductRule = {
  id: 'picture-missing',
  severity: 'warning',
  needsFullForm: true,
  of: 'product',
  test: ({ image }) => (image === null ? found : null)
}
