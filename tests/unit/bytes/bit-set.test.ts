import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { areSame, setOf, sizeOf, joined, shared, without } from '../../../electron/bytes/bit-set'

const keys = fc.uniqueArray(fc.integer({ min: 0, max: 100 }))
const inOrder = (bits: Uint32Array): number[] =>
  [...bits].flatMap((word, at) =>
    Array.from({ length: 32 }, (_, bit) => at * 32 + bit).filter((_, bit) => (word >>> bit) & 1)
  )

it('sets of any length are joined, shared, taken away and counted', () => {
  fc.assert(
    fc.property(keys, keys, (one, other) => {
      const [a, b] = [setOf(one), setOf(other)]
      const sorted = (list: number[]): number[] => list.toSorted((x, y) => x - y)
      expect(inOrder(joined(a, b))).toEqual(sorted([...new Set([...one, ...other])]))
      expect(inOrder(shared(a, b))).toEqual(sorted(one.filter((key) => other.includes(key))))
      expect(inOrder(without(a, b))).toEqual(sorted(one.filter((key) => !other.includes(key))))
      expect(sizeOf(a)).toBe(one.length)
      expect(areSame(a, setOf(one.toReversed()))).toBe(true)
    })
  )
})

it('a set is made of as many numbers as there are products', () => {
  const all = Array.from({ length: 1_000_000 }, (_, number) => number)
  expect(sizeOf(setOf(all))).toBe(all.length)
})
