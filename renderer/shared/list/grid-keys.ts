/**
 * The elements of a table that the keyboard moves through. Rows carry their index in `data-index`; their cells, and the headings, are in
 * column order. A cell's own control (`data-own`) gets the focus in its place.
 */

const parts = 'button, [role=separator]'

/** The row that contains an element; null: none, as for the headings. */
export function rowWith(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
}

/** The cell or heading that contains an element. */
export function cellWith(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=row] > *') : null
}

/** The row at an index, -1 for the headings; null if it is not in the document. Rows rendered out of view do not count. */
export function rowIn(table: HTMLElement, index: number): HTMLElement | null {
  if (index < 0) return table.querySelector<HTMLElement>('thead > [role=row]')
  return table.querySelector<HTMLElement>(`:not([aria-hidden='true']) > [data-index="${index}"]`)
}

/** The cell of a row in a column, counted from 0. */
export function cellIn(row: HTMLElement, column: number): HTMLElement | null {
  const cell = row.children[column]
  return cell instanceof HTMLElement ? cell : null
}

/** The focusable elements of a cell: first the one that gets the focus when the keyboard enters the cell. */
export function stopsIn(cell: HTMLElement): [HTMLElement, ...HTMLElement[]] {
  const inside = [...cell.querySelectorAll<HTMLElement>(parts)]
  const own = inside.find((part) => 'own' in part.dataset) ?? cell
  return [own, ...inside.filter((part) => part !== own)]
}

/** The one element of a grid that the Tab key reaches. Set on the element: rows are too many to be rendered for it. */
export function makeTabStop(): { put: (stop: HTMLElement | null) => void } {
  let now: HTMLElement | null = null
  return {
    put(stop) {
      if (now !== stop) now?.setAttribute('tabindex', '-1')
      now = stop
      if (now && now.tabIndex !== 0) now.tabIndex = 0
    }
  }
}

/** A cell of a grid, both counted from 0; the row of the headings is -1. */
export interface GridCell {
  row: number
  column: number
}

/** The size of a grid, and what of it is in view. */
interface GridExtent {
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
 * Where a key leads within a cell that has `stops` for the focus, the cell itself (or what it is there for) being the first: F2 goes into
 * the cell, left and right go on there, F2 and Escape lead back. null: it is no such key.
 */
export function stopByKey(press: GridPress, from: number, stops: number): number | null {
  const { key, rtl } = press
  if (press.ctrl) return null
  if (from === 0) return stops > 1 && key === 'F2' ? 1 : null
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
