import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IdTable } from '../../../electron/catalog/write/ids'
import { ReadPositions } from '../../../electron/catalog/write/read-positions'
import { toBits, toFlags } from '../../../electron/catalog/db/stored-codes'
import type { ProductFlag } from '../../../electron/contract/product'

describe('the table of ids', () => {
  it('finds every id that was added, and no other', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 200 }), fc.array(fc.string()), (ids, others) => {
        const table = new IdTable()
        ids.forEach((id, index) => {
          if (index === 50) table.reserve(100_000)
          table.add(id, index + 1)
        })
        table.warm([...ids, ...others])
        const find = (id: string): number | null => table.find(id, (key) => ids[key - 1] === id)
        expect(ids.map(find)).toEqual(ids.map((_, index) => index + 1))
        for (const other of others) if (!ids.includes(other)) expect(find(other)).toBeNull()
      })
    )
  })

  it('grows, and asks for hardly any product that has another id', () => {
    const table = new IdTable()
    for (let key = 1; key <= 200_000; key++) table.add(`id-${key}`, key)
    let wrong = 0
    for (let key = 1; key <= 200_000; key++) {
      expect(table.find(`id-${key}`, (found) => found === key || wrong++ < 0)).toBe(key)
      table.find(`other-${key}`, () => wrong++ < 0)
    }
    // 20 by chance alone; with some seeds ids that are counted up meet more often, which is cheap all the same.
    expect(wrong).toBeLessThan(2000)
  })
})

const step = fc.record({
  add: fc.boolean(),
  key: fc.integer({ min: 1, max: 3000 }).map((n) => (n > 10 ? n : n % 4) + 1),
  position: fc.integer({ min: 1, max: 6 })
})

describe('the marks of a run', () => {
  it('know every place of a product, the lowest first, whatever was added and removed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const marks = new ReadPositions()
        const model = new Map<number, Set<number>>()
        for (const [index, { add, key, position }] of steps.entries()) {
          if (index === 20) marks.reserve(2000)
          const places = model.get(key) ?? new Set()
          model.set(key, places)
          if (add) {
            places.add(position)
            marks.add(key, position)
          } else {
            places.delete(position)
            marks.remove(key, position)
          }
        }
        for (const [key, places] of model) {
          const [first = 0, ...others] = [...places].sort((a, b) => a - b)
          expect([marks.firstOf(key), marks.othersOf(key)]).toEqual([first, others])
          expect(marks.has(key, 3)).toBe(places.has(3))
        }
        const unread = new Set(marks.unread(3001, (key) => key % 2 === 0))
        for (let key = 1; key <= 3001; key++) {
          expect(unread.has(key)).toBe(key % 2 === 0 && (model.get(key)?.size ?? 0) === 0)
        }
      })
    )
  })
})

describe('flags', () => {
  it('come back from their bits as they were', () => {
    const all: ProductFlag[] = [
      'price-unknown',
      'price-negative',
      'price-was-text',
      'id-was-number',
      'name-missing',
      'name-shortened',
      'description-shortened',
      'characters-replaced',
      'duplicate-id'
    ]
    fc.assert(
      fc.property(fc.subarray(all), (flags) => {
        expect(toFlags(toBits(flags))).toEqual(flags)
      })
    )
    // What was written by an older version keeps its meaning.
    expect(all.map((flag) => toBits([flag]))).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256])
  })
})
