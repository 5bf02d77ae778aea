import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatPercent,
  formatProgress
} from '../../../../../renderer/shared/format/number'

describe('a count', () => {
  it('is grouped as in its locale', () => {
    expect(formatCount(1240, 'en-US')).toBe('1,240')
    expect(formatCount(1240, 'de-DE')).toBe('1.240')
  })

  it('follows the system where the locale is not a tag', () => {
    expect(formatCount(7, '??')).toBe('7')
  })
})

describe('how far something is', () => {
  it('is told in whole percents, none of them before it is reached', () => {
    expect([0, 0.087, 0.999, 1].map((share) => formatProgress(share, 'en-US'))).toEqual([
      '0%',
      '8%',
      '99%',
      '100%'
    ])
  })
})

describe('a size in bytes', () => {
  it('is told in the unit that people would use', () => {
    expect(formatBytes(812, 'en-US')).toBe('812 bytes')
    expect(formatBytes(48_200, 'en-US')).toBe('48.2 kB')
    expect(formatBytes(1_234_567, 'en-US')).toBe('1.23 MB')
  })

  it('goes to the next unit before it would read 1,000', () => {
    expect(formatBytes(999_600, 'en-US')).toBe('1 MB')
  })
})

it('a percentage is as exact as its size deserves, without its sign', () => {
  expect([0.0234, 0.5, 4.25, -12.5, 100, 1234.5].map((percent) => formatPercent(percent, 'en-US'))).toEqual([
    ...['0.02%', '0.5%', '4.3%', '12.5%', '100%', '1,235%']
  ])
  expect(formatPercent(-99.96, 'en-US'), 'some of it is left').toBe('99.9%')
})
