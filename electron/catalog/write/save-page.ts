import type { PageReport } from '../types'
import { promote, recordDuplicate, contentOf, insertProduct, updateProduct } from './product-rows'
import { productById } from './ids'
import type { ProductRow, WriteTx, WriterState } from './state'
import {
  isUnreadable,
  capAfter,
  entriesOf,
  rangeOf,
  saveReadRange,
  type Entry,
  type PageRange
} from './page-range'
import type { StorePage, StoreProduct } from '../../api/types'

/** Most displaced products that are remembered; more means that the whole list changed. */
const mostDisplaced = 1000

/** A position as it was, with its product's row. */
type PositionRow = [position: number, product: number | null, duplicate: string | null, ...ProductRow]

/** A page that is being saved. */
interface Saving {
  tx: WriteTx
  form: 'full' | 'short'
  range: PageRange
  entries: Entry[]
  /** What stood at the page's positions, by distance from the first. */
  before: (PositionRow | undefined)[]
  /** Index of `before` by product id; built only where entries did not all move by the same distance. */
  byId: Map<string, PositionRow> | null
  /** Products that the run had read at one of the positions and that are gone from there. */
  unread: Set<number>
  repeats: PageReport['repeats']
  moved: boolean
}

/** What stands at a page's positions before it is saved. */
function rowsBefore({ catalog }: WriteTx, { first, last }: PageRange): Saving['before'] {
  const rows = catalog.sql.range.all(first, last) as unknown as PositionRow[]
  if (rows.length === last - first + 1) return rows
  const before: Saving['before'] = []
  for (const row of rows) before[row[0] - first] = row
  return before
}

/**
 * What the run had read at these positions, and is not there anymore, counts as unread. Rows after the page's last entry stay until
 * a run ends completely.
 */
function clearOld(saving: Saving): void {
  const { tx, before, entries, unread } = saving
  const { marks, run } = tx.state
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

/** Finds a product by id, first among the page's own rows: most that move stay on their page. */
function find(saving: Saving, id: string, index: number): ProductRow | null {
  const { tx, before } = saving
  const expected = index - tx.shift
  const near = before[expected]
  if (near?.[4] === id) return rowOf(near)
  const isElsewhere = tx.shift !== 0 && (expected < 0 || expected >= before.length)
  if (isElsewhere) return productById(tx, id)
  saving.byId ??= new Map(
    before.flatMap((row) => (row === undefined || row[1] === null ? [] : [[row[4], row]]))
  )
  const found = saving.byId.get(id)
  if (found === undefined) return productById(tx, id)
  tx.shift = index - before.indexOf(found)
  return rowOf(found)
}

function rowOf(row: PositionRow): ProductRow {
  const [, , , ...product] = row
  return product
}

/** Records products that left one of the positions, and lets those read elsewhere be described by their next position. */
function settle({ tx, range, before, entries, unread }: Saving): void {
  const { marks, run, displaced } = tx.state
  if (run === null) return
  // Whoever left stays behind the one that it stood behind.
  let after = range.first - 1
  before.forEach((row, index) => {
    if (row === undefined || row[1] === null) return
    const [position, product] = row
    const now = marks.firstOf(product)
    if (now !== 0) {
      if (unread.has(product)) promote(tx, product)
      if (now >= range.first && now <= range.lastEntry) after = now
    } else if ((index < entries.length || unread.has(product)) && displaced.size < mostDisplaced) {
      displaced.set(product, [product, position, after])
    }
  })
}

/**
 * Saves a page, within a transaction, and reports how it differs from what was there. A run knows how many positions each of its pages
 * covers (`size`); for other pages it is derived from what they and earlier ones say.
 */
export function savePage(tx: WriteTx, page: StorePage, size: number | null = null): PageReport {
  const range = rangeOf(page, tx.state.facts.pageCap, size)
  const saving: Saving = {
    tx,
    form: page.form,
    range,
    entries: entriesOf(page),
    before: rowsBefore(tx, range),
    byId: null,
    unread: new Set(),
    repeats: [],
    moved: false
  }
  const touched = tx.touched.length
  clearOld(saving)
  const { entries } = saving
  tx.state.ids?.warm(entries.map(({ id }) => id))
  for (let index = 0; index < entries.length; index++) saveEntry(saving, index)
  if (saving.moved) settle(saving)
  if (tx.state.run === null) tx.state.marks.clear()
  tx.catalog.sql.newProducts.flush()
  tx.catalog.sql.positions.flush()
  saveUnreadable(saving)
  saveReadRange(tx.catalog, range, tx.at, tx.state.run?.number ?? null)
  if (saving.moved) tx.positionsMoved = true
  learn(tx, page, saving, size)
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
    touched: tx.touched.length - touched
  }
}

