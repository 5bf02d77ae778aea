import { describe, expect, it } from 'vitest'
import {
  everything,
  hasFilters,
  isEverything,
  isNarrowed,
  noFilters
} from '../../../electron/contract/empty-query'
import { narrowingSchema, type Narrowing } from '../../../electron/contract/product-query'

const price = { by: 'price', descending: false } as const
const of = (filters: Partial<Narrowing['filters']>): Narrowing => ({
  ...everything,
  filters: { ...noFilters, ...filters }
})

describe('the whole list', () => {
  it('is what the schema makes of nothing', () => {
    expect(narrowingSchema.parse({})).toEqual(everything)
  })

  it.each([
    everything,
    { ...everything, search: '  ' },
    { ...everything, sort: { by: 'place', descending: false } as const },
    of({ review: [] }),
    narrowingSchema.parse({ filters: { review: [] } })
  ])('is the store’s own: %o', (narrowing) => {
    expect(isEverything(narrowing)).toBe(true)
  })

  it.each([
    { ...everything, search: 'vase' },
    { ...everything, sort: price },
    { ...everything, sort: { by: 'place', descending: true } as const },
    of({ priceFrom: 0 }),
    of({ priceTo: 0 }),
    of({ price: 'known' }),
    of({ picture: 'with' }),
    of({ pictureState: 'broken' }),
    of({ pictureBelow: 500 }),
    of({ samePicture: { id: 'p-1', name: '' } }),
    of({ description: 'without' }),
    of({ change: { kind: 'new', since: 'last' } }),
    of({ review: ['approved'] }),
    of({ note: 'with' }),
    of({ finding: 'any' }),
    of({ setAside: true })
  ])('is not: %o', (narrowing) => {
    expect(isEverything(narrowing)).toBe(false)
  })

  it('is not made shorter by an order', () => {
    expect(isNarrowed({ ...everything, sort: price })).toBe(false)
    expect(isNarrowed({ ...everything, search: ' ' })).toBe(false)
    expect(isNarrowed({ ...everything, search: 'a' })).toBe(true)
    expect(isNarrowed(of({ setAside: true }))).toBe(true)
  })

  it('has no filter, nor has a list that is only searched', () => {
    expect(hasFilters({ ...everything, search: 'a' }.filters)).toBe(false)
    expect(hasFilters(of({ finding: 'any' }).filters)).toBe(true)
  })
})
