import { found, type ProductRule } from '../rule'

/** The price is not known: the store gives none, or not as a number. */
export const priceMissing: ProductRule = {
  id: 'price-missing',
  severity: 'error',
  of: 'product',
  test: ({ price, priceAsText }) => (price !== null ? null : priceAsText ? { kind: 'as-text' } : found)
}