function saveEntry(saving: Saving, index: number): void {
  const entry = saving.entries[index]
  if (entry === undefined) return
  const was = saving.before[index]
  const position = saving.range.first + index
  let key: number | null = null
  let duplicate: string | null = null
  if (!isUnreadable(entry)) ({ key, duplicate } = saveProduct(saving, entry, position, was))
  if (was?.[1] === key && was[2] === duplicate) return
  saving.tx.catalog.sql.positions.push(position, key, duplicate)
  if (was === undefined) {
    saving.tx.positionsMoved = true
  } else if (was[1] !== key) {
    saving.moved = true
  }
}

function saveProduct(
  saving: Saving,
  item: StoreProduct,
  position: number,
  was: PositionRow | undefined
): { key: number; duplicate: string | null } {
  const { tx, form } = saving
  const { marks, run, displaced } = tx.state
  const row = was?.[4] === item.id ? rowOf(was) : find(saving, item.id, position - saving.range.first)
  if (row === null) {
    const key = insertProduct(tx, contentOf(item, form, null))
    marks.add(key, position)
    return { key, duplicate: null }
  }
  const key = row[0]
  const first = marks.firstOf(key)
  const isAgain = first !== 0 && (first !== position || marks.othersOf(key).length > 0)
  // Between runs only this page is known: a position that repeated its product goes on doing so.
  const stillAgain = run === null && was?.[1] === key && was[2] !== null
  let duplicate: string | null = null
  if (isAgain || stillAgain) {
    const earlier = first === position ? marks.othersOf(key)[0] : first
    if (isAgain && earlier !== undefined) saving.repeats.push({ position, earlier })
    duplicate = recordDuplicate(tx, key, item, form, position)
  } else {
    updateProduct(tx, row, contentOf(item, form, row))
  }
  marks.add(key, position)
  if (displaced.size > 0) displaced.delete(key)
  return { key, duplicate }
}

function saveUnreadable({ tx, range, entries, before }: Saving): void {
  const aside = entries.filter(isUnreadable)
  const { db } = tx.catalog.sql
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

/**
 * Takes from the page what it says about the store as a whole. A list that is suddenly empty, or has lost more than half since the last
 * complete run, is not believed here (fault 41): a run asks the person first.
 */
function learn(tx: WriteTx, page: StorePage, { moved }: Saving, size: number | null): void {
  const { state } = tx
  const { facts } = state
  const reported = page.totalItems
  const isEmptied = reported === 0 && state.highest > 0
  const isShrunk =
    reported !== null && size === null && facts.complete !== null && reported < facts.complete.entries / 2
  const isDoubted = isEmptied || isShrunk
  const total = reported === null || isDoubted ? facts.total : reported
  makeRoom(state, total)
  const isOther = moved || isDoubted || total !== facts.total
  state.facts = {
    ...facts,
    total,
    pageCap: capAfter(page, facts.pageCap, size),
    form: page.form === 'full' || facts.form === 'full' ? 'full' : 'short',
    oddities: page.oddities,
    disturbed: facts.disturbed || isOther,
    isPartlyRead: facts.isPartlyRead || (isOther && state.run !== null)
  }
}

/** Most products that room is made for in advance: a store may claim any number. */
const mostExpected = 2_000_000

/** Makes room in memory before the first fill. */
function makeRoom({ ids, marks, run }: WriterState, total: number | null): void {
  if (ids === null || run === null || total === null) return
  const count = Math.min(total, mostExpected)
  ids.reserve(count)
  marks.reserve(count)
}
