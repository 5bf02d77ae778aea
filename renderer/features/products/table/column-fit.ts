import { type Column, type ColumnId, widenColumn } from '../../catalog'

/** The columns with one as wide as what it shows on screen, so that nothing of that is cut. @param list that the table is in */
export function fitColumn(list: ParentNode, columns: readonly Column[], id: ColumnId): Column[] {
  const headingOf = (column: ColumnId): HTMLElement | null => list.querySelector(`[data-column="${column}"]`)
  const measured = (column: ColumnId): number => headingOf(column)?.getBoundingClientRect().width ?? 0
  const cells = [headingOf(id), ...list.querySelectorAll<HTMLElement>(`.cell.${id}`)].filter(
    (cell) => cell !== null
  )
  return widenColumn(columns, id, Math.ceil(Math.max(0, ...contentWidths(cells))), measured)
}

/** CSS pixels. They are made as wide as their content for as long as that is looked at, all together: that lays the page out once. */
function contentWidths(cells: readonly HTMLElement[]): number[] {
  for (const { style } of cells) style.width = 'max-content'
  const widths = cells.map((cell) => cell.getBoundingClientRect().width)
  for (const { style } of cells) style.removeProperty('width')
  return widths
}
