/**
 * What of a table's document the keyboard goes through. Rows carry their place in `data-index`; their cells, and the
 * headings, stand in the order of the columns. What a cell is there for (`data-own`) has the focus in its place.
 */

const parts = 'button, [role=separator]'

/** The row that something is in; null: in none, as in the headings. */
export function rowWith(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
}

/** The cell or heading that something is in. */
export function cellWith(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=row] > *') : null
}

/** The row at a place, -1 for the headings; null: it is not in the document. Rows kept ready out of reach do not count. */
export function rowIn(table: HTMLElement, index: number): HTMLElement | null {
  if (index < 0) return table.querySelector<HTMLElement>('thead > [role=row]')
  return table.querySelector<HTMLElement>(`:not([aria-hidden='true']) > [data-index="${index}"]`)
}

/** The cell of a row in a column, counted from 0. */
export function cellIn(row: HTMLElement, column: number): HTMLElement | null {
  const cell = row.children[column]
  return cell instanceof HTMLElement ? cell : null
}

/** What in a cell can have the focus: first what has it when the keyboard comes to the cell, then the rest. */
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
