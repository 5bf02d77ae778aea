import type { PageReport } from '../types'
import { promote } from './duplicate-ids'
import { productById } from '../db/ids'
import type { ProductRow, Writing } from './state'
import { isUnreadable, type Entry, type PageRange } from './page-range'

/** Displaced products that are remembered with their place; more means that the list was turned over as a whole. */
const mostDisplaced = 1000

/** A place as it was, with its product's row. */
export type PlaceRow = [position: number, product: number | null, duplicate: string | null, ...ProductRow]

/** One page being saved. */
export interface Saving {
  writing: Writing
  form: 'full' | 'short'
  range: PageRange
  entries: Entry[]
  /** What stood at the page's places, by distance from the first. */
  before: (PlaceRow | undefined)[]
  /** What stood at the page's places by id, once entries moved in other ways. */
  byId: Map<string, PlaceRow> | null
  /** Products that the run had read at one of the places, where they are not any more. */
  unread: Set<number>
  repeats: PageReport['repeats']
  moved: boolean
}

/** What stands at the places of a page until it is saved. */
export function placesBefore({ copy }: Writing, { first, last }: PageRange): Saving['before'] {
  const rows = copy.sql.range.all(first, last) as unknown as PlaceRow[]
  if (rows.length === last - first + 1) return rows
  const before: Saving['before'] = []
  for (const row of rows) before[row[0] - first] = row
  return before
}

/**
 * What the run read at these places before, and is not there any more, counts as unread. Rows of places after the page's last
 * entry stay until a run ends completely.
 */
export function takeOver(saving: Saving): void {
  const { writing, before, entries, unread } = saving
  const { marks, run } = writing.memory
  before.forEach((row, index) => {
    if (row === undefined) return
    const [position, product] = row
    const entry = entries[index]
    const wasRead = product !== null && marks.has(product, position)
    if (entry === undefined && (wasRead || run === null)) saving.moved = true
    if (!wasRead || (entry !== undefined && !isUnreadable(entry) && entry.id === row[4])) return
    marks.remove(product, position)
    unread.add(product)
  })
}

/** The product of an id: most that move stay on their page, so that the page's own rows are looked at first. */
export function find(saving: Saving, id: string, index: number): ProductRow | null {
  const { writing, before } = saving
  const expected = index - writing.shift
  const near = before[expected]
  if (near?.[4] === id) return rowOf(near)
  const isElsewhere = writing.shift !== 0 && (expected < 0 || expected >= before.length)
  if (isElsewhere) return productById(writing, id)
  saving.byId ??= new Map(
    before.flatMap((row) => (row === undefined || row[1] === null ? [] : [[row[4], row]]))
  )
  const found = saving.byId.get(id)
  if (found === undefined) return productById(writing, id)
  writing.shift = index - before.indexOf(found)
  return rowOf(found)
}

export function rowOf(row: PlaceRow): ProductRow {
  const [, , , ...product] = row
  return product
}

/** Products that left one of the places: unread, or to be found at the next place where the run has read them. */
export function settle({ writing, before, entries, unread }: Saving): void {
  const { marks, run, displaced } = writing.memory
  if (run === null) return
  before.forEach((row, index) => {
    if (row === undefined || row[1] === null) return
    const [position, product] = row
    if (marks.firstOf(product) !== 0) {
      if (unread.has(product)) promote(writing, product)
    } else if ((index < entries.length || unread.has(product)) && displaced.size < mostDisplaced) {
      displaced.set(product, position)
    }
  })
}
