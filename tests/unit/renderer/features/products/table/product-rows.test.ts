import { describe, expect, it } from 'vitest'
import { flagsIn, flagLabel } from '../../../../../../renderer/features/catalog/product-labels'
import {
  pageRows,
  type ListRow,
  type RowStyle
} from '../../../../../../renderer/features/products/table/product-rows'
import type { ProductPage } from '../../../../../../electron/contract/product'
import { product, productPage } from './builders'

const euro = { currency: 'EUR', locale: 'en-US', findings: null }

/** All rows of a page, where those of before are still there. */
function rowsOf(page: ProductPage, style: RowStyle, before: readonly ListRow[] = []): ListRow[] {
  const rows = pageRows(page, style, new Map(before.entries()))
  return Array.from({ length: rows.count }, (_, index) => rows.at(index)).filter((row) => row !== undefined)
}

describe('the rows of a page', () => {
  it('fault 45: tell products with the same id apart by their place', () => {
    const rows = rowsOf(productPage({ page: 2, items: [product(), product()] }), euro)
    expect(rows.map(({ index, place, id }) => [index, place, id])).toEqual([
      [0, 26, 'p-1'],
      [1, 27, 'p-1']
    ])
  })

  it('fault 51: show an unknown price as a dash, never as 0', () => {
    const [row] = rowsOf(productPage({ items: [product({ price: null })] }), euro)
    expect(row).toMatchObject({ price: '—', priceKnown: false })
  })

  it('say where a product stands in the store, and that it does not anymore', () => {
    const items = [product({ position: 12_345 }), product({ position: null, change: 'gone' })]
    const [listed, gone] = rowsOf(productPage({ items, order: 'sorted' }), euro)
    expect(listed).toMatchObject({ place: 1, position: '12,345', change: null })
    expect(gone).toMatchObject({ place: 2, position: '—', change: 'gone' })
  })

  it('fault 46: are those of items set aside where nothing else is listed', () => {
    const setAside = [{ position: 77, reason: 'id-missing' as const, id: '', name: 'Nameless' }]
    expect(rowsOf(productPage({ items: [], setAside }), euro)).toMatchObject([
      { kind: 'set-aside', index: 0, place: 1, position: '77', name: 'Nameless', reason: 'id-missing' }
    ])
    expect(rowsOf(productPage({ items: [product()], setAside }), euro)).toHaveLength(1)
  })

  it('are the same objects after a refresh that brought nothing new', () => {
    const before = rowsOf(productPage(), euro)
    const after = rowsOf(productPage({ fetchedAt: 0 }), euro, before)
    expect(after.every((row, index) => row === before[index])).toBe(true)
  })

  it('are made when they are asked for, and only once', () => {
    const rows = pageRows(productPage({ items: [product(), product()] }), euro)
    expect(rows.made.size).toBe(0)
    expect(rows.at(1)).toBe(rows.at(1))
    expect(rows.made.size).toBe(1)
    expect(rows.at(2)).toBeUndefined()
  })

  it('are new objects where something changed', () => {
    const before = rowsOf(productPage({ items: [product(), product({ id: 'p-2' })] }), euro)
    const after = rowsOf(
      productPage({ items: [product({ price: 1 }), product({ id: 'p-2' })] }),
      euro,
      before
    )
    expect(after[0]).not.toBe(before[0])
    expect(after[1]).toBe(before[1])
    const dearer = rowsOf(productPage({ items: [product()] }), { ...euro, currency: 'USD' }, before)
    expect(dearer[0]).toMatchObject({ price: '$24.50' })
  })
})

describe('a flag', () => {
  it('is told beside the value that it is about', () => {
    const flags = ['price-negative', 'duplicate-id', 'id-was-number'] as const
    expect(flagsIn('price', flags)).toBe('Below zero')
    expect(flagsIn('id', flags)).toBe('Also on this page · Sent as a number')
    expect(flagsIn('name', flags)).toBe('')
  })

  it('is not told twice where the cell tells it already', () => {
    expect(flagsIn('price', ['price-unknown'])).toBe('')
    expect(flagLabel('price-unknown').long).toContain('no price that can be read')
  })
})
