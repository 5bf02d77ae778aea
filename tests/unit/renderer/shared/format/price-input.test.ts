import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parsePrice, priceText } from '../../../../../renderer/shared/format/price'

describe('a price that is typed', () => {
  it.each([
    ['12', 12],
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['12,', 12],
    ['.5', 0.5],
    ['1,234', 1234],
    ['1,234.5', 1234.5],
    ['1.234,5', 1234.5],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1 234,50', 1234.5],
    ['1\u202f234,50', 1234.5],
    ["1'234.50", 1234.5],
    ['€ 12.50', 12.5],
    ['12,50 €', 12.5],
    ['EUR 12', 12],
    ['12 CHF', 12],
    ['-3', -3],
    ['−3,20', -3.2],
    ['１２．５', 12.5],
    ['٤٠', 40],
    ['۱۲٫۵', 12.5],
    ['९९', 99]
  ])('is read from "%s"', (text, price) => {
    expect(parsePrice(text, 'en-US')).toBe(price)
  })

  it('is read by the locale where it could be two prices', () => {
    expect(parsePrice('1.234', 'en-US')).toBe(1.234)
    expect(parsePrice('1,234', 'en-US')).toBe(1234)
    expect(parsePrice('1.234', 'de-DE')).toBe(1234)
    expect(parsePrice('1,234', 'de-DE')).toBe(1.234)
  })

  it('is read from the digits of the locale', () => {
    expect(parsePrice('١٬٢٣٤٫٥', 'ar-EG')).toBe(1234.5)
  })

  it('is none when the field is empty', () => {
    expect(parsePrice('', 'en-US')).toBeNull()
    expect(parsePrice('  ', 'en-US')).toBeNull()
  })

  it.each(['abc', '1e5', '12..5', '1,2,3', '1.2,3.4', '€', '-', '12 13 a', '9'.repeat(20)])(
    'is not read from "%s"',
    (text) => {
      expect(parsePrice(text, 'en-US')).toBeUndefined()
    }
  )

  it.each(['en-US', 'de-DE', 'fr-CH', 'ar-EG', 'hi-IN', null])(
    'is read as it is written, in %s',
    (locale) => {
      const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 })
      fc.assert(
        fc.property(cents, (amount) => {
          const price = amount / 100
          expect(parsePrice(priceText(price, locale), locale)).toBeCloseTo(price, 10)
        })
      )
    }
  )
})
