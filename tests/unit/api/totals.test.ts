import { describe, expect, it } from 'vitest'
import { believableTotals, pageSizeOf, readCount } from '../../../electron/api/parse-answer'

describe('counts', () => {
  it.each([
    [0, 0],
    [1240, 1240],
    ['1240', 1240],
    [' 7 ', 7]
  ])('%j is read as %i', (raw, count) => {
    expect(readCount(raw)).toBe(count)
  })

  it.each([-1, 1.5, NaN, Infinity, 2 ** 60, '', '1e3', '-1', '0x10', null, undefined, [], [5], {}, true])(
    '%j is not a count',
    (raw) => {
      expect(readCount(raw)).toBeNull()
    }
  )
})

describe('believing totals', () => {
  it.each([
    ['what fits is believed', { totalItems: 43, totalPages: 2 }, 2, 18, { totalItems: 43, totalPages: 2 }],
    [
      'more pages than asked sizes need are believed: the store may cap',
      { totalItems: 43, totalPages: 5 },
      1,
      10,
      { totalItems: 43, totalPages: 5 }
    ],
    [
      'fewer pages than the items need exclude each other',
      { totalItems: 1000, totalPages: 2 },
      1,
      25,
      { totalItems: null, totalPages: null }
    ],
    [
      'fewer items than on this page are disproved',
      { totalItems: 3, totalPages: 1 },
      1,
      20,
      { totalItems: null, totalPages: 1 }
    ],
    [
      'items beyond the last page disprove it',
      { totalItems: 500, totalPages: 2 },
      9,
      25,
      { totalItems: 500, totalPages: null }
    ],
    [
      'numbers beyond any catalog are not believed, even where they fit each other',
      { totalItems: 1e12, totalPages: 4e10 },
      1,
      25,
      { totalItems: null, totalPages: null }
    ],
    [
      'an empty list with many pages is not believed',
      { totalItems: 0, totalPages: 40 },
      1,
      0,
      { totalItems: null, totalPages: null }
    ],
    [
      'an empty list may have one empty page',
      { totalItems: 0, totalPages: 1 },
      1,
      0,
      { totalItems: 0, totalPages: 1 }
    ]
  ])('%s', (_title, raw, page, count, expected) => {
    expect(believableTotals(raw, page, 25, count)).toEqual(expected)
  })
})

describe('the page size that the store really uses', () => {
  const size = (totalItems: number | null, totalPages: number | null, page: number, count: number) =>
    pageSizeOf({ totalItems, totalPages }, page, 25, count)

  it('is what was asked for when the page is full', () => {
    expect(size(240, 10, 3, 25)).toEqual({ pageSize: 25, oddities: [] })
  })

  it('is not known to be smaller without totals', () => {
    expect(size(null, null, 1, 10)).toEqual({ pageSize: 25, oddities: [] })
  })

  it('is smaller when a first page is short and more follow', () => {
    expect(size(240, null, 1, 10)).toEqual({ pageSize: 10, oddities: ['limit-capped'] })
    expect(size(null, 24, 1, 10)).toEqual({ pageSize: 10, oddities: ['limit-capped'] })
  })

  it('stays when a later page misses an item and the totals agree with what was asked for', () => {
    expect(size(240, 10, 3, 24)).toEqual({ pageSize: 25, oddities: [] })
  })

  it('is found on the last page from what stands before it', () => {
    expect(size(43, 5, 5, 3)).toEqual({ pageSize: 10, oddities: ['limit-capped'] })
  })

  it('is not guessed from a page beyond the end', () => {
    expect(size(240, 10, 99, 0)).toEqual({ pageSize: 25, oddities: [] })
  })
})
