import { describe, expect, it } from 'vitest'
import * as contract from '../../../../electron/contract/narrowing'
import {
  activeFilters,
  everything,
  isEverything,
  isNarrowed,
  isSameNarrowing,
  nextSort,
  noFilters,
  withoutFilter
} from '../../../../renderer/stores/narrowing'

const price = { by: 'price', descending: false } as const

describe('a narrowing', () => {
  it('is none in the way that the contract means it', () => {
    expect(everything).toEqual(contract.everything)
  })

  it.each([
    everything,
    { ...everything, search: '  ' },
    { ...everything, search: 'vase' },
    { ...everything, sort: price },
    { ...everything, sort: { by: 'place', descending: false } as const },
    { ...everything, sort: { by: 'place', descending: true } as const },
    { ...everything, filters: { ...noFilters, priceTo: 0 } },
    { ...everything, filters: { ...noFilters, setAside: true } }
  ])('is the store’s own list, or not, as the contract sees it: %o', (narrowing) => {
    expect(isEverything(narrowing)).toBe(contract.isEverything(narrowing))
  })

  it('by an order alone shortens nothing', () => {
    expect(isNarrowed({ ...everything, sort: price })).toBe(false)
    expect(isNarrowed({ ...everything, search: ' ' })).toBe(false)
    expect(isNarrowed({ ...everything, search: 'a' })).toBe(true)
  })

  it('is the same whatever the order of its fields', () => {
    const { search, filters, sort } = everything
    expect(isSameNarrowing({ sort, filters, search }, everything)).toBe(true)
    expect(isSameNarrowing({ ...everything, search: ' ' }, everything)).toBe(false)
    const change = { kind: 'new', since: 'last' } as const
    expect(isSameNarrowing({ ...everything, filters: { ...noFilters, change } }, everything)).toBe(false)
  })
})

describe('the filters that are set', () => {
  const filters = {
    ...noFilters,
    priceFrom: 10,
    priceTo: 50,
    picture: 'without' as const,
    change: { kind: 'gone' as const, since: 3 }
  }

  it('count a price range as one', () => {
    expect(activeFilters(filters)).toEqual(['price-range', 'picture', 'change'])
    expect(activeFilters(noFilters)).toEqual([])
  })

  it('are taken away one by one', () => {
    expect(withoutFilter(filters, 'price-range')).toEqual({ ...filters, priceFrom: null, priceTo: null })
    const none = activeFilters(filters).reduce<contract.Filters>(withoutFilter, filters)
    expect(none).toEqual(noFilters)
  })
})

describe('a press on a heading', () => {
  it('sorts up, then down, then not at all', () => {
    const up = nextSort(null, 'price', 'place')
    expect(up).toEqual(price)
    const down = nextSort(up, 'price', 'place')
    expect(down).toEqual({ by: 'price', descending: true })
    expect(nextSort(down, 'price', 'place')).toBeNull()
  })

  it('on another one sorts by that, up', () => {
    expect(nextSort({ by: 'name', descending: true }, 'price', 'place')).toEqual(price)
  })

  it('on what the list goes by anyway turns it round at once', () => {
    const down = { by: 'place', descending: true } as const
    expect(nextSort(null, 'place', 'place')).toEqual(down)
    expect(nextSort(down, 'place', 'place')).toBeNull()
    expect(nextSort(price, 'place', 'place')).toBeNull()
  })

  it('sorts a search, which goes by relevance, by any heading', () => {
    expect(nextSort(null, 'place', null)).toEqual({ by: 'place', descending: false })
  })
})
