import { nextTick, onScopeDispose, watch, type Ref } from 'vue'
import type { Connection } from '../../../electron/contract/connection'
import type { ListMode, ViewState } from '../../../electron/contract/view'
import { rowHeight } from '../../shared/list/row-height'
import { pageOfPlace, placesOf } from '../../shared/format/places'
import { isUnfiltered } from '../../../electron/contract/empty-query'
import { useProductDetails, useProducts, useView, type WantedPage } from '../catalog'
import { afterPaint } from '../../shared/ui/after-paint'
import { useLeaving } from '../../shared/ui/use-leaving'
import type { Product, ProductPage } from '../../../electron/contract/product'
import { call } from '../../bridge'
import { useLeftRows, type MovedRows } from './use-left-rows'

/** The top of the page that has the first item of this one, with so many items on each page. */
function inPagesOf(limit: number, from: WantedPage): Pick<ViewState, 'page' | 'limit' | 'scrollTop'> {
  return { page: pageOfPlace((from.page - 1) * from.limit + 1, limit), limit, scrollTop: 0 }
}

/**
 * Where a person is in the list: opens the connection's list as it was left, keeps page, scroll, search, filters and order, and
 * holds on to the row in sight when the page size or the way of scrolling changes. `onRestored` is told once it is as it was left.
 */
