import { nextTick, watch, type Ref } from 'vue'
import type { Connection } from '../../electron/contract/connection'
import type { Failure } from '../../electron/contract/failure'
import type { ViewState } from '../../electron/contract/view'
import { rangeOf } from '../format/places'
import { usePictures } from '../stores/pictures'
import { isOfTheKeychain, isOfTheNetwork } from '../stores/failure-kinds'
import { useProducts } from '../stores/products'
import { useView } from '../stores/view'
import { usePageCommands, type PageCommand } from './use-page-commands'
import { useBackOnline, useLeaving } from './use-window-events'

/** What the list needs of its table: where it is scrolled to. */
interface ScrollingTable {
  firstVisible: () => number
  scrollTo: (top: number) => void
  scrollToRow: (index: number) => void
}

/**
 * Ties the store of pages to the page that shows them: opens the connection where the person left it, keeps the
 * place, runs keys and menu commands, asks again when the network is back.
 */
export function useProductList(
  connection: () => Connection,
  table: Readonly<Ref<ScrollingTable | null>>
): { onScroll: (top: number) => void; setLimit: (limit: number) => void; refresh: () => void } {
  const products = useProducts()
  const pictures = usePictures()
  const view = useView()
  let restore: ViewState | null = null
  let scrollTop = 0

  async function open(id: string): Promise<void> {
    const place = await view.recall(id)
    if (connection().id !== id) return
    restore = place
    pictures.open(id)
    const { baseUrl, apiPath } = connection()
    await products.open(id, { page: place.page, limit: place.limit }, baseUrl + apiPath)
  }

  function keep(): void {
    const page = products.shown
    if (page?.connectionId !== connection().id) return
    view.keep(connection().id, { page: page.page, limit: page.limit, scrollTop })
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
    () => products.shown,
    async (page, before) => {
      await nextTick()
      place(page?.page !== before?.page || page?.limit !== before?.limit)
      keep()
    }
  )

  function setLimit(limit: number): void {
    const first = products.shown ? (rangeOf(products.shown)?.first ?? 1) : 1
    void products.setLimit(limit, first + (table.value?.firstVisible() ?? 0))
  }

  function refresh(): void {
    pictures.retryPassing()
    void products.refresh()
  }

  const commands: Record<PageCommand, () => void> = {
    refresh,
    'next-page': () => {
      if (products.hasNext) void products.goTo(products.wanted.page + 1)
    },
    'previous-page': () => {
      if (products.wanted.page > 1) void products.goTo(products.wanted.page - 1)
    },
    'first-page': () => void products.goTo(1),
    'last-page': () => {
      if (products.lastPage !== null) void products.goTo(products.lastPage)
    }
  }
  usePageCommands((command) => commands[command]())

  /** Whether something stands in the way of the page that may be over now. */
  function stands(mayBeOver: (failure: Failure) => boolean): boolean {
    const failure = products.failed?.failure ?? products.shown?.staleBecause
    return failure ? mayBeOver(failure) : false
  }

  useBackOnline(() => {
    if (stands(isOfTheNetwork)) refresh()
    // The page may be from memory and well, and only its pictures could not be fetched.
    else pictures.retryPassing()
  })
  // The main process has found that a key may be read again: the keychain was unlocked, or answered late.
  watch(
    () => connection().credential,
    (now, before) => {
      if (before === 'unreadable' && now !== 'missing' && stands(isOfTheKeychain)) refresh()
    }
  )
  useLeaving(() => void view.flush())

  // A connection whose address changed, or whose key was put right, is asked again; the place is kept.
  watch(
    [() => connection().id, () => connection().baseUrl, () => connection().apiPath],
    ([id]) => void open(id),
    { immediate: true }
  )

  return { onScroll, setLimit, refresh }
}
