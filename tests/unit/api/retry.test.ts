import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstWait, longestWait, readRetryAfter, retryWait, shouldRetry } from '../../../electron/api/retry'
import { codeOfStatus } from '../../../electron/api/failures'

const made = fc.integer({ min: 1, max: 60 })
const random = fc.double({ min: 0, max: 1, noNaN: true })
const retryAfter = fc.option(fc.double({ min: 0, max: 1e15, noNaN: true }))

describe('the wait before another attempt', () => {
  it('is never negative, never over the cap and never under what the store asks for within the cap', () => {
    fc.assert(
      fc.property(made, retryAfter, random, (attempts, asked, jitter) => {
        const wait = retryWait(attempts, asked, jitter)
        expect(wait).toBeGreaterThanOrEqual(Math.min(asked ?? 0, longestWait))
        expect(wait).toBeLessThanOrEqual(longestWait)
      })
    )
  })

  it('has a bound that grows with each attempt until the cap', () => {
    fc.assert(
      fc.property(made, (attempts) => {
        const [now, next] = [retryWait(attempts, null, 1), retryWait(attempts + 1, null, 1)]
        expect(next === 2 * now || next === longestWait).toBe(true)
      })
    )
    expect(retryWait(1, null, 1)).toBe(firstWait)
  })

  it('lies anywhere below its bound, as the jitter falls', () => {
    fc.assert(
      fc.property(made, random, (attempts, jitter) => {
        expect(retryWait(attempts, null, jitter)).toBeCloseTo(retryWait(attempts, null, 1) * jitter, 6)
      })
    )
  })
})

describe('asking again', () => {
  const failing = (status: number) => ({ code: codeOfStatus(status), facts: { status } })

  it('never goes beyond the attempts allowed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 599 }), made, (status, attempts) => {
        expect(shouldRetry(failing(status), attempts, attempts)).toBe(false)
      })
    )
  })

  it('helps after 408, 425, 429 and 5xx but 501, 505 and 511', () => {
    const helped = Array.from({ length: 200 }, (_, index) => 400 + index).filter((status) =>
      shouldRetry(failing(status), 1, 3)
    )
    expect(helped.filter((status) => status < 500)).toEqual([408, 425, 429])
    expect([501, 505, 511].filter((status) => helped.includes(status))).toEqual([])
    expect(helped).toHaveLength(3 + 97)
  })

  it('helps once after a lost connection or a missed deadline', () => {
    for (const code of ['timeout', 'connection-lost'] as const) {
      expect(shouldRetry({ code, facts: {} }, 1, 9)).toBe(true)
      expect(shouldRetry({ code, facts: {} }, 2, 9)).toBe(false)
    }
  })

  it('does not help against a refused connection, a certificate or an unknown form', () => {
    for (const code of [
      'connection-refused',
      'certificate-expired',
      'answer-unknown-form',
      'cancelled'
    ] as const) {
      expect(shouldRetry({ code, facts: {} }, 1, 9)).toBe(false)
    }
  })
})

describe('Retry-After', () => {
  const now = Date.parse('Sun, 06 Nov 1994 08:49:00 GMT')

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7000],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
    ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
    ['Sun, 06 Nov 1994 08:48:00 GMT', 0]
  ])('%j is read as %i ms', (text, wait) => {
    expect(readRetryAfter(text, undefined, now)).toBe(wait)
  })

  it.each([undefined, '', '-5', '1.5', '1e3', 'soon', '12 monkeys', 'Sun, 99 Nov 1994 99:99:99 GMT', '٣'])(
    'fault 30: %j is not understood',
    (text) => {
      expect(readRetryAfter(text, undefined, now)).toBeNull()
    }
  )

  it("counts a date from the store's clock, where the answer tells it", () => {
    const date = 'Fri, 01 Mar 2019 10:00:00 GMT'
    expect(readRetryAfter('Fri, 01 Mar 2019 10:00:09 GMT', date, now)).toBe(9000)
  })

  it('never throws and is never negative', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, date) => {
        expect(readRetryAfter(text, date, now) ?? 0).toBeGreaterThanOrEqual(0)
      })
    )
  })
})