export function useListPlace(
  connection: () => Connection,
  table: Readonly<Ref<ScrollingTable | null>>,
  onRestored: () => void = () => undefined
): { onScroll: (top: number) => void; setLimit: (limit: number) => void; setMode: (mode: ListMode) => void } {
  const products = useProducts()
  const view = useView()
  const details = useProductDetails()
  const leftRows = useLeftRows(() => connection().id)
  let restore: ViewState | null = null
  /** Where what is to be restored stands by now; null: where it stood. */
  let moved: MovedRows | null = null
  let scrollTop = 0
  /** How the list was left is being read. */
  let isOpening = false
  /** Its page has gone. */
  let isGone = false
  onScopeDispose(() => {
    keepNow()
    if (table.value && restore === null)
      leftRows.keep(table.value.firstVisible(), isCurrentInSight(table.value))
    isGone = true
  })
  /** The items per page that a person chose meanwhile. */
  let early: number | null = null
  const isPaged = (): boolean => view.state.mode === 'paged'
  /** At a text size of 100 %, as scroll positions are. The gallery counts tiles, which have no height of their own. */
  const heightOfRows = (): number => (view.state.layout === 'gallery' ? 0 : rowHeight(view.state.density, 1))
  const topRow = useTopRow(table, {
    page: () => (isPaged() ? products.shown : null),
    rowHeight: heightOfRows,
    scrollTop: () => scrollTop
  })

  async function open(): Promise<void> {
    isOpening = true
    const kept = await view.open()
    moved = isGone ? null : await leftRows.moved(kept)
    if (isGone) return
    isOpening = false
    if (early !== null) view.keep(inPagesOf(early, kept))
    early = null
    const left = view.state
    restore = left
    scrollTop = left.scrollTop
    topRow.forget()
    const { baseUrl, apiPath } = connection()
    const { page, limit, search, filters, or, sort } = left
    await products.open({ page, limit }, baseUrl + apiPath, { search, filters, or, sort })
  }

  /** Where the list has a product, 1-based in the whole result; null: it does not. */
  async function placeOf({ id, position }: Product, page: ProductPage): Promise<number | null> {
    const here = placesOf(page)[page.items.findIndex((each) => each.id === id)]
    if (here !== undefined) return here
    const productQuery = products.shownFor
    if (isUnfiltered(productQuery)) return position
    const answer = await call('products:place', {
      connectionId: connection().id,
      productQuery,
      productId: id
    })
    return answer.ok ? answer.value : null
  }

  /** Brings the row into sight of the product to whose details a person was led, where the list has it. */
  async function bringDetailed(): Promise<void> {
    const page = products.shown
    // The list that was there before may not have it.
    const isWanted = products.shownFor === products.productQuery
    // Nor is it in sight for long in one that is yet to be as it was left.
    const isComing = isOpening || restore !== null
    if (!page || !table.value || !details.wantsRow || !isWanted || isComing) return
    const product = details.shown?.product ?? null
    const wanted = product && (await placeOf(product, page))
    // The list was read anew meanwhile: there it is looked for again.
    if (products.shown !== page) return
    details.wantsRow = false
    if (product === null || wanted === null || details.shown?.product.id !== product.id) return
    const before = isPaged() ? (pageOfPlace(wanted, page.pageSize) - 1) * page.pageSize : 0
    details.follow(product, wanted - 1 - before)
    if (isPaged() && pageOfPlace(wanted, page.pageSize) !== page.page)
      void products.setLimit(page.limit, wanted)
    else topRow.bring(wanted)
  }

  // From the list itself, as by the palette: it is there already.
  watch(
    () => details.wantsRow,
    async () => {
      await nextTick()
      void bringDetailed()
    }
  )

  const isOpen = (): boolean => products.isOpen && view.isRead

  function keep(): void {
    const page = products.shown
    if (page && isOpen()) view.keep({ page: page.page, limit: page.limit, scrollTop })
  }

  function onScroll(top: number): void {
    scrollTop = Math.max(0, top)
    keep()
  }

  /** Where the current product stands among the rows; undefined: nowhere. */
  function currentRow(): number | undefined {
    const index = details.shown?.index ?? -1
    return index < 0 ? undefined : index
  }

  function isCurrentInSight(list: ScrollingTable): boolean {
    const row = currentRow()
    return row !== undefined && list.isInSight(row)
  }

  /** Where the list stands now: of its scrolling it tells a moment later. */
  function keepNow(): void {
    const top = isOpening || restore !== null ? null : (table.value?.position() ?? null)
    if (top !== null && top !== scrollTop) onScroll(top)
  }

  useLeaving(() => {
    keepNow()
    void view.flush()
  })

  /** Another page begins at its top, unless the person comes back to it or follows an item. */
  function place(turned: boolean): void {
    const page = products.shown
    if (!page || !table.value) return
    const anchor = products.anchor
    if (restore?.page === page.page && restore.limit === page.limit) {
      const { value: list } = table
      if (moved === null)
        list.scrollTo(restore.scrollTop, leftRows.isCurrentSeen() ? currentRow() : undefined)
      else follow(list, restore, moved)
      moved = null
    } else if (anchor !== null && pageOfPlace(anchor, page.pageSize) === page.page) {
      topRow.bring(anchor)
      products.anchor = null
    } else if (turned) {
      topRow.forget()
      table.value.scrollTo(0)
    }
    const isRestored = restore !== null
    restore = null
    if (isRestored) onRestored()
  }

  /** What stood on top when the list was left stands there again, and the current product is looked for as far from it as it was. */
  function follow(list: ScrollingTable, { scrollTop: top }: ViewState, { by, first }: MovedRows): void {
    const height = heightOfRows()
    const row = currentRow()
    const now = row === undefined ? undefined : Math.max(0, row + by)
    if (details.shown && now !== undefined) details.follow(details.shown.product, now)
    if (height === 0) list.scrollToRow(first)
    else list.scrollTo(Math.max(0, top + by * height), leftRows.isCurrentSeen() ? now : undefined)
  }

  watch(
    [() => products.shown, () => products.shownFor] as const,
    async ([page, productQuery], [before, queryBefore]) => {
      await nextTick()
      const turned = page?.page !== before?.page || page?.limit !== before?.limit
      place(turned || productQuery !== queryBefore)
      void bringDetailed()
      keep()
    }
  )
  watch(
    () => products.productQuery,
    ({ search, filters, or, sort }) => {
      if (isOpen()) view.keep({ search, filters, or, sort })
    }
  )

  /** The choice holds from the beginning on, also where no page has come yet, or none ever does. */
  function setLimit(limit: number): void {
    if (isOpening) early = limit
    else if (products.shown) void products.setLimit(limit, topRow.place())
    else {
      const top = inPagesOf(limit, products.wanted)
      view.keep(top)
      void products.setLimit(limit, (top.page - 1) * limit + 1)
    }
  }

  function setMode(mode: ListMode): void {
    if (mode === view.state.mode) return
    const first = topRow.place()
    // The other table begins at its top, and says so only once it is scrolled.
    scrollTop = 0
    view.keep({ mode, scrollTop })
    if (mode === 'paged') void products.setLimit(products.wanted.limit, first)
    else void nextTick(() => topRow.bring(first))
  }

  // Before the other layout takes the place of this one: what was on top is on top there.
  watch(
    () => view.state.layout,
    () => {
      if (!table.value || !isOpen()) return
      const first = table.value.firstVisible()
      scrollTop = 0
      void nextTick(() => table.value?.scrollToRow(first))
    }
  )

  // A connection whose address changed is asked again; the place is kept.
  watch([() => connection().baseUrl, () => connection().apiPath], () => void open(), { immediate: true })

  return { onScroll, setLimit, setMode }
}

/** What the list needs of its table: where it is scrolled to. Rows are counted from 0. */
export interface ScrollingTable {
  firstVisible: () => number
  isInSight: (index: number) => boolean
  /** What `scrollTo` takes, CSS pixels at a text size of 100 %; null: it is not yet where it is to be. */
  position: () => number | null
  /** What is `seen` there is brought into sight where there is no room for it. */
  scrollTo: (top: number, seen?: number) => void
  scrollToRow: (index: number) => void
}

/** The list as it is laid out. */
interface ListLayout {
  /** The page whose rows the table has; null: it has the whole result, or nothing yet. */
  page: () => ProductPage | null
  /** CSS pixels at a text size of 100 %. */
  rowHeight: () => number
  /** How far the table is scrolled, in the same. */
  scrollTop: () => number
}

/** Runs when what was rendered now is painted, and rows that a table leaves for after that are there. */
function onceComplete(run: () => void): void {
  afterPaint(() => void nextTick(run))
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
