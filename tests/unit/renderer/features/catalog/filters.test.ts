import { describe, expect, it } from 'vitest'
import type { Filters, ProductQuery } from '../../../../../electron/contract/product-query'
import { emptyQuery, noFilters } from '../../../../../electron/contract/empty-query'
import { activeFilters, withoutFilter } from '../../../../../electron/contract/filter-parts'
import {
  asksOfPictures,
  isSameQuery,
  nextSort,
  withPictureFilter
} from '../../../../../renderer/features/catalog/filters'

const price = { by: 'price', descending: false } as const

describe('a narrowing', () => {
  it('is the same whatever the order of its fields', () => {
    const { search, filters, or, sort } = emptyQuery
    expect(isSameQuery({ sort, or, filters, search }, emptyQuery)).toBe(true)
    const hosts = (...pictureHost: string[]): ProductQuery => ({
      ...emptyQuery,
      filters: { ...noFilters, pictureHost }
    })
    expect(isSameQuery(hosts('a', 'b'), hosts('b', 'a'))).toBe(true)
    expect(isSameQuery(hosts('a', 'b'), hosts('a'))).toBe(false)
    expect(isSameQuery({ ...emptyQuery, search: ' ' }, emptyQuery)).toBe(false)
    const ofRule = { ...emptyQuery, filters: { ...noFilters, finding: 'any' as const } }
    expect(isSameQuery(ofRule, emptyQuery)).toBe(false)
    const change = { kind: 'new', since: 'last' } as const
    expect(isSameQuery({ ...emptyQuery, filters: { ...noFilters, change } }, emptyQuery)).toBe(false)
  })
})

