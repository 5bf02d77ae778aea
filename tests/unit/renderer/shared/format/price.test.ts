import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatExactPrice,
  formatPrice,
  parsePrice,
  priceText,
  unknownPrice
} from '../../../../../renderer/shared/format/price'

const euro = { currency: 'EUR', locale: 'en-US' }

describe('a price', () => {
  it('is written in the currency and locale of its connection', () => {
    expect(formatPrice(1234.5, euro)).toBe('€1,234.50')
    expect(formatPrice(1234.5, { currency: 'EUR', locale: 'de-DE' })).toBe('1.234,50\u00a0€')
  })

  it('has the digits of its currency', () => {
    expect(formatPrice(1200, { currency: 'JPY', locale: 'en-US' })).toBe('¥1,200')
    expect(formatPrice(1.5, { currency: 'KWD', locale: 'en-US' })).toBe('KWD\u00a01.500')
  })

  it('is a plain number without a currency', () => {
    expect(formatPrice(1234.5, { currency: null, locale: 'en-US' })).toBe('1,234.50')
  })

  it('shows the digits that the store sent beyond those of the currency', () => {
    expect(formatPrice(0.005, euro)).toBe('€0.005')
    expect(formatPrice(12.5, { currency: 'JPY', locale: 'en-US' })).toBe('¥12.5')
  })

  it('does not show the rounding of the computer', () => {
    expect(formatPrice(0.1 + 0.2, euro)).toBe('€0.30')
  })

  it('is written exactly where its digits are what it is about', () => {
    const style = { currency: 'EUR', locale: 'en' }
    expect(formatExactPrice(239.07999999999998, style)).toBe('€239.07999999999998')
    expect(formatExactPrice(5, style)).toBe('€5.00')
  })

  it('fault 51: says a dash when it is unknown, never 0', () => {
    expect(formatPrice(null, euro)).toBe(unknownPrice)
  })

  it('fault 52: says a dash when it is no finite number', () => {
    expect(formatPrice(Number.POSITIVE_INFINITY, euro)).toBe(unknownPrice)
    expect(formatPrice(Number.NaN, euro)).toBe(unknownPrice)
  })

  it('fault 53: keeps its sign below zero, a minus as in percentages, and a hyphen where it is typed', () => {
    expect(formatPrice(-3, euro)).toBe('−€3.00')
    expect(priceText(-3, 'en')).toBe('-3')
    expect(parsePrice(formatPrice(-3, euro), 'en')).toBe(-3)
  })

  it('stays short at any size', () => {
    expect(formatPrice(1e300, euro).length).toBeLessThan(20)
    expect(formatPrice(1e-12, euro)).toContain('E−12')
  })

  it('falls back to the system where the locale is not a tag', () => {
    expect(formatPrice(5, { currency: 'EUR', locale: 'not a tag' })).toContain('5')
  })

  it('is zero only for zero', () => {
    const zero = formatPrice(0, euro)
    expect(formatPrice(-0, euro)).toBe(zero)
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (price) => {
        expect(formatPrice(price, euro) === zero).toBe(price === 0)
      })
    )
  })
})
