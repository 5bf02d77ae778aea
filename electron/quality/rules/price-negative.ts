import { type ProductRule } from '../rule'

/** It costs less than nothing. */
export const priceNegative: ProductRule = {
  id: 'price-negative',
  severity: 'error',
  of: 'product',
  test: ({ price }) => (price !== null && price < 0 ? { price } : null)
}
