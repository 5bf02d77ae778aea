import {
  contentOf,
  withPages,
  type Cell,
  type PageContent,
  type Pages,
  type Quality,
  type Value
} from './damaged-pages'

/** What a column of a healthy file holds; with `?` also null. */
type Type = 'text' | 'text?' | 'number' | 'number?' | 'null'

interface Shape {
  /** Whether its rows have numbers. */
  isTable: boolean
  columns: readonly (readonly [name: string, type: Type])[]
  /** Columns that the first version had: what came later is null in its rows. */
  least: number
}

/** @param columns `name type` each. @param least where there were fewer in the first version */
function shape(isTable: boolean, columns: string, least?: number): Shape {
  const pairs = columns.split(', ').map((column) => column.split(' ') as [string, Type])
  return { isTable, columns: pairs, least: least ?? pairs.length }
}

/** Tables and indexes with their columns in the order of the file (schema.ts). Those that look the same stand together. */
const shapes = {
  review: shape(
    true,
    'product text, mark number, seen text?, markedAt number?, markedBy text, markEntry number, note text, notedAt number?, notedBy text, noteEntry number, noteHistory text?, putBackAt number?, markReason text?',
    11
  ),
  log: shape(
    true,
    'number null, at number, reviewer text, kind text, count number, undone_by number?, undoes number?, from_file text?, from_by text?',
    7
  ),
  draft: shape(true, 'product text, note text, at number, begunOn text?', 3),
  schema: shape(true, 'type text, name text, table text, root number, sql text?'),
  sequence: shape(true, 'name text, seq number'),
  log_item: shape(false, 'entry number, product text, rule text, before text?, after text?, deed text?', 5),
  excuse: shape(false, 'product text, rule text, reason text, reviewer text, at number'),
  /** And `fact` and excuse_rule. */
  content: shape(false, 'seen text, content text'),
  /** log_item_product */
  itemIndex: shape(false, 'product text, entry number, rule text'),
  /** The primary keys of review and draft, which lead to the row's number. */
  productIndex: shape(false, 'product text, row number'),
  /** review_mark */
  markIndex: shape(false, 'mark number, row number')
} as const
type Name = keyof typeof shapes
const names = Object.keys(shapes) as Name[]

/** A row as far as it can be read: what cannot be, or is of another type, is undefined. */
export interface ReadableRow {
  /** The row's number; null: it has none. */
  rowid: number | null
  values: Record<string, Value>
  /** 0 also where it does not look like the others. */
  quality: Quality
}

export type ReadableRows = Record<Name, ReadableRow[]>

/**
 * Every row that stands in a page of the file, by what the rows of the page look like: header, schema, indexes and the pages that lead to
 * others may be damaged and hide nothing. Rows that are not between
 * their neighbors come last. Each page is read once: a
 * second for 50 MB. Throws the disk's errors.
 */
export function readableRows(file: string): ReadableRows {
  return withPages(file, (pages) => {
    const rows = Object.fromEntries(names.map((name): [Name, ReadableRow[]] => [name, []])) as ReadableRows
    const unordered: [Name, ReadableRow][] = []
    for (const { isTable, cells } of contentsIn(pages)) {
      const name = nameOf(isTable, cells)
      if (name === null) continue
      for (const [index, cell] of cells.entries()) {
        const row = rowOf(shapes[name], cell)
        if (isInOrder(cells, index)) rows[name].push(row)
        else unordered.push([name, row])
      }
    }
    for (const [name, row] of unordered) rows[name].push(row)
    return rows
  })
}

/** Pages that nothing leads to and that are free hold rows which were deleted. */
function* contentsIn(pages: Pages): Iterable<PageContent> {
  const free = freePages(pages)
  const linked = new Set<number>()
  for (let page = 1; page <= pages.count; page++) {
    if (free.has(page)) continue
    const content = contentOf(pages, page)
    if (content === null) continue
    for (const child of content.children) linked.add(child)
    yield content
  }
  // A number of a free page may be damaged, and stand for one that is in use.
  for (const page of free) {
    const content = linked.has(page) ? contentOf(pages, page) : null
    if (content !== null) yield content
  }
}

/** The pages in the list of free ones (sqlite.org/fileformat.html#the_freelist). */
function freePages(pages: Pages): Set<number> {
  const free = new Set<number>()
  for (let trunk = pages.read(1)?.readUInt32BE(32) ?? 0; !free.has(trunk);) {
    const bytes = pages.read(trunk)
    if (bytes === undefined) break
    free.add(trunk)
    const count = Math.min(bytes.readUInt32BE(4), bytes.length / 4 - 2)
    for (let n = 0; n < count; n++) free.add(bytes.readUInt32BE(8 + 4 * n))
    trunk = bytes.readUInt32BE(0)
  }
  return free
}

/** What most rows of a page look like; null: nothing that is known. */
function nameOf(isTable: boolean, cells: Cell[]): Name | null {
  let best: { name: Name; points: number } | null = null
  for (const name of names) {
    if (shapes[name].isTable !== isTable) continue
    const points = cells.reduce((sum, cell) => sum + likeness(shapes[name], cell), 0)
    if (points > (best?.points ?? 0)) best = { name, points }
  }
  return best?.name ?? null
}

/** A row that fits counts for more than any number of those that begin alike. */
function likeness({ columns, least }: Shape, cell: Cell): number {
  const shared = Math.min(columns.length, cell.columns.length)
  for (let index = 0; index < shared; index++) {
    if (!fits(columns[index]?.[1] ?? 'null', cell.columns[index])) return index
  }
  return cell.columns.length >= least && cell.columns.length <= columns.length ? 10_000 : shared
}

function fits(type: Type, value: Value): boolean {
  if (value === null) return type === 'null' || type.endsWith('?')
  if (typeof value === 'string') return type.startsWith('text')
  return typeof value === 'number' && type.startsWith('number')
}

function rowOf(shape: Shape, { rowid, columns, quality }: Cell): ReadableRow {
  const named = shape.columns.map(([name, type], index): [string, Value] => {
    const isLater = index >= columns.length && index >= shape.least
    const value = isLater && quality > 0 ? null : columns[index]
    return [name, fits(type, value) ? value : undefined]
  })
  const isOdd = named.some(([, value], index) => value === undefined && columns[index] !== undefined)
  return {
    rowid,
    values: Object.fromEntries(named),
    quality: isOdd || columns.length < shape.least ? 0 : quality
  }
}

function isInOrder(cells: Cell[], index: number): boolean {
  const [before, cell, after] = [cells[index - 1], cells[index], cells[index + 1]]
  return (!before || !cell || isBefore(before, cell)) && (!cell || !after || isBefore(cell, after))
}

/** By the rows' numbers, or else by the columns, which are the key. */
function isBefore(one: Cell, other: Cell): boolean {
  if (one.rowid !== null && other.rowid !== null) return one.rowid < other.rowid
  const place = one.columns.findIndex((value, index) => value !== other.columns[index])
  return (one.columns[place] ?? 0) < (other.columns[place] ?? 0)
}
