import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageOfPlace, placesOf, rangeOf } from '../../../../../renderer/shared/format/places'

const page = (items: number, setAside: number[] = []): Parameters<typeof rangeOf>[0] => ({
  page: 3,
  pageSize: 25,
  items: Array.from({ length: items }),
  setAside: setAside.map((position) => ({ position }))
})

describe('the places of a page', () => {
  it('continue those of the pages before it', () => {
    expect(rangeOf(page(25))).toEqual({ first: 51, last: 75 })
  })

  it('count items that were set aside', () => {
    expect(rangeOf(page(22, [51, 55, 75]))).toEqual({ first: 51, last: 75 })
    expect(placesOf(page(3, [51, 53]))).toEqual([52, 54, 55])
  })

  it('are none on an empty page', () => {
    expect(rangeOf(page(0))).toBeNull()
    expect(placesOf(page(0))).toEqual([])
  })

  it('lead back to their page', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 200 }), (place, size) => {
        const found = pageOfPlace(place, size)
        expect(place).toBeGreaterThan((found - 1) * size)
        expect(place).toBeLessThanOrEqual(found * size)
      })
    )
  })
})
