import { type ProductRule } from '../rule'

/** It costs nothing. */
export const priceZero: ProductRule = {
  id: 'price-zero',
  severity: 'error',
  of: 'product',
  test: ({ price }) => (price === 0 ? { price } : null)
}
