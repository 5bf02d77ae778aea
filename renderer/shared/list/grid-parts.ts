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
