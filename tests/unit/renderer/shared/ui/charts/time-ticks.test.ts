import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeTicks, formatTimeTick } from '../../../../../../renderer/shared/ui/charts/time-ticks'

const local = (...parts: [number, number, number, number?, number?]): number => new Date(...parts).getTime()
const words = (from: number, to: number): string[] => {
  const { at, unit } = timeTicks(from, to, 6)
  return at.map((each) => formatTimeTick(each, unit, 'en-GB'))
}

describe('the marks of a time axis', () => {
  it('stand at full hours, and at midnight the day is named', () => {
    expect(words(local(2026, 10, 3, 20, 12), local(2026, 10, 4, 1, 5))).toEqual([
      '21:00',
      '22:00',
      '23:00',
      '4 Nov',
      '01:00'
    ])
  })

  it('stand at days, months or years where the line is longer', () => {
    expect(words(local(2026, 10, 3, 9), local(2026, 10, 6, 9))).toEqual(['4 Nov', '5 Nov', '6 Nov'])
    expect(words(local(2026, 5, 20), local(2026, 9, 5))).toEqual([
      'Jul 2026',
      'Aug 2026',
      'Sept 2026',
      'Oct 2026'
    ])
    expect(words(local(2021, 5, 20), local(2026, 9, 5))).toEqual(['2022', '2024', '2026'])
  })

  it('are the ends themselves where nothing round is between them', () => {
    const [from, to] = [local(2026, 10, 3, 9, 12), local(2026, 10, 3, 9, 12) + 9_000]
    expect(timeTicks(from, to, 6).at).toEqual([from, to])
    expect(timeTicks(from, from, 6).at).toEqual([from])
  })

  it('are never more than asked for, in order, and within the line', () => {
    const moment = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2090, 0) })
    fc.assert(
      fc.property(moment, moment, fc.integer({ min: 3, max: 12 }), (one, other, most) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)]
        const { at } = timeTicks(from, to, most)
        expect(at.length).toBeLessThanOrEqual(most)
        expect([...at].sort((a, b) => a - b)).toEqual(at)
        expect(at.every((each) => each >= from && each <= to)).toBe(true)
      })
    )
  })
})
