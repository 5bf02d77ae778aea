import { afterEach, describe, expect, it } from 'vitest'
import { computed } from 'vue'
import { formatAge, formatDay, formatMoment } from '../../../../../renderer/shared/format/clock'
import { formatDuration } from '../../../../../renderer/shared/format/duration'
import { setFormats, usableLocale, wordsLocale } from '../../../../../renderer/shared/format/locale'
import { formatBytes, formatCount } from '../../../../../renderer/shared/format/number'
import { formatPrice } from '../../../../../renderer/shared/format/price'

afterEach(() => setFormats({ language: 'en', numberFormat: null }))

describe('what numbers are written by', () => {
  it('is the connection’s own locale, else the app’s number format, else the system’s', () => {
    expect(usableLocale(null)).toBeUndefined()
    setFormats({ language: 'en', numberFormat: 'de-CH' })
    expect(usableLocale(null)).toBe('de-CH')
    expect(usableLocale('??')).toBe('de-CH')
    expect(usableLocale('fr-FR')).toBe('fr-FR')
    expect(formatPrice(1240.5, { currency: 'CHF', locale: null })).toMatch(/^CHF\s1['’]240\.50$/)
  })

  it('changes on screen at once', () => {
    const shown = computed(() => formatCount(1240, null))
    setFormats({ language: 'en', numberFormat: 'de-DE' })
    expect(shown.value).toBe('1.240')
    setFormats({ language: 'en', numberFormat: 'en-US' })
    expect(shown.value).toBe('1,240')
  })
})

describe('what has words in it', () => {
  const now = new Date(2026, 10, 20, 14, 30).getTime()
  const minutesAgo = (locale: string | null): string | null => formatAge(now - 180_000, now, locale)

  it('is in the app’s language, by the customs of the locale', () => {
    setFormats({ language: 'de', numberFormat: null })
    expect(minutesAgo('en-US')).toBe('vor 3 Min.')
    expect(formatBytes(812, 'en-US')).toBe('812 Byte')
    setFormats({ language: 'en', numberFormat: 'de-DE' })
    expect(minutesAgo(null)).toBe('3 min ago')
    expect(formatMoment(new Date(2026, 9, 5, 21, 4).getTime(), now, null)).toBe('5 Oct, 21:04')
    expect(formatMoment(new Date(2026, 9, 5, 21, 4).getTime(), now, 'en-US')).toMatch(/^Oct 5, 9:04\sPM$/)
  })

  it('has its numbers written as all others on screen, whatever the language', () => {
    setFormats({ language: 'de', numberFormat: 'en-US' })
    expect(formatCount(12_400, null)).toBe('12,400')
    expect(formatBytes(1_234_567, null)).toBe('1.23 MB')
    expect(formatDuration(4200, null)).toBe('4.2 Sekunden')
    expect(formatAge(now - 1400 * 86_400_000, now, null)).toBe('vor 1,400 Tagen')
    setFormats({ language: 'en', numberFormat: 'de-DE' })
    expect(formatBytes(1_234_567, null)).toBe('1,23 MB')
    expect(formatDuration(4200, 'de-CH')).toBe('4.2 seconds')
    setFormats({ language: 'ar', numberFormat: 'en-US' })
    // Two minutes are a word of their own.
    expect(formatDuration(120_000, null)).not.toMatch(/\d/)
  })

  it('names months in the app’s language', () => {
    const day = new Date(2026, 9, 5, 12).getTime()
    setFormats({ language: 'de', numberFormat: 'en-US' })
    expect(formatMoment(day, now, null)).toContain('Okt')
    expect(formatDay(day, null)).toMatch(/Okt|10/)
    setFormats({ language: 'fr', numberFormat: 'en-US' })
    expect(formatDay(day, null)).toBe('5 oct. 2026')
  })

  it('has the digits that the numbers beside it have', () => {
    setFormats({ language: 'ar', numberFormat: 'de-DE' })
    expect(minutesAgo(null)).toContain('3')
    setFormats({ language: 'ar', numberFormat: 'ar-EG' })
    expect(minutesAgo(null)).toContain('٣')
    expect(wordsLocale(null)).toBe('ar-EG')
  })
})
