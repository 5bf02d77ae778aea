import { shallowRef } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProductPage } from '../../../../../electron/contract/product'
import { useTopRow, type ScrollingTable } from '../../../../../renderer/features/products/use-list-place'
import { productPage } from './table/builders'

const rowHeight = 44
/** Rows in sight. */
const view = 10

/** A table that scrolls no further than its rows go, as a browser's does. */
class Table implements ScrollingTable {
  top = 0
  rows: number

  constructor(rows: number) {
    this.rows = rows
  }

  firstVisible(): number {
    return Math.floor(this.top / rowHeight)
  }

  isInSight(): boolean {
    return true
  }

  position(): number {
    return this.top
  }

  scrollTo(top: number): void {
    this.top = Math.max(0, Math.min(top, (this.rows - view) * rowHeight))
  }

  scrollToRow(index: number): void {
    this.scrollTo(index * rowHeight)
  }
}

const table = shallowRef(new Table(1240))
let page: ProductPage | null
const topRow = useTopRow(table, {
  page: () => page,
  rowHeight: () => rowHeight,
  scrollTop: () => table.value.top
})

beforeEach(() => {
  page = null
  table.value = new Table(1240)
  topRow.forget()
})
afterEach(() => vi.useRealTimers())

/** Shows a page of 25, as a table without its scroll position of before. */
function turnTo(number: number, changes: Partial<ProductPage> = {}): void {
  page = productPage({ page: number, limit: 25, ...changes })
  table.value = new Table(page.items.length)
}

function showAll(): void {
  page = null
  table.value = new Table(1240)
}

describe('the row on top', () => {
  it('is the first that is in sight as a whole', () => {
    table.value.scrollTo(24 * rowHeight)
    expect(topRow.place()).toBe(25)
    table.value.scrollTo(24.5 * rowHeight)
    expect(topRow.place()).toBe(26)
    turnTo(4)
    table.value.scrollTo(5.1 * rowHeight)
    expect(topRow.place()).toBe(82)
  })

  it('is told by its place in the store’s list, also below an item that has no row', () => {
    turnTo(2, { setAside: [{ position: 27, reason: 'id-missing', id: '', name: '' }] })
    expect(topRow.place()).toBe(26)
    table.value.scrollTo(2 * rowHeight)
    expect(topRow.place()).toBe(29)
    topRow.bring(32)
    expect(table.value.firstVisible()).toBe(5)
  })

  it('is the same again after going to the page and back, though the page cannot have it on top', () => {
    table.value.scrollTo(24 * rowHeight)
    const before = topRow.place()
    turnTo(1)
    topRow.bring(before)
    expect(table.value.firstVisible()).toBe(15)
    const there = topRow.place()
    showAll()
    topRow.bring(there)
    expect(table.value.firstVisible()).toBe(24)
  })

  it('is another one as soon as a person scrolls', () => {
    turnTo(1)
    topRow.bring(25)
    table.value.scrollTo(3 * rowHeight)
    expect(topRow.place()).toBe(4)
    showAll()
    topRow.bring(25)
    table.value.scrollTo(24.5 * rowHeight)
    expect(topRow.place()).toBe(26)
  })

  it('is brought again when the table has all of its rows, unless someone has scrolled meanwhile', async () => {
    vi.useFakeTimers()
    turnTo(2, { limit: 100 })
    table.value.rows = 25
    topRow.bring(140)
    expect(table.value.firstVisible()).toBe(15)
    table.value.rows = 100
    await vi.runAllTimersAsync()
    expect(table.value.firstVisible()).toBe(39)
    table.value.rows = 25
    topRow.bring(180)
    table.value.scrollTo(0)
    table.value.rows = 100
    await vi.runAllTimersAsync()
    expect(table.value.firstVisible()).toBe(0)
  })
})
