import { describe, expect, it } from 'vitest'
import { formatAge } from '../../../../../renderer/shared/format/clock'

const now = Date.UTC(2026, 10, 20, 12)
const minute = 60_000
const ago = (ms: number): string | null => formatAge(now - ms, now, 'en-US')

describe('an age', () => {
  it('is not told below a minute', () => {
    expect(ago(0)).toBeNull()
    expect(ago(minute - 1)).toBeNull()
  })

  it('is told in minutes, hours and days, rounded down', () => {
    expect(ago(minute)).toBe('1 min. ago')
    expect(ago(59.9 * minute)).toBe('59 min. ago')
    expect(ago(60 * minute)).toBe('1 hr. ago')
    expect(ago(47 * 60 * minute)).toBe('1 day ago')
    expect(ago(400 * 24 * 60 * minute)).toBe('400 days ago')
  })

  it('fault 93: is not told of a moment in the future, when the clock was set back', () => {
    expect(ago(-60 * minute)).toBeNull()
  })
})
