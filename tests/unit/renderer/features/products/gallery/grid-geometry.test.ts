import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  gridIn,
  keptOf,
  offsetOfKept,
  rowOf,
  rowsOf,
  tileGap
} from '../../../../../../renderer/features/products/gallery/grid-geometry'
import { tileByKey } from '../../../../../../renderer/shared/list/tile-keys'
import { tileSizes } from '../../../../../../electron/contract/view'

const widths = fc.integer({ min: 1, max: 4000 })
const sizes = fc.constantFrom(...tileSizes)

describe('the tiles of a gallery', () => {
  it('fill the width, and never stand beyond it', () => {
    fc.assert(
      fc.property(widths, sizes, (width, size) => {
        const { columns, side } = gridIn(width, size)
        const taken = columns * side + (columns - 1) * tileGap
        expect(columns).toBeGreaterThan(0)
        expect(taken).toBeLessThanOrEqual(Math.max(width, 1))
        // What is left over is less than a pixel for each tile.
        expect(width - taken).toBeLessThan(columns)
      })
    )
  })

  it('are larger, and fewer, the larger the size', () => {
    const [small, middle, large] = tileSizes.map((size) => gridIn(1200, size))
    expect(small?.columns).toBeGreaterThan(middle?.columns ?? 0)
    expect(middle?.columns).toBeGreaterThan(large?.columns ?? 0)
    expect(large?.side).toBeGreaterThan(middle?.side ?? 0)
  })

  it('are none before the gallery has a width', () => {
    const grid = gridIn(0, 'M')
    expect(rowsOf(1_000_000, grid)).toBe(0)
    expect(rowOf(17, grid)).toBe(0)
  })

  it('each stand in one row, also the last of a million', () => {
    const grid = gridIn(984, 'M')
    expect(rowsOf(1_000_000, grid)).toBe(Math.ceil(1_000_000 / grid.columns))
    expect(rowOf(999_999, grid)).toBe(rowsOf(1_000_000, grid) - 1)
  })
})

describe('a place in the gallery', () => {
  it('is the same tile in a window of another width', () => {
    fc.assert(
      fc.property(
        widths,
        widths,
        sizes,
        fc.integer({ min: 0, max: 5_000_000 }),
        (width, other, size, index) => {
          const [before, now] = [gridIn(width, size), gridIn(other, size)]
          const kept = keptOf(rowOf(index, before) * before.rowHeight, before)
          const row = offsetOfKept(kept, now) / now.rowHeight
          // The first tile of the row that was on top is in the row that is.
          const first = rowOf(index, before) * before.columns
          expect(Math.floor(row + 1e-6)).toBe(rowOf(first, now))
        }
      )
    )
  })

  it('comes back as it was in the same window', () => {
    const grid = gridIn(984, 'L')
    expect(offsetOfKept(keptOf(12_345, grid), grid)).toBeCloseTo(12_345)
  })
})

describe('a key in the gallery', () => {
  const of = { count: 23, columns: 5, rows: 2 }
  it.each([
    ['ArrowRight', 4, 5],
    ['ArrowLeft', 5, 4],
    ['ArrowDown', 4, 9],
    ['ArrowUp', 9, 4],
    ['PageDown', 1, 11],
    ['PageUp', 11, 1],
    ['Home', 17, 0],
    ['End', 3, 22]
  ])('%s leads from tile %i to tile %i', (key, from, to) => {
    expect(tileByKey(key, from, of)).toBe(to)
  })

  it.each([
    ['ArrowLeft', 0, 0],
    ['ArrowUp', 3, 3],
    ['PageUp', 8, 3],
    ['ArrowRight', 22, 22],
    ['ArrowDown', 21, 21],
    ['PageDown', 21, 21]
  ])('%s at the edge leads from tile %i to tile %i', (key, from, to) => {
    expect(tileByKey(key, from, of)).toBe(to)
  })

  it('down leads to the last tile where the last row is too short', () => {
    expect(tileByKey('ArrowDown', 19, of)).toBe(22)
    expect(tileByKey('PageDown', 14, of)).toBe(22)
  })

  it('that means something else leads nowhere', () => {
    expect(tileByKey('Tab', 3, of)).toBeNull()
    expect(tileByKey('Enter', 3, of)).toBeNull()
  })
})
