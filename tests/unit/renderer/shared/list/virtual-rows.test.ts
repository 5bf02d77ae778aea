import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bodyHeight,
  follow,
  isOutOfRoom,
  isSettled,
  listHeight,
  mostPixels,
  offsetOf,
  offsetToReveal,
  rowsAt,
  scrollOf,
  type Extent,
  type Standing
} from '../../../../../renderer/shared/list/virtual-rows'

/** Chromium lays out no element that is higher than this, CSS pixels. */
const chromiumsLimit = 33_554_400
const counts = [0, 1, 10, 100_000, 1_000_000, 20_000_000]

const extents: fc.Arbitrary<Extent> = fc.record({
  count: fc.oneof(fc.constantFrom(...counts), fc.integer({ min: 0, max: 20_000_000 })),
  rowHeight: fc.constantFrom(36, 44, 64),
  view: fc.integer({ min: 120, max: 2200 })
})
const greatest = (extent: Extent): number => Math.max(0, bodyHeight(extent) - extent.view)
const furthest = (extent: Extent): number => Math.max(0, listHeight(extent) - extent.view)

describe.each(counts)('a list of %i rows', (count) => {
  const extent: Extent = { count, rowHeight: 64, view: 700 }

  it('is no higher than Chromium can lay out', () => {
    expect(bodyHeight(extent)).toBeLessThan(chromiumsLimit)
  })

  it('begins with its first row and ends with its last one', () => {
    expect(offsetOf(0, extent)).toBe(0)
    const end = offsetOf(greatest(extent), extent)
    expect(end).toBeCloseTo(furthest(extent), 3)
    expect(rowsAt(end, extent, 0).end).toBe(count)
  })
})

describe('a scroll position', () => {
  it('never goes back in the list while it goes on, and stands for one place', () => {
    fc.assert(
      fc.property(
        extents,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (extent, a, b) => {
          const [low, high] = [Math.min(a, b) * greatest(extent), Math.max(a, b) * greatest(extent)]
          expect(offsetOf(low, extent)).toBeLessThanOrEqual(offsetOf(high, extent))
          expect(scrollOf(offsetOf(low, extent), extent)).toBeCloseTo(low, 2)
        }
      )
    )
  })

  it('is found for every row, so that each can be brought into sight', () => {
    fc.assert(
      fc.property(extents, fc.double({ min: 0, max: 1, noNaN: true }), (extent, at) => {
        fc.pre(extent.count > 0)
        const index = Math.floor(at * (extent.count - 1))
        const offset = offsetToReveal(index, 0, extent)
        const { first, end } = rowsAt(offsetOf(scrollOf(offset, extent), extent), extent, 1)
        expect(first).toBeLessThanOrEqual(index)
        expect(end).toBeGreaterThan(index)
      })
    )
  })

  it('is the offset itself while the list fits in', () => {
    const extent: Extent = { count: 100_000, rowHeight: 64, view: 700 }
    expect(offsetOf(1_234_567, extent)).toBe(1_234_567)
    expect(scrollOf(6_399_300, extent)).toBe(6_399_300)
  })
})

describe('a step of the wheel', () => {
  const extent: Extent = { count: 20_000_000, rowHeight: 64, view: 700 }
  const middle: Standing = { scroll: mostPixels / 2, offset: offsetOf(mostPixels / 2, extent) }

  it('moves the rows of the longest list by as much as those of a short one', () => {
    const after = follow(middle, middle.scroll + 100, extent)
    expect(after.offset - middle.offset).toBe(100)
  })

  it('gets to both ends from anywhere near them, however often the position is put right', () => {
    for (const direction of [1, -1]) {
      const end = direction === 1 ? furthest(extent) : 0
      const from = end - direction * 250_000
      let now: Standing = { scroll: scrollOf(from, extent), offset: from }
      for (let step = 0; step < 2_501; step += 1) {
        const scroll = Math.min(greatest(extent), Math.max(0, now.scroll + direction * 100))
        now = follow(now, scroll, extent)
        if (step % 50 === 0) now = { ...now, scroll: scrollOf(now.offset, extent) }
      }
      expect(now.offset).toBeCloseTo(end, 3)
      expect(isSettled(now, extent)).toBe(true)
    }
  })

  it('that is repeated without a pause is put right before the element has no more room', () => {
    let now = middle
    let corrections = 0
    for (let step = 0; step < 100_000; step += 1) {
      now = follow(now, Math.min(greatest(extent), now.scroll + 120), extent)
      if (isOutOfRoom(now, extent) && !isSettled(now, extent)) {
        now = { ...now, scroll: scrollOf(now.offset, extent) }
        corrections += 1
      }
    }
    expect(now.offset).toBe(middle.offset + 100_000 * 120)
    expect(corrections).toBeGreaterThan(0)
  })
})

describe('a drag of the scrollbar', () => {
  it('goes by the length of the whole list', () => {
    const extent: Extent = { count: 1_000_000, rowHeight: 64, view: 700 }
    const after = follow({ scroll: 0, offset: 0 }, greatest(extent) / 2, extent)
    expect(after.offset).toBeCloseTo(furthest(extent) / 2, 3)
  })
})

describe('the rows in sight', () => {
  const extent: Extent = { count: 1000, rowHeight: 50, view: 500 }

  it('are those that the view touches, and a few around them', () => {
    expect(rowsAt(0, extent, 0)).toEqual({ first: 0, end: 10 })
    expect(rowsAt(125, extent, 0)).toEqual({ first: 2, end: 13 })
    expect(rowsAt(125, extent, 6)).toEqual({ first: 0, end: 19 })
    expect(rowsAt(49_500, extent, 6)).toEqual({ first: 984, end: 1000 })
  })

  it('stay where they are when a row that is among them is to be seen', () => {
    expect(offsetToReveal(5, 100, extent)).toBe(100)
    expect(offsetToReveal(1, 100, extent)).toBe(50)
    expect(offsetToReveal(12, 100, extent)).toBe(150)
    expect(offsetToReveal(999, 100, extent)).toBe(49_500)
    expect(offsetToReveal(500, 100, extent), 'far away: in the middle').toBe(24_775)
    expect(offsetToReveal(3, 20_000, extent)).toBe(0)
  })
})
