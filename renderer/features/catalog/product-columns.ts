import type { ProductPage } from '../../../electron/contract/product'
import { sortKeys, type SortKey } from '../../../electron/contract/product-query'
import type { Column, ColumnId } from '../../../electron/contract/view'
import { t } from '../../shared/i18n'

export type { Column, ColumnId }

const others = ['reason', 'note', 'reviewer', 'reviewed-at', 'assigned-to', 'change'] as const

/** The columns of a form in their first order: the short one knows neither pictures nor descriptions. */
const columnsOf: Record<ProductPage['form'], readonly ColumnId[]> = {
  full: ['place', 'image', 'name', 'price', 'findings', 'description', 'review', ...others, 'id'],
  short: ['place', 'name', 'price', 'findings', 'review', ...others, 'id']
}
/** Not shown unless a person asks for them. Where there is little room fewer are: columns-with-room.ts. */
const initiallyHidden: ReadonlySet<ColumnId> = new Set(['place', ...others])

/** CSS pixels that a column is never made narrower than by a person: its heading can still be read. Where nobody has set a width: columns.css. */
const leastByHand: Record<ColumnId, number> = {
  place: 48,
  image: 56,
  name: 112,
  price: 88,
  description: 112,
  findings: 112,
  review: 104,
  reason: 88,
  note: 88,
  reviewer: 88,
  'reviewed-at': 88,
  'assigned-to': 88,
  change: 88,
  id: 88
}
/** CSS pixels; nothing on a screen is wider than this by intention. */
const most = 1600

const titles: Record<ColumnId, () => string> = {
  place: () => t('table.column.place'),
  image: () => t('table.column.image'),
  name: () => t('table.column.name'),
  price: () => t('table.column.price'),
  description: () => t('table.column.description'),
  findings: () => t('table.column.findings'),
  review: () => t('table.column.review'),
  reason: () => t('table.column.reason'),
  note: () => t('table.column.note'),
  reviewer: () => t('table.column.reviewer'),
  'reviewed-at': () => t('table.column.reviewedAt'),
  'assigned-to': () => t('table.column.assignedTo'),
  change: () => t('table.column.change'),
  id: () => t('table.column.id')
}

/** A column's heading. */
export function columnTitle(id: ColumnId): string {
  return titles[id]()
}

/** What a column is called in a list of columns: its heading, or words where that is a sign. */
export function columnName(id: ColumnId): string {
  return id === 'place' ? t('table.column.placeName') : columnTitle(id)
}

/** What the cells of a column are to assistive technology: a row is called by its name. */
export function cellRole(id: ColumnId): 'rowheader' | 'gridcell' {
  return id === 'name' ? 'rowheader' : 'gridcell'
}

/** The column as the list can be ordered by it; null: it cannot. */
export function sortKeyOf(id: ColumnId): SortKey | null {
  return sortKeys.find((key) => key === id) ?? null
}

/** A product without its name is no row that a person can read. */
export function canHide(id: ColumnId): boolean {
  return id !== 'name'
}

/** The least and the greatest width that a person can give a column, CSS pixels. */
export function widthLimits(id: ColumnId): { least: number; most: number } {
  return { least: leastByHand[id], most }
}

function within(id: ColumnId, width: number): number {
  return Math.round(Math.min(most, Math.max(leastByHand[id], width)))
}

/** A column that was not kept stands behind the one that it follows by default. */
function inOrder(kept: readonly ColumnId[], known: readonly ColumnId[]): ColumnId[] {
  const order = [...new Set(kept)]
  for (const [at, id] of known.entries()) {
    if (order.includes(id)) continue
    const before = known[at - 1]
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id)
  }
  return order
}

/** The columns of a form as a person left them; those that were not kept are as by default, without those that there is no room for. */
export function tableColumns(
  kept: readonly Column[],
  form: ProductPage['form'],
  withoutRoom: readonly ColumnId[] = []
): Column[] {
  const known = columnsOf[form]
  const order = inOrder(
    kept.map(({ id }) => id).filter((id) => known.includes(id)),
    known
  )
  return order.map((id) => {
    const column = kept.find((each) => each.id === id)
    const isFirstShown = !initiallyHidden.has(id) && !withoutRoom.includes(id)
    const shown = !canHide(id) || (column?.shown ?? isFirstShown)
    const width = column?.width ?? null
    return { id, shown, width: width === null ? null : within(id, width) }
  })
}

/** Shows or hides a column. */
export function showColumn(columns: readonly Column[], id: ColumnId, shown: boolean): Column[] {
  return columns.map((column) => (column.id === id ? { ...column, shown: shown || !canHide(id) } : column))
}

/** Moves a column one place to the left (-1) or right (1); at an end everything stays. */
export function moveColumn(columns: readonly Column[], id: ColumnId, by: -1 | 1): Column[] {
  const from = columns.findIndex((column) => column.id === id)
  const other = columns[from + by]
  const moved = columns[from]
  if (!moved || !other) return [...columns]
  return columns.map((column) => (column === moved ? other : column === other ? moved : column))
}

/** Puts a column before another; null: at the end. */
export function putColumn(columns: readonly Column[], id: ColumnId, before: ColumnId | null): Column[] {
  const moved = columns.find((column) => column.id === id)
  if (!moved || before === id) return [...columns]
  const rest = columns.filter((column) => column !== moved)
  const at = before === null ? -1 : rest.findIndex((column) => column.id === before)
  return at < 0 ? [...rest, moved] : [...rest.slice(0, at), moved, ...rest.slice(at)]
}

/**
 * Gives a column a width, CSS pixels, within its limits. Those shown before it keep the widths that they have now (`measured`),
 * since otherwise they would give way, and its edge would not follow the pointer.
 */
export function widenColumn(
  columns: readonly Column[],
  id: ColumnId,
  width: number,
  measured: (id: ColumnId) => number
): Column[] {
  const at = columns.findIndex((column) => column.id === id)
  return columns.map((column, index) => {
    if (index === at) return { ...column, width: within(id, width) }
    if (index > at || !column.shown || column.width !== null) return column
    return { ...column, width: within(column.id, measured(column.id)) }
  })
}

/** Lets a column, or all of them, be as wide as the table sees fit. */
export function resetWidth(columns: readonly Column[], id?: ColumnId): Column[] {
  return columns.map((column) => (id === undefined || column.id === id ? { ...column, width: null } : column))
}

/** The grid's tracks for the columns shown; products/table/columns.css has those of columns without a width of their own. */
export function gridOf(columns: readonly Column[]): { tracks: string; least: string } {
  const shown = columns.filter((column) => column.shown)
  const size = (kind: 'w' | 'least') => (column: Column) =>
    column.width === null ? `var(--${kind}-${column.id})` : `${column.width}px`
  return {
    tracks: shown.map(size('w')).join(' '),
    least: `calc(${[...shown.map(size('least')), 'var(--beside)'].join(' + ')})`
  }
}
