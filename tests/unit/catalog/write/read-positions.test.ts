import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ReadPositions } from '../../../../electron/catalog/write/read-positions'

const step = fc.record({
  key: fc.integer({ min: 1, max: 3 }),
  position: fc.integer({ min: 1, max: 12 }),
  isRead: fc.boolean()
})

it('where products were read is told as by a list of their places, whatever comes and goes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const marks = new ReadPositions()
      const places = new Map<number, Set<number>>()
      for (const { key, position, isRead } of steps) {
        const known = places.get(key) ?? new Set()
        places.set(key, known)
        if (isRead) {
          marks.add(key, position)
          known.add(position)
        } else {
          marks.remove(key, position)
          known.delete(position)
        }
        const [first = 0, ...others] = [...known].sort((a, b) => a - b)
        expect([marks.firstOf(key), [...marks.othersOf(key)]]).toEqual([first, others])
        for (let at = 1; at <= 12; at += 1) expect(marks.has(key, at)).toBe(known.has(at))
      }
    })
  )
})

it('fault 45: an id that stands everywhere in a long list is taken in as fast as others are', () => {
  const marks = new ReadPositions()
  const many = 200_000
  for (let position = 1; position <= many; position += 1) marks.add(1, position)
  for (let position = 1; position <= many; position += 1) marks.add(1, position)
  expect(marks.firstOf(1)).toBe(1)
  expect(marks.othersOf(1)).toHaveLength(many - 1)
})
