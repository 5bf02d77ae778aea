import { found, type Rules } from '../rule'

export const priceRules = {
  /** The price is unknown: the store gives none, or not as a number. */
  'price-missing': {
    severity: 'error',
    of: 'product',
    test: ({ price, priceAsText }) => (price !== null ? null : priceAsText ? { kind: 'as-text' } : found)
  },

  'price-zero': {
    severity: 'error',
    of: 'product',
    test: ({ price }) => (price === 0 ? { price } : null)
  },

  'price-negative': {
    severity: 'error',
    of: 'product',
    test: ({ price }) => (price !== null && price < 0 ? { price } : null)
  },

  /** The price is far from those of comparable products. */
  'price-outlier': { severity: 'warning', of: 'catalog' },

  /** The price has more decimal digits than its currency has coins for. The threshold is in digits. */
  'price-fraction': {
    severity: 'warning',
    of: 'product',
    test: ({ price }, threshold) => {
      const unit = 10 ** threshold
      // True for nearly every price: writing a number out takes a hundred times as long.
      if (price === null || Math.round(price * unit) / unit === price) return null
      const digits = digitsOf(price)
      return digits > threshold ? { price, digits, threshold } : null
    }
  }
} satisfies Rules

/** Decimal digits of a number as it is written: 0.1 has one, though its binary form has more. */
function digitsOf(price: number): number {
  const [digits = '', exponent = '0'] = String(price).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}
