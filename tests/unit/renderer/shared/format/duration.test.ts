import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatDuration, roundTimeLeft, steadyTimeLeft } from '../../../../../renderer/shared/format/duration'
import { setFormats } from '../../../../../renderer/shared/format/locale'

const second = 1000
const minute = 60 * second

describe('a span of time', () => {
  it.each([
    [0, '0.1 seconds'],
    [380, '0.4 seconds'],
    [1000, '1 second'],
    [9949, '9.9 seconds'],
    [9950, '10 seconds'],
    [12_400, '12 seconds'],
    [59_499, '59 seconds'],
    [59_500, '1 minute'],
    [200 * second, '3 minutes, 20 seconds'],
    [60 * minute, '1 hour'],
    [125 * minute, '2 hours, 5 minutes'],
    [30 * 60 * minute, '30 hours']
  ])('of %i ms is told as %s', (ms, words) => {
    expect(formatDuration(ms, 'en')).toBe(words)
  })

  it('is told in the words of the app’s language, whatever locale it is written by', () => {
    expect(formatDuration(200 * second, 'de')).toBe('3 minutes, 20 seconds')
    setFormats({ language: 'de', numberFormat: null })
    onTestFinished(() => setFormats({ language: 'en', numberFormat: null }))
    expect(formatDuration(200 * second, 'en-US')).toBe('3 Minuten, 20 Sekunden')
  })
})

describe('a time left', () => {
  it.each([
    [1, 5 * second],
    [7 * second, 10 * second],
    [41 * second, 50 * second],
    [61 * second, 2 * minute],
    [11 * minute, 15 * minute],
    [61 * minute, 90 * minute]
  ])('of %i ms is told as %i ms, no finer than an estimate knows', (ms, rounded) => {
    expect(roundTimeLeft(ms)).toBe(rounded)
  })

  it('is never told as less than the estimate, nor as a span without end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * 60 * minute }), (ms) => {
        const rounded = roundTimeLeft(ms)
        expect(rounded).toBeGreaterThanOrEqual(ms)
        expect(rounded - ms).toBeLessThanOrEqual(30 * minute)
      })
    )
  })

  it('does not jump to and fro when the estimate wavers about a step', () => {
    let shown: number | null = null
    const seen = new Set<number | null>()
    for (const estimate of [121, 119, 122, 118, 124, 120]) {
      shown = steadyTimeLeft(shown, estimate * second)
      seen.add(shown)
    }
    expect([...seen]).toEqual([3 * minute, 2 * minute])
  })

  it('grows when the estimate has clearly grown', () => {
    expect(steadyTimeLeft(2 * minute, 4 * minute)).toBe(4 * minute)
  })

  it('is not told when nothing is known', () => {
    expect(steadyTimeLeft(2 * minute, null)).toBeNull()
  })
})
