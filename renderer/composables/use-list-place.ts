import { nextTick, watch, type Ref } from 'vue'
import type { Connection } from '../../electron/contract/connection'
import type { ListMode, ViewState } from '../../electron/contract/view'
import { rangeOf } from '../format/places'
import { usePictures } from '../stores/pictures'
import { useProducts } from '../stores/products'
import { useView } from '../stores/view'

/** What the list needs of its table: where it is scrolled to. Rows are counted from 0. */
export interface ScrollingTable {
  firstVisible: () => number
  scrollTo: (top: number) => void
  scrollToRow: (index: number) => void
}

/**
 * Where a person is in the list: opens a connection as it was left, keeps page, scroll, search, filters and order, and
 * holds on to the row in sight when the page size or the way of scrolling changes.
 */
export function useListPlace(
  connection: () => Connection,
  table: Readonly<Ref<ScrollingTable | null>>
): { onScroll: (top: number) => void; setLimit: (limit: number) => void; setMode: (mode: ListMode) => void } {
  const products = useProducts()
  const pictures = usePictures()
  const view = useView()
  let restore: ViewState | null = null
  let scrollTop = 0

  async function open(id: string): Promise<void> {
    const left = await view.open(id)
    if (connection().id !== id) return
    restore = left
    pictures.open(id)
    const { baseUrl, apiPath } = connection()
    const { page, limit, search, filters, sort } = left
    await products.open(id, { page, limit }, baseUrl + apiPath, { search, filters, sort })
  }

  /** Whether both stores stand where this page is: at the start they get there one after the other. */
  function isHere(): boolean {
    const { id } = connection()
    return products.connectionId === id && view.connectionId === id
  }

  function keep(): void {
    const page = products.shown
    if (page && isHere()) view.keep({ page: page.page, limit: page.limit, scrollTop })
  }

  function onScroll(top: number): void {
    scrollTop = Math.max(0, top)
    keep()
  }

  /** Another page begins at its top, unless the person comes back to it or follows an item. */
  function place(turned: boolean): void {
    const page = products.shown
    if (!page || !table.value) return
    const range = rangeOf(page)
    const anchor = products.anchor
    if (restore?.page === page.page && restore.limit === page.limit) {
      table.value.scrollTo(restore.scrollTop)
    } else if (anchor !== null && range && anchor >= range.first && anchor <= range.last) {
      table.value.scrollToRow(anchor - range.first)
      products.anchor = null
    } else if (turned) table.value.scrollTo(0)
    restore = null
  }

  watch(
    [() => products.shown, () => products.shownFor] as const,
    async ([page, narrowing], [before, narrowingBefore]) => {
      await nextTick()
      const turned = page?.page !== before?.page || page?.limit !== before?.limit
      place(turned || narrowing !== narrowingBefore)
      keep()
    }
  )
  watch(
    () => products.narrowing,
    ({ search, filters, sort }) => {
      if (isHere()) view.keep({ search, filters, sort })
    }
  )

  /** The place in the whole result, 1-based, of the topmost row in sight. */
  function firstPlace(): number {
    const row = table.value?.firstVisible() ?? 0
    if (view.state.mode === 'continuous') return row + 1
    const range = products.shown ? rangeOf(products.shown) : null
    return (range?.first ?? 1) + row
  }

  function setLimit(limit: number): void {
    void products.setLimit(limit, firstPlace())
  }

  function setMode(mode: ListMode): void {
    if (mode === view.state.mode) return
    const first = firstPlace()
    view.keep({ mode })
    if (mode === 'paged') void products.setLimit(products.wanted.limit, first)
    else void nextTick(() => table.value?.scrollToRow(first - 1))
  }

  // Before the other layout takes the place of this one: what was on top is on top there.
  watch(
    () => view.state.layout,
    (_, before) => {
      if (!table.value || before === undefined || !isHere()) return
      const first = table.value.firstVisible()
      scrollTop = 0
      void nextTick(() => table.value?.scrollToRow(first))
    }
  )

  // A connection whose address changed, or whose key was put right, is asked again; the place is kept.
  watch(
    [() => connection().id, () => connection().baseUrl, () => connection().apiPath],
    ([id]) => void open(id),
    { immediate: true }
  )

  return { onScroll, setLimit, setMode }
}
