import { describe, expect, it } from 'vitest'
import type { Column, ColumnId } from '../../../../../electron/contract/view'
import {
  gridOf,
  moveColumn,
  putColumn,
  resetWidth,
  showColumn,
  tableColumns,
  widenColumn
} from '../../../../../renderer/features/catalog/product-columns'

const ids = (columns: readonly Column[]): ColumnId[] => columns.map(({ id }) => id)
const shownIds = (columns: readonly Column[]): ColumnId[] => ids(columns.filter(({ shown }) => shown))
const column = (id: ColumnId, changes: Partial<Column> = {}): Column => ({
  id,
  width: null,
  shown: true,
  ...changes
})

const firstShown: ColumnId[] = ['name', 'price', 'review', 'id']
const others: ColumnId[] = ['reason', 'note', 'reviewer', 'reviewed-at', 'assigned-to', 'change']

describe('the columns of the table', () => {
  it('show what every list has, until a person chooses more', () => {
    expect(shownIds(tableColumns([], 'full'))).toEqual([
      'image',
      'name',
      'price',
      'findings',
      'description',
      'review',
      'id'
    ])
    expect(shownIds(tableColumns([], 'short'))).toEqual(['name', 'price', 'findings', 'review', 'id'])
  })

  it('leave out what there is no room for, unless a person chose it', () => {
    const without = ['description', 'findings'] as const
    expect(shownIds(tableColumns([], 'full', without))).toEqual(['image', 'name', 'price', 'review', 'id'])
    expect(shownIds(tableColumns([column('description')], 'full', without))).toContain('description')
  })

  it('come as they were left, and those that are new stand behind what they follow by default', () => {
    const kept = [column('price'), column('name', { width: 300 }), column('place')]
    const columns = tableColumns(kept, 'full')
    expect(ids(columns)).toEqual([
      'price',
      'findings',
      'description',
      'review',
      ...others,
      'id',
      'name',
      'place',
      'image'
    ])
    expect(columns.find(({ id }) => id === 'name')?.width).toBe(300)
    expect(shownIds(columns)).toContain('place')
  })

  it('of the short form leave out what it does not know', () => {
    const kept = [column('description'), column('id'), column('name')]
    expect(shownIds(tableColumns(kept, 'short'))).toEqual(['id', 'name', 'price', 'findings', 'review'])
  })

  it('never lose the name, nor a width in which it can be read', () => {
    const columns = tableColumns([column('name', { shown: false, width: 33 })], 'full')
    expect(columns).toContainEqual({ id: 'name', shown: true, width: 112 })
    expect(shownIds(showColumn(columns, 'name', false))).toContain('name')
  })

  it('come once each, however often they were kept', () => {
    expect(ids(tableColumns([column('id'), column('id')], 'short'))).toEqual([
      'place',
      'name',
      'price',
      'findings',
      'review',
      ...others,
      'id'
    ])
  })
})

describe('a column', () => {
  const columns = tableColumns([], 'short').filter(({ id }) => id === 'place' || firstShown.includes(id))

  it('is hidden and shown', () => {
    const without = showColumn(columns, 'price', false)
    expect(shownIds(without)).toEqual(['name', 'review', 'id'])
    expect(shownIds(showColumn(without, 'price', true))).toEqual(['name', 'price', 'review', 'id'])
  })

  it('moves one place at a time, and not over the ends', () => {
    expect(ids(moveColumn(columns, 'price', -1))).toEqual(['place', 'price', 'name', 'review', 'id'])
    expect(ids(moveColumn(columns, 'price', 1))).toEqual(['place', 'name', 'review', 'price', 'id'])
    expect(ids(moveColumn(columns, 'place', -1))).toEqual(ids(columns))
    expect(ids(moveColumn(columns, 'id', 1))).toEqual(ids(columns))
  })

  it('is put before another, or at the end', () => {
    expect(ids(putColumn(columns, 'id', 'name'))).toEqual(['place', 'id', 'name', 'price', 'review'])
    expect(ids(putColumn(columns, 'name', null))).toEqual(['place', 'price', 'review', 'id', 'name'])
    expect(ids(putColumn(columns, 'name', 'name'))).toEqual(ids(columns))
  })

  it('that is widened holds those before it where they are', () => {
    const full = tableColumns([], 'full')
    const wide = widenColumn(full, 'price', 180.4, () => 251)
    expect(wide.slice(0, 5).map(({ width }) => width)).toEqual([null, 251, 251, 180, null])
  })

  it('is made neither too narrow to be read nor endlessly wide', () => {
    const width = (wish: number): number | null | undefined =>
      widenColumn(columns, 'name', wish, () => 100).find(({ id }) => id === 'name')?.width
    expect(width(3)).toBe(112)
    expect(width(9_000)).toBe(1600)
  })

  it('gets its own width back, alone or with all others', () => {
    const wide = widenColumn(columns, 'id', 200, () => 150)
    expect(resetWidth(wide, 'id').filter(({ width }) => width !== null)).toHaveLength(3)
    expect(resetWidth(wide).every(({ width }) => width === null)).toBe(true)
  })
})

describe('the grid', () => {
  it('takes the widths that were set, and the sheet’s own for the rest', () => {
    const grid = gridOf([column('image'), column('place', { shown: false }), column('name', { width: 240 })])
    expect(grid.tracks).toBe('var(--w-image) 240px')
    expect(grid.least).toBe('calc(var(--least-image) + 240px + var(--beside))')
  })
})
