import { describe, expect, it } from 'vitest'
import { formatMoment, formatMoments } from '../../../../../renderer/shared/format/clock'

const now = new Date(2026, 10, 20, 14, 30).getTime()
const at = (...parts: [number, number, number, number, number]): number => new Date(...parts).getTime()

describe('a moment on the clock', () => {
  it('is its time today', () => {
    expect(formatMoment(at(2026, 10, 20, 9, 12), now, 'en-GB')).toBe('09:12')
    expect(formatMoment(at(2026, 10, 20, 9, 12), now, 'en-US')).toMatch(/^9:12\sAM$/)
  })

  it('names the day when it was, or will be, another day', () => {
    expect(formatMoment(at(2026, 10, 19, 23, 59), now, 'en-GB')).toBe('19 Nov, 23:59')
    expect(formatMoment(at(2026, 10, 21, 0, 5), now, 'en-GB')).toBe('21 Nov, 00:05')
    expect(formatMoment(at(2026, 9, 20, 9, 12), now, 'de-DE')).toBe('20 Oct, 09:12')
  })

  it('names the year when that is another one', () => {
    expect(formatMoment(at(2025, 10, 20, 9, 12), now, 'en-GB')).toBe('20 Nov 2025, 09:12')
  })

  it('fault 93: does not break the page when it is no moment at all', () => {
    expect(formatMoment(Number.NaN, now, null)).toBe('—')
    expect(formatMoment(1e20, now, null)).toBe('—')
  })
})

describe('moments that are chosen among', () => {
  it('are told apart by their seconds where they are of one minute', () => {
    const now = new Date(2026, 10, 20, 12, 0).getTime()
    const moment = (minute: number, second: number): number =>
      new Date(2026, 10, 20, 9, minute, second).getTime()
    expect(formatMoments([moment(12, 5), moment(12, 41), moment(13, 2)], now, 'en-GB')).toEqual([
      '20 Nov 2026, 09:12:05',
      '20 Nov 2026, 09:12:41',
      '09:13'
    ])
    expect(formatMoments([Number.NaN, Number.NaN], now, 'en-GB')).toEqual(['—', '—'])
  })
})
