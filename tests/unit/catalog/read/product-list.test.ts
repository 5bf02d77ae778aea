import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyColumns, type Columns } from '../../../../electron/catalog/read/columns'
import { orderByPrice } from '../../../../electron/catalog/sort/number-orders'
import { keyMask, sameAsBefore } from '../../../../electron/catalog/sort/text-order'
import {
  marksLength,
  toKeySet,
  listByScore,
  listInOrder
} from '../../../../electron/catalog/read/product-list'
import { downwards, withOthers } from '../../../../electron/catalog/sort/sequences'
import { runAtOnce } from '../../../../electron/database/cooperative'

/** More than twice what is counted together, and no whole number of words of bits. */
const highest = 10_007
const keys = Array.from({ length: highest }, (_, at) => at + 1)
/** An order that looks like none, the same for each run: 7919 has no factor in common with 10,007. */
const sequence = Uint32Array.from(keys, (key) => ((key * 7919) % highest) + 1)
const ranks = new Uint32Array(highest + 1)
sequence.forEach((key, at) => (ranks[key] = at + 1))

/** How rare the products of a set are, and where its rows are asked for. */
const asked = fc.record({
  every: fc.constantFrom(1, 2, 7, 5000, 20_000),
  rest: fc.nat({ max: 10 }),
  pages: fc.array(
    fc.record({ at: fc.double({ min: 0, max: 1.1, noNaN: true }), limit: fc.nat({ max: 300 }) }),
    {
      minLength: 1,
      maxLength: 5
    }
  )
})

function setOf(isIn: (key: number) => boolean) {
  const marks = new Uint8Array(marksLength(highest))
  for (const key of keys) marks[key] = Number(isIn(key))
  return toKeySet(marks)
}

describe('a list of many products', () => {
  it('gives the rows of any page, whichever pages were asked for before', () => {
    fc.assert(
      fc.property(asked, ({ every, rest, pages }) => {
        const isIn = (key: number): boolean => key % every === rest % every
        const expected = [...sequence].filter(isIn)
        const list = listInOrder(sequence, setOf(isIn))
        expect(list.count).toBe(expected.length)
        for (const { at, limit } of pages) {
          const offset = Math.floor(at * expected.length)
          expect([...list.keys(offset, limit)]).toEqual(expected.slice(offset, offset + limit))
        }
      })
    )
  })

  it('gives the best rows first, and those that are as good in their order', () => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 900 }), ({ every, rest, pages }, best) => {
        const isIn = (key: number): boolean => key % every === rest % every
        const scores = Uint16Array.from([0, ...keys], (key) => 1 + ((key * 31) % best))
        const expected = [...sequence].filter(isIn).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
        const list = listByScore(sequence, ranks, setOf(isIn), { of: scores, best })
        expect(list.count).toBe(expected.length)
        for (const { at, limit } of pages) {
          const offset = Math.floor(at * expected.length)
          expect([...list.keys(offset, limit)]).toEqual(expected.slice(offset, offset + limit))
        }
      })
    )
  })
})

const hundredths = fc.integer({ min: -500_000, max: 9_000_000 }).map((cents) => cents / 100)
const anyPrice = fc.oneof(hundredths, fc.double({ noNaN: true }), fc.constantFrom(0, -0, 0.005, 1 / 3))

describe('the order of prices', () => {
  it('is that of the numbers, equals in the store order, whatever the prices are', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(orUnknown(hundredths)), fc.array(orUnknown(anyPrice))),
        fc.boolean(),
        (prices, isDown) => {
          const columns = columnsOf(prices)
          const { sequence: found, valued } = sequenceByPrice(columns)
          const known = [...columns.storeOrder].filter((key) => !Number.isNaN(priceOf(columns, key)))
          const sign = isDown ? -1 : 1
          const expected = known.sort((a, b) => sign * (priceOf(columns, a) - priceOf(columns, b)) || 0)
          const others = [...columns.storeOrder].filter((key) => Number.isNaN(priceOf(columns, key)))
          const asked = isDown ? runAtOnce(downwards(found, valued)) : found
          expect(Array.from(asked, (key) => key & keyMask)).toEqual([...expected, ...others])
          for (let at = 1; at < valued; at++) {
            const [key, before] = [(found[at] ?? 0) & keyMask, (found[at - 1] ?? 0) & keyMask]
            expect((found[at] ?? 0) >= sameAsBefore).toBe(priceOf(columns, key) === priceOf(columns, before))
          }
        }
      )
    )
  })
})

const orUnknown = (price: fc.Arbitrary<number>): fc.Arbitrary<number | null> => fc.option(price, { freq: 5 })
const priceOf = ({ price }: Columns, key: number): number => price[key] ?? NaN

/** Prices of products by key, from 1; the store lists the last one first. */
function columnsOf(prices: (number | null)[]): Columns {
  const price = Float64Array.from([0, ...prices], (value) => value ?? NaN)
  const storeOrder = Uint32Array.from(prices, (_, at) => prices.length - at)
  return { ...emptyColumns(), highest: prices.length, price, storeOrder }
}

function sequenceByPrice(columns: Columns) {
  const order = runAtOnce(orderByPrice(columns))
  return { sequence: runAtOnce(withOthers(order, columns)), valued: order.length }
}
