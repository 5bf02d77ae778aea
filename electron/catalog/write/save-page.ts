import type { StorePage, StoreProduct } from '../../api/types'
import type { PageReport } from '../types'
import { placeAgain } from './duplicate-ids'
import type { Memory, Writing } from './state'
import { find, placesBefore, rowOf, settle, takeOver, type PlaceRow, type Saving } from './page-diff'
import { capAfter, entriesOf, isUnreadable, rangeOf } from './page-range'
import { contentOf, insertProduct, updateProduct } from './product-rows'
import { keepStretch } from './read-ranges'

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
    unread: new Set(),
    repeats: [],
    moved: false
  }
  const touched = writing.touched.length
  takeOver(saving)
  const { entries } = saving
  writing.memory.ids?.warm(entries.map(({ id }) => id))
  for (let index = 0; index < entries.length; index++) saveEntry(saving, index)
  if (saving.moved) settle(saving)
  if (writing.memory.run === null) writing.memory.marks.clear()
  writing.copy.sql.newProducts.flush()
  writing.copy.sql.places.flush()
  saveUnreadable(saving)
  keepStretch(writing.copy, range, writing.at, writing.memory.run?.number ?? null)
  if (saving.moved) writing.placesMoved = true
  learn(writing, page, saving, size)
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

function saveEntry(saving: Saving, index: number): void {
  const entry = saving.entries[index]
  if (entry === undefined) return
  const was = saving.before[index]
  const position = saving.range.first + index
  let key: number | null = null
  let duplicate: string | null = null
  if (!isUnreadable(entry)) ({ key, duplicate } = saveProduct(saving, entry, position, was))
  if (was?.[1] === key && was[2] === duplicate) return
  saving.writing.copy.sql.places.push(position, key, duplicate)
  if (was === undefined) {
    saving.writing.placesMoved = true
  } else if (was[1] !== key) {
    saving.moved = true
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
  const row = was?.[4] === item.id ? rowOf(was) : find(saving, item.id, position - saving.range.first)
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

function saveUnreadable({ writing, range, entries, before }: Saving): void {
  const aside = entries.filter(isUnreadable)
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

/**
 * What the page says of the store as a whole. A list that is suddenly empty, or has lost more than half of what was read in
 * one consistent reading, is not believed here (41): a run asks the person, and reads on with their consent.
 */
function learn(writing: Writing, page: StorePage, { moved }: Saving, size: number | null): void {
  const { memory } = writing
  const { facts } = memory
  const said = page.totalItems
  const isEmptied = said === 0 && memory.highest > 0
  const isShrunk =
    said !== null && size === null && facts.complete !== null && said < facts.complete.entries / 2
  const isDoubted = isEmptied || isShrunk
  const total = said === null || isDoubted ? facts.total : said
  makeRoom(memory, total)
  memory.facts = {
    ...facts,
    total,
    pageCap: capAfter(page, facts.pageCap, size),
    form: page.form === 'full' || facts.form === 'full' ? 'full' : 'short',
    oddities: page.oddities,
    disturbed: facts.disturbed || moved || isDoubted || total !== facts.total
  }
}

/** Products for which room is made before they come: a store may claim any number. */
const mostExpected = 2_000_000

/** Makes room in memory for a list that is read to its end for the first time. */
function makeRoom({ ids, marks, run }: Memory, total: number | null): void {
  if (ids === null || run === null || total === null) return
  const count = Math.min(total, mostExpected)
  ids.reserve(count)
  marks.reserve(count)
}
