import { describe, expect, it } from 'vitest'
import {
  cellByKey,
  stopByKey,
  type GridCell,
  type GridPress
} from '../../../../../renderer/shared/list/grid-keys'

const grid = { rows: 100, columns: 6, page: 9, firstVisible: 40 }

function from(row: number, column: number) {
  return (key: string, held: Partial<GridPress> = {}): [number, number] | null => {
    const at: GridCell = { row, column }
    const to = cellByKey({ key, ctrl: false, shift: false, rtl: false, ...held }, at, grid)
    return to && [to.row, to.column]
  }
}

describe('a key in a grid of cells', () => {
  it('goes to the cell beside, above or below, and stays at the edges', () => {
    const press = from(42, 2)
    expect(press('ArrowRight')).toEqual([42, 3])
    expect(press('ArrowLeft')).toEqual([42, 1])
    expect(press('ArrowDown')).toEqual([43, 2])
    expect(press('ArrowUp')).toEqual([41, 2])
    expect(from(99, 5)('ArrowDown')).toEqual([99, 5])
    expect(from(99, 5)('ArrowRight')).toEqual([99, 5])
    expect(from(99, 0)('ArrowLeft')).toEqual([99, 0])
  })

  it('goes to the cell that is seen there, where columns go from right to left', () => {
    expect(from(42, 2)('ArrowRight', { rtl: true })).toEqual([42, 1])
    expect(from(42, 2)('ArrowLeft', { rtl: true })).toEqual([42, 3])
  })

  it('goes up into the headings, but not while rows are chosen on the way, and down from them to what is in sight', () => {
    expect(from(0, 2)('ArrowUp')).toEqual([-1, 2])
    expect(from(0, 2)('ArrowUp', { shift: true })).toEqual([0, 2])
    expect(from(-1, 2)('ArrowUp')).toEqual([-1, 2])
    expect(from(-1, 2)('ArrowDown')).toEqual([40, 2])
    expect(from(-1, 2)('End')).toEqual([-1, 5])
  })

  it('goes to the ends of the row, and with Ctrl to those of the list', () => {
    const press = from(42, 2)
    expect(press('Home')).toEqual([42, 0])
    expect(press('End')).toEqual([42, 5])
    expect(press('Home', { ctrl: true })).toEqual([0, 0])
    expect(press('End', { ctrl: true })).toEqual([99, 5])
  })

  it('goes by as many rows as are in sight', () => {
    expect(from(42, 2)('PageDown')).toEqual([51, 2])
    expect(from(95, 2)('PageDown')).toEqual([99, 2])
    expect(from(5, 2)('PageUp')).toEqual([0, 2])
    expect(from(-1, 2)('PageUp')).toEqual([-1, 2])
  })

  it('is left to others where it leads nowhere', () => {
    expect(from(42, 2)('a')).toBeNull()
    expect(from(42, 2)('ArrowRight', { ctrl: true })).toBeNull()
  })
})

describe('a key in a cell with buttons', () => {
  const press = (key: string, at: number, held: Partial<GridPress> = {}) =>
    stopByKey({ key, ctrl: false, shift: false, rtl: false, ...held }, at, 3)

  it('goes in by F2 alone: Enter is for the product', () => {
    expect(press('F2', 0)).toBe(1)
    expect(press('Enter', 0)).toBeNull()
    expect(press('ArrowRight', 0)).toBeNull()
    expect(stopByKey({ key: 'F2', ctrl: false, shift: false, rtl: false }, 0, 1)).toBeNull()
  })

  it('goes from button to button, stays at the last, and goes back by Escape and F2', () => {
    expect(press('ArrowRight', 1)).toBe(2)
    expect(press('ArrowRight', 2)).toBe(2)
    expect(press('ArrowLeft', 1)).toBe(1)
    expect(press('ArrowLeft', 1, { rtl: true })).toBe(2)
    expect(press('Escape', 2)).toBe(0)
    expect(press('F2', 2)).toBe(0)
    expect(press('ArrowRight', 1, { ctrl: true })).toBeNull()
    expect(press('Enter', 1)).toBeNull()
  })
})
