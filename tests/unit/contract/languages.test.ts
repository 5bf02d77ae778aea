import { describe, expect, it } from 'vitest'
import { formatsLocale } from '../../../electron/contract/languages'

describe('the locale of numbers, dates and times', () => {
  it('is the system’s where the language is', () => {
    expect(formatsLocale({ language: 'system', numberFormat: 'system' }, 'en-US')).toBeNull()
  })

  it('comes with a language that is chosen and is not the system’s', () => {
    const locale = formatsLocale({ language: 'de', numberFormat: 'system' }, 'en-US')
    expect(locale).toBe('de')
    expect(new Intl.NumberFormat(locale ?? undefined).format(1238)).toBe('1.238')
    expect(
      new Intl.DateTimeFormat(locale ?? undefined, { timeStyle: 'short' }).format(
        new Date(2026, 0, 1, 15, 22)
      )
    ).toBe('15:22')
  })

  it('is the system’s where the system speaks the chosen language: it knows the region', () => {
    expect(formatsLocale({ language: 'de', numberFormat: 'system' }, 'de-CH')).toBeNull()
    expect(formatsLocale({ language: 'ar', numberFormat: 'system' }, 'ar-EG')).toBeNull()
  })

  it('is the one chosen in Settings, whatever the language', () => {
    expect(formatsLocale({ language: 'de', numberFormat: 'en-US' }, 'de-DE')).toBe('en-US')
    expect(formatsLocale({ language: 'system', numberFormat: 'de-CH' }, 'en-US')).toBe('de-CH')
  })

  it('writes the digits of product IDs where Arabic is chosen', () => {
    const locale = formatsLocale({ language: 'ar', numberFormat: 'system' }, 'en-US') ?? undefined
    const price = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    const written = [
      price.format(1238.5),
      day.format(new Date(2026, 10, 13)),
      new Intl.NumberFormat(locale).format(1238)
    ]
    expect(written.join()).toMatch(/1.?238/)
    expect(written.join()).not.toMatch(/[٠-٩]/)
  })
})
