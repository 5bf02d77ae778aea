/** A cell of a grid, both counted from 0; the row of the headings is -1. */
export interface GridCell {
  row: number
  column: number
}

/** The size of a grid, and what of it is in view. */
export interface GridExtent {
  rows: number
  columns: number
  /** Rows that Page Up and Page Down move by. */
  page: number
  /** The first row below the sticky headings. */
  firstVisible: number
}

/** A pressed key; `ctrl` is Cmd on a Mac, `rtl` if columns run from right to left. */
export interface GridPress {
  key: string
  ctrl: boolean
  shift: boolean
  rtl: boolean
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value))

/** Up into the headings; with Shift, which chooses rows on the way, not further than the first one. */
function above(from: GridCell, shift: boolean): number {
  return Math.max(shift ? Math.min(from.row, 0) : -1, from.row - 1)
}

/**
 * Where a key leads from a cell, after the data grid of the ARIA Authoring Practices: arrows to the next cell, Home and End
 * along the row, with Ctrl to the first and the last cell of all, Page up and Page down by what is in sight. null: it is no such key.
 */
export function cellByKey(
  { key, ctrl, shift, rtl }: GridPress,
  from: GridCell,
  grid: GridExtent
): GridCell | null {
  const [lastRow, lastColumn] = [grid.rows - 1, grid.columns - 1]
  const row = (to: number): GridCell => ({ ...from, row: between(-1, to, lastRow) })
  const column = (to: number): GridCell => ({ ...from, column: between(0, to, lastColumn) })
  if (ctrl) {
    if (key === 'Home') return { row: Math.min(0, lastRow), column: 0 }
    return key === 'End' ? { row: lastRow, column: lastColumn } : null
  }
  switch (key) {
    case 'ArrowDown':
      return row(from.row < 0 ? grid.firstVisible : from.row + 1)
    case 'ArrowUp':
      return row(above(from, shift))
    case 'PageDown':
      return row(Math.max(from.row, 0) + grid.page)
    case 'PageUp':
      return row(from.row < 0 ? -1 : Math.max(0, from.row - grid.page))
    case 'ArrowRight':
      return column(from.column + (rtl ? -1 : 1))
    case 'ArrowLeft':
      return column(from.column + (rtl ? 1 : -1))
    case 'Home':
      return column(0)
    case 'End':
      return column(lastColumn)
    default:
      return null
  }
}

/**
 * Where a key leads within a cell that has `stops` for the focus, the cell itself (or what it is there for, `isCell` false) being
 * the first: F2 goes into the cell, Enter too where it does nothing else; left and right go on there, F2 and Escape lead back. null: it is no such key.
 */
export function stopByKey(press: GridPress, from: number, stops: number, isCell: boolean): number | null {
  const { key, rtl } = press
  if (press.ctrl) return null
  if (from === 0) return stops > 1 && (key === 'F2' || (key === 'Enter' && isCell)) ? 1 : null
  switch (key) {
    case 'Escape':
    case 'F2':
      return 0
    case 'ArrowRight':
    case 'ArrowLeft':
      return between(1, from + ((key === 'ArrowRight') === rtl ? -1 : 1), stops - 1)
    default:
      return null
  }
}
