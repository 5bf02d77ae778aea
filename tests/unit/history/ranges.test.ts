import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countIn, joined, shared, without } from '../../../electron/catalog/db/seen-changes'
import type { Range } from '../../../electron/catalog/history-types'

const ranges = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 5 })), { maxLength: 8 })
  .map((pairs) => pairs.map(([first, length]): Range => [first, first + length]))
const numbers = (of: readonly Range[]): number[] =>
  [
    ...new Set(of.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at)))
  ].sort((one, other) => one - other)

describe('ranges of numbers', () => {
  it('are joined, taken from each other and shared like the numbers that they stand for', () => {
    fc.assert(
      fc.property(ranges, ranges, (some, others) => {
        const [one, other] = [joined(some), joined(others)]
        expect(numbers(one)).toEqual(numbers(some))
        expect(numbers(without(one, other))).toEqual(
          numbers(some).filter((n) => !numbers(others).includes(n))
        )
        expect(numbers(shared(one, other))).toEqual(numbers(some).filter((n) => numbers(others).includes(n)))
        expect(countIn(one, 5, 20)).toBe(numbers(some).filter((n) => n >= 5 && n <= 20).length)
        for (const result of [one, without(one, other), shared(one, other)])
          expect(joined(result)).toEqual(result)
      })
    )
  })
})
