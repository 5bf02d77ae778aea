import { type ProductRule } from '../rule'

/** Decimal digits of a number as it is written: 0.1 has one, though the number behind it has more. */
function digitsOf(price: number): number {
  const [digits = '', exponent = '0'] = String(price).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

/** The price has more decimal digits than its currency has coins for. The threshold is in digits. */
export const priceFraction: ProductRule = {
  id: 'price-fraction',
  severity: 'warning',
  of: 'product',
  test: ({ price }, threshold) => {
    const unit = 10 ** threshold
    // Nearly every price: to write a number out takes a hundred times as long.
    if (price === null || Math.round(price * unit) / unit === price) return null
    const digits = digitsOf(price)
    return digits > threshold ? { price, digits, threshold } : null
  }
}
