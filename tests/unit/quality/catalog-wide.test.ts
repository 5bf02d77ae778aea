import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLookalikes } from '../../../electron/quality/catalog-wide/similar-pictures'
import { putHash, comparable } from '../../../electron/quality/catalog-wide/columns'
import { scoreAmong, usualOf } from '../../../electron/quality/catalog-wide/price-outliers'
import { headsOf } from '../../../electron/quality/catalog-wide/name-heads'
import { scoreOf } from '../../../electron/quality/score'
import { runAtOnce } from '../../../electron/database/cooperative'

describe('pictures that look alike', () => {
  const bits = (number: bigint): number => BigInt.asUintN(64, number).toString(2).replaceAll('0', '').length

  function find(looks: readonly bigint[]): number[] {
    const above = Uint32Array.from(looks, (look) => Number(BigInt.asUintN(32, look >> 32n)))
    const below = Uint32Array.from(looks, (look) => Number(BigInt.asUintN(32, look)))
    return Array.from(runAtOnce(findLookalikes({ above, below }, 4)))
  }
  const eachWithEach = (looks: readonly bigint[]): number[] =>
    looks.map((look, at) => Number(looks.some((other, place) => place !== at && bits(look ^ other) <= 4)))

  it('are found among any', () => {
    const look = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n })
    const near = fc
      .tuple(
        fc.constantFrom(0n, 0xffff_0000_ffff_0000n, 0x1234_5678_9abc_def0n),
        fc.array(fc.bigInt(0n, 63n), { maxLength: 6 })
      )
      .map(([base, flips]) => flips.reduce((sum, bit) => sum ^ (1n << bit), base))
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(look, near), { maxLength: 60 }), (looks) => {
        expect(find(looks)).toEqual(eachWithEach(looks))
      })
    )
  })

  it('are found among many that share most of their bits', () => {
    // White in every corner: 40 bits are the same in all.
    const looks = Array.from({ length: 900 }, (_, at) => {
      const mixed = BigInt.asUintN(24, BigInt(Math.imul(at, 0x9e3779b1) >>> 0) * 0x5bd1e995n)
      return (0xffff_ffff_ffn << 24n) | mixed
    })
    const some = [...new Set(looks)]
    expect(find(some)).toEqual(eachWithEach(some))
  }, 180_000)
})

describe('the surroundings of a product', () => {
  const words = (name: string): string[] => headsOf(name).map((head) => head.words)

  it.each([
    ['Fjord oak table lamp, white', ['table lamp', 'fjord oak', 'lamp', 'fjord']],
    ['Plate 20 cm', ['', '', 'plate', 'plate']],
    ['Forge No8 frying pan (28 cm)', ['frying pan', 'forge frying', 'pan', 'forge']],
    ['Lampe de table', ['lampe table', 'lampe table', 'table', 'lampe']],
    ['青磁茶碗', ['青磁 茶碗', '青磁 茶碗', '茶碗', '青磁']],
    ['茶碗', ['', '', '茶碗', '茶碗']],
    ['Лампа настольная', ['лампа настольная', 'лампа настольная', 'настольная', 'лампа']],
    ['XL', ['', '', 'xl', 'xl']],
    ['4711', ['', '', '', '']],
    ['', ['', '', '', '']]
  ])('of %s share %j', (name, expected) => expect(words(name)).toEqual(expected))

  it('are the same whether a name has a letter beyond ASCII, far behind, or not', () => {
    const signs = fc.constantFrom(...'aB9 ,;:([{|/-.\'"&\t'.split(''), ' - ', 'table', 'lamp')
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 20 }), (parts) => {
        const name = `x${parts.join('')}`
        // What follows a semicolon is no part of what the thing is.
        expect(words(`${name};é`)).toEqual(words(`${name};`))
      })
    )
  })
})

describe('what is usual among prices', () => {
  const usual = (...prices: number[]): ReturnType<typeof usualOf> =>
    usualOf(Float64Array.from(prices, Math.log).sort())

  it('is told by the median, and not moved by a few wild ones', () => {
    const prices = usual(10, 11, 12, 13, 14, 15, 16, 1000)
    expect(prices.median).toBeCloseTo(Math.sqrt(13 * 14))
    expect(scoreAmong(prices, 1000)).toBeGreaterThan(10)
    expect(Math.abs(scoreAmong(prices, 16))).toBeLessThan(2)
  })

  it('spreads as the quartiles do where most cost the same', () => {
    const prices = usual(10, 10, 10, 10, 10, 40, 40, 40, 40)
    expect(scoreAmong(prices, 40)).toBeLessThan(3.5)
  })

  it('spreads a little even where all cost the same: double is much, a tenth more is not', () => {
    const prices = usual(10, 10, 10, 10, 10, 10, 10, 10, 10, 11)
    expect(Math.abs(scoreAmong(prices, 11))).toBeLessThan(1)
    expect(scoreAmong(prices, 20.2)).toBeGreaterThan(3.5)
    expect(scoreAmong(prices, 4.9)).toBeLessThan(-3.5)
  })
})

describe('the hash of a text', () => {
  const hash = (text: string): string => {
    const column = new Uint32Array(4)
    putHash(column, 1, text)
    return column.subarray(2).join(' ')
  }

  it('is another one for another text', () => {
    const texts = new Set(Array.from({ length: 20_000 }, (_, at) => `Text ${at} of ${at % 7}`))
    expect(new Set([...texts].map(hash)).size).toBe(texts.size)
    expect(new Set(['', 'a', 'aa', 'a\0', 'b', 'ab', 'ba', 'Ā', '\u0100\u0001'].map(hash)).size).toBe(8)
  })

  it('is none of an empty one', () => {
    expect(hash('')).toBe('0 0')
  })

  it.each([
    ['Oak  Table ', 'oak table'],
    ['ＯＡＫ table', 'oak table'],
    ['Oak\u200b table', 'oak table'],
    ['CAFÉ', 'cafe\u0301']
  ])('is of %j as of %j, as a name', (one, other) => expect(comparable(one)).toBe(comparable(other)))
})

describe('the score', () => {
  it.each([
    [10, {}, 100],
    [10, { error: 10 }, 0],
    [10, { warning: 10 }, 50],
    [10, { hint: 10 }, 90],
    [4, { error: 1, warning: 1, hint: 1 }, 60],
    [1_000_000, { hint: 1 }, 99.9],
    [3, { error: 1 }, 66.6],
    [0, {}, null]
  ])('of %d products with %j is %d', (products, worst, score) => {
    expect(scoreOf(products, { error: 0, warning: 0, hint: 0, ...worst })).toBe(score)
  })

  it('does not depend on how large a catalog is', () => {
    const of = (times: number): number | null =>
      scoreOf(40 * times, { error: 3 * times, warning: 5 * times, hint: 8 * times })
    expect(of(1000)).toBe(of(1))
  })
})
