import { describe, expect, it } from 'vitest'
import {
  emptyQuery,
  hasFilters,
  isUnfiltered,
  isFiltered,
  noFilters
} from '../../../electron/contract/empty-query'
import { productQuerySchema, type ProductQuery } from '../../../electron/contract/product-query'

const price = { by: 'price', descending: false } as const
const of = (filters: Partial<ProductQuery['filters']>): ProductQuery => ({
  ...emptyQuery,
  filters: { ...noFilters, ...filters }
})

describe('the whole list', () => {
  it('is what the schema makes of nothing', () => {
    expect(productQuerySchema.parse({})).toEqual(emptyQuery)
  })

  it.each([
    emptyQuery,
    { ...emptyQuery, search: '  ' },
    { ...emptyQuery, sort: { by: 'place', descending: false } as const },
    of({ review: [] }),
    productQuerySchema.parse({ filters: { review: [] } })
  ])('is the store’s own: %o', (productQuery) => {
    expect(isUnfiltered(productQuery)).toBe(true)
  })

  it.each([
    { ...emptyQuery, search: 'vase' },
    { ...emptyQuery, sort: price },
    { ...emptyQuery, sort: { by: 'place', descending: true } as const },
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
  ])('is not: %o', (productQuery) => {
    expect(isUnfiltered(productQuery)).toBe(false)
  })

  it('is not made shorter by an order', () => {
    expect(isFiltered({ ...emptyQuery, sort: price })).toBe(false)
    expect(isFiltered({ ...emptyQuery, search: ' ' })).toBe(false)
    expect(isFiltered({ ...emptyQuery, search: 'a' })).toBe(true)
    expect(isFiltered(of({ setAside: true }))).toBe(true)
  })

  it('has no filter, nor has a list that is only searched', () => {
    expect(hasFilters({ ...emptyQuery, search: 'a' }.filters)).toBe(false)
    expect(hasFilters(of({ finding: 'any' }).filters)).toBe(true)
  })
})