describe('a narrowing by reviews', () => {
  const by = (review: Filters['review']): ProductQuery => ({
    ...emptyQuery,
    filters: { ...noFilters, review }
  })

  it('is the same in whatever order its states were chosen, and another with other states', () => {
    expect(isSameQuery(by(['approved', 'ignored']), by(['ignored', 'approved']))).toBe(true)
    expect(isSameQuery(by(['approved', 'ignored']), by(['approved']))).toBe(false)
    expect(isSameQuery(by([]), emptyQuery)).toBe(true)
  })

  it('is not the same as one by notes or by findings', () => {
    const noted: ProductQuery = { ...emptyQuery, filters: { ...noFilters, note: 'with' } }
    const found: ProductQuery = { ...emptyQuery, filters: { ...noFilters, finding: 'any' } }
    expect(isSameQuery(noted, found)).toBe(false)
    expect(isSameQuery(noted, emptyQuery)).toBe(false)
    expect(isSameQuery(found, emptyQuery)).toBe(false)
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

  it('are none where no state of a review is chosen, also in a view that was read from a file', () => {
    expect(activeFilters(structuredClone(noFilters))).toEqual([])
  })

  it('are all known', () => {
    const all: Filters = {
      priceFrom: 1,
      priceTo: 2,
      price: 'known',
      picture: 'with',
      pictureState: 'broken',
      pictureBelow: 1,
      samePicture: { id: 'p', name: '' },
      newIn: { view: 'lamps', name: 'Lamps' },
      pictureHost: ['a.example'],
      nameLength: { from: 1, to: null },
      description: 'with',
      descriptionLength: { from: null, to: 2 },
      review: ['approved'],
      reviewer: ['Kim'],
      reviewed: { from: '2026-03-29', to: null },
      assignedTo: ['Kim'],
      disagreement: true,
      reasons: ['price'],
      note: 'with',
      finding: 'any',
      change: { kind: 'new', since: 'last' },
      setAside: true,
      not: ['price', 'reviewer']
    }
    expect(activeFilters(all).reduce<Filters>(withoutFilter, all)).toEqual(noFilters)
  })

  it('are taken away one by one', () => {
    expect(withoutFilter(filters, 'price-range')).toEqual({ ...filters, priceFrom: null, priceTo: null })
    const none = activeFilters(filters).reduce<Filters>(withoutFilter, filters)
    expect(none).toEqual(noFilters)
  })
})

describe('a filter of pictures', () => {
  const same = { id: 'p-7', name: 'Walnut bowl' }
  const is = (changes: Partial<Filters>): Filters => ({ ...noFilters, ...changes })

  it.each<[Partial<Filters>, Parameters<typeof withPictureFilter>[1], Partial<Filters>]>([
    [{ pictureState: 'broken' }, { picture: 'without' }, { picture: 'without' }],
    [{ pictureBelow: 500, samePicture: same }, { picture: 'without' }, { picture: 'without' }],
    [{ picture: 'without' }, { pictureState: 'broken' }, { pictureState: 'broken' }],
    [{ picture: 'without' }, { pictureState: 'unchecked' }, { pictureState: 'unchecked' }],
    [{ picture: 'without' }, { pictureBelow: 500 }, { pictureBelow: 500 }],
    [{ picture: 'without' }, { samePicture: same }, { samePicture: same }],
    [{ pictureState: 'broken' }, { pictureState: 'unchecked' }, { pictureState: 'unchecked' }],
    [{ pictureState: 'broken' }, { pictureBelow: 500 }, { pictureBelow: 500 }],
    [{ pictureState: 'unchecked' }, { samePicture: same }, { samePicture: same }],
    [{ pictureBelow: 500, samePicture: same }, { pictureState: 'broken' }, { pictureState: 'broken' }],
    [{ setAside: true }, { pictureState: 'broken' }, { pictureState: 'broken' }]
  ])('takes the place of what no product could meet with it: %o and then %o', (before, change, after) => {
    expect(withPictureFilter(is(before), change)).toEqual(is(after))
  })

  it.each<[Partial<Filters>, Parameters<typeof withPictureFilter>[1]]>([
    [{ pictureBelow: 500, priceTo: 5 }, { samePicture: same }],
    [{ picture: 'with', description: 'without' }, { pictureState: 'broken' }],
    [{ picture: 'with' }, { pictureBelow: 300 }],
    [{ pictureState: 'broken' }, { pictureBelow: null }],
    [{ picture: 'without' }, { samePicture: null }],
    [{ picture: 'without' }, { pictureState: 'any' }]
  ])('stands beside what goes with it: %o and %o', (before, change) => {
    expect(withPictureFilter(is(before), change)).toEqual(is({ ...before, ...change }))
  })

  it('asks of pictures that were looked at, save that for those which were not', () => {
    expect(asksOfPictures({ filters: is({ pictureState: 'broken' }), or: [] })).toBe(true)
    expect(asksOfPictures({ filters: is({ pictureBelow: 1 }), or: [] })).toBe(true)
    expect(asksOfPictures({ filters: noFilters, or: [is({ pictureBelow: 1 })] })).toBe(true)
    expect(asksOfPictures({ filters: is({ samePicture: same }), or: [] })).toBe(true)
    expect(asksOfPictures({ filters: is({ finding: 'picture-same' }), or: [] })).toBe(true)
    expect(asksOfPictures({ filters: is({ finding: 'picture-missing' }), or: [] })).toBe(false)
    expect(asksOfPictures({ filters: is({ pictureState: 'unchecked', picture: 'with' }), or: [] })).toBe(
      false
    )
  })

  it('for the same picture is the same by its product, whatever that is called', () => {
    const productQuery = (samePicture: typeof same): ProductQuery => ({
      ...emptyQuery,
      filters: is({ samePicture })
    })
    expect(isSameQuery(productQuery(same), productQuery({ ...same, name: 'Bowl' }))).toBe(true)
    expect(isSameQuery(productQuery(same), productQuery({ ...same, id: 'p-8' }))).toBe(false)
    expect(isSameQuery(productQuery(same), emptyQuery)).toBe(false)
  })

  it('each counts, and goes, by itself', () => {
    const all = is({ pictureState: 'broken', pictureBelow: 500, samePicture: same })
    expect(activeFilters(all)).toEqual(['picture-state', 'picture-below', 'same-picture'])
    expect(activeFilters(all).reduce(withoutFilter, all)).toEqual(noFilters)
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
