import type { StorePage, StoreProduct } from '../../api/types'
import type { PageReport } from '../types'
import { placeAgain, promote } from './duplicates'
import type { ProductRow, Writing } from './open-copy'
import { capAfter, entriesOf, isSetAside, rangeOf, type Entry, type PageRange } from './page-range'
import { productById } from './ids'
import { contentOf, insertProduct, updateProduct } from './product-rows'
import { keepStretch } from './stretches'

/** Displaced products that are remembered with their place; more means that the list was turned over as a whole. */
const mostDisplaced = 1000

/** A place as it was, with its product's row. */
type PlaceRow = [position: number, product: number | null, duplicate: string | null, ...ProductRow]

/** One page being saved. */
interface Saving {
  writing: Writing
  form: 'full' | 'short'
  range: PageRange
  entries: Entry[]
  /** What stood at the page's places, by distance from the first. */
  before: (PlaceRow | undefined)[]
  /** The same by id, once an entry is not where it was. */
  byId: Map<string, PlaceRow> | null
  /** Products that do not stand at one of the places any more, with that place. */
  left: Map<number, number>
  /** Those among them that the run had read there. */
  unread: Set<number>
  repeats: PageReport['repeats']
  moved: boolean
}

/**
 * Saves a page and says how it fits with what was there. Within a transaction. A run knows how many places each of its pages
 * stands for (`size`); for other pages that is taken from what they and those before them say.
 */
export function savePage(writing: Writing, page: StorePage, size: number | null = null): PageReport {
  const range = rangeOf(page, writing.memory.facts.pageCap, size)
  const saving: Saving = {
    writing,
    form: page.form,
    range,
    entries: entriesOf(page),
    before: placesBefore(writing, range),
    byId: null,
    left: new Map(),
    unread: new Set(),
    repeats: [],
    moved: false
  }
  const touched = writing.touched.length
  takeOver(saving)
  const { entries } = saving
  for (let index = 0; index < entries.length; index++) saveEntry(saving, index)
  for (const [key, position] of saving.left) settle(saving, key, position)
  if (writing.memory.run === null) writing.memory.marks.clear()
  writing.copy.sql.newProducts.flush()
  writing.copy.sql.places.flush()
  saveSetAside(saving)
  keepStretch(writing.copy, range, writing.at, writing.memory.run?.number ?? null)
  if (saving.moved) writing.placesMoved = true
  learn(writing, page, saving)
  return {
    page: page.page,
    entries: entries.length,
    setAside: page.setAside.length,
    pageSize: range.pageSize,
    totalItems: page.totalItems,
    totalPages: page.totalPages,
    oddities: page.oddities,
    repeats: saving.repeats,
    moved: saving.moved,
    touched: writing.touched.length - touched
  }
}

function placesBefore({ copy }: Writing, { first, last }: PageRange): Saving['before'] {
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
function takeOver(saving: Saving): void {
  const { writing, before, entries, left, unread } = saving
  const { marks, run } = writing.memory
  before.forEach((row, index) => {
    if (row === undefined) return
    const [position, product] = row
    const entry = entries[index]
    const wasRead = product !== null && marks.has(product, position)
    if (entry === undefined && (wasRead || run === null)) saving.moved = true
    if (!wasRead || (entry !== undefined && !isSetAside(entry) && entry.id === row[4])) return
    marks.remove(product, position)
    left.set(product, position)
    unread.add(product)
  })
}

function saveEntry(saving: Saving, index: number): void {
  const entry = saving.entries[index]
  if (entry === undefined) return
  const was = saving.before[index]
  const position = saving.range.first + index
  let key: number | null = null
  let duplicate: string | null = null
  if (!isSetAside(entry)) ({ key, duplicate } = saveProduct(saving, entry, position, was))
  if (was?.[1] === key && was[2] === duplicate) return
  saving.writing.copy.sql.places.push([position, key, duplicate])
  if (was === undefined) {
    saving.writing.placesMoved = true
  } else if (was[1] !== key) {
    saving.moved = true
    if (was[1] !== null) saving.left.set(was[1], position)
  }
}

function saveProduct(
  saving: Saving,
  item: StoreProduct,
  position: number,
  was: PlaceRow | undefined
): { key: number; duplicate: string | null } {
  const { writing, form } = saving
  const { marks, run, displaced } = writing.memory
  const row = was?.[4] === item.id ? rowOf(was) : find(saving, item.id)
  if (row === null) {
    const key = insertProduct(writing, contentOf(item, form, null))
    marks.add(key, position)
    return { key, duplicate: null }
  }
  const key = row[0]
  const first = marks.firstOf(key)
  const isAgain = first !== 0 && (first !== position || marks.othersOf(key).length > 0)
  // Between runs only the page at hand is looked at: a place that repeated its product goes on doing so.
  const stillAgain = run === null && was?.[1] === key && was[2] !== null
  let duplicate: string | null = null
  if (isAgain || stillAgain) {
    const earlier = first === position ? marks.othersOf(key)[0] : first
    if (isAgain && earlier !== undefined) saving.repeats.push({ position, earlier })
    duplicate = placeAgain(writing, key, item, form, position)
  } else {
    updateProduct(writing, row, contentOf(item, form, row))
  }
  marks.add(key, position)
  if (displaced.size > 0) displaced.delete(key)
  return { key, duplicate }
}

/** The product of an id: most that move stay on their page, so that the page's own rows are looked at first. */
function find(saving: Saving, id: string): ProductRow | null {
  saving.byId ??= new Map(
    saving.before.flatMap((row) => (row === undefined || row[1] === null ? [] : [[row[4], row]]))
  )
  const near = saving.byId.get(id)
  if (near !== undefined) return rowOf(near)
  return productById(saving.writing, id)
}

function rowOf(row: PlaceRow): ProductRow {
  const [, , , ...product] = row
  return product
}

/** A product that left one of its places: unread, or to be found at the next place where the run has read it. */
function settle({ writing, unread }: Saving, key: number, position: number): void {
  const { marks, run, displaced } = writing.memory
  if (marks.firstOf(key) !== 0) {
    if (unread.has(key)) promote(writing, key)
  } else if (run !== null && displaced.size < mostDisplaced) {
    displaced.set(key, position)
  }
}

function saveSetAside({ writing, range, entries, before }: Saving): void {
  const aside = entries.filter(isSetAside)
  const { db } = writing.copy.sql
  if (aside.length > 0 || before.some((row) => row?.[1] === null)) {
    db.prepare('DELETE FROM set_aside WHERE position BETWEEN ? AND ?').run(range.first, range.lastEntry)
  }
  for (const { place, reason, id, name } of aside) {
    db.prepare('INSERT INTO set_aside (position, reason, id, name) VALUES (?, ?, ?, ?)').run(
      range.first + place - 1,
      reason,
      id,
      name
    )
  }
}

/** What the page says of the store as a whole. A list that is suddenly empty is not believed here (41): a run asks. */
function learn(writing: Writing, page: StorePage, { moved }: Saving): void {
  const { memory } = writing
  const { facts } = memory
  const isEmptied = page.totalItems === 0 && memory.highest > 0
  const total = page.totalItems === null || isEmptied ? facts.total : page.totalItems
  memory.facts = {
    ...facts,
    total,
    pageCap: capAfter(page, facts.pageCap),
    form: page.form === 'full' || facts.form === 'full' ? 'full' : 'short',
    oddities: page.oddities,
    disturbed: facts.disturbed || moved || isEmptied || total !== facts.total
  }
}
