import { nextTick, type Ref } from 'vue'
import type { ProductPage } from '../../../electron/contract/product'
import { placesOf } from '../../shared/format/places'

/** What the list needs of its table: where it is scrolled to. Rows are counted from 0. */
export interface ScrollingTable {
  firstVisible: () => number
  scrollTo: (top: number) => void
  scrollToRow: (index: number) => void
}

/** The list as it is laid out. */
interface ListLayout {
  /** The page whose rows the table has; null: it has the whole result, or nothing yet. */
  page: () => ProductPage | null
  /** CSS pixels. */
  rowHeight: () => number
  /** How far the table is scrolled, CSS pixels. */
  scrollTop: () => number
}

/** Runs when what was rendered now is painted, and rows that a table leaves for after that are there. */
function onceComplete(run: () => void): void {
  requestAnimationFrame(() => setTimeout(() => void nextTick(run), 0))
}

/** The places (1-based, in the whole result) of the rows of a page's table. */
function placesOfRows(page: ProductPage): number[] {
  if (page.items.length > 0) return placesOf(page)
  return page.setAside.map((_, index) => (page.page - 1) * page.pageSize + 1 + index)
}

/**
 * The row that a person has on top of the list, told by its place (1-based, in the whole result), so that it can be found
 * again in pages of another size and in the list without pages.
 */
export function useTopRow(
  table: Readonly<Ref<ScrollingTable | null>>,
  { page, rowHeight, scrollTop }: ListLayout
): { place: () => number; bring: (place: number) => void; forget: () => void } {
  /** What was brought last, its row, and the one that was on top then: near the end of a page that is another one. */
  let brought: { place: number; index: number; first: number } | null = null

  /** Whether what was brought still stands where it was put: nobody has scrolled since. */
  function isUntouched({ index, first }: { index: number; first: number }, now: number): boolean {
    const isOnTop = Math.abs(scrollTop() - index * rowHeight()) < 1
    return now === first && (isOnTop || first !== index)
  }

  /** The first row that is in sight as a whole. */
  function firstWhole(first: number): number {
    const hidden = scrollTop() - first * rowHeight()
    return hidden >= 1 && hidden < rowHeight() ? first + 1 : first
  }

  function place(): number {
    const first = table.value?.firstVisible() ?? 0
    // Going back and forth leads back to the same row.
    if (brought && isUntouched(brought, first)) return brought.place
    const row = firstWhole(first)
    const shown = page()
    if (shown === null) return row + 1
    const places = placesOfRows(shown)
    return places[Math.min(row, places.length - 1)] ?? 1
  }

  function bring(wanted: number): void {
    const shown = page()
    const places = shown ? placesOfRows(shown) : []
    const found = places.findIndex((each) => each >= wanted)
    const index = shown === null ? wanted - 1 : found < 0 ? Math.max(0, places.length - 1) : found
    table.value?.scrollToRow(index)
    const first = table.value?.firstVisible() ?? 0
    brought = { place: wanted, index, first: shown === null ? index : first }
    if (shown === null || first === index) return
    // The table has not all of its rows yet: as far as it went, unless someone has scrolled on meanwhile.
    onceComplete(() => {
      if (page() !== shown || table.value?.firstVisible() !== first) return
      table.value.scrollToRow(index)
      brought = { place: wanted, index, first: table.value.firstVisible() }
    })
  }

  return { place, bring, forget: () => (brought = null) }
}
