import { useEventListener } from '@vueuse/core'
import { watch, type Ref, onScopeDispose } from 'vue'
import type { Connection } from '../../../electron/contract/connection'
import { useCommands } from '../../shared/commands/registry'
import type { Failure } from '../../../electron/contract/failure'
import type { ListMode } from '../../../electron/contract/view'
import { isUnfiltered } from '../../../electron/contract/empty-query'
import { useProductDetails, useProducts, useView } from '../catalog'
import { usePictures } from '../pictures'
import { useCatalogChanges, useNetwork, useSync } from '../sync'
import { isKeychainFailure, isNetworkFailure } from '../../shared/data/failure-kinds'
import { useListPlace, type ScrollingTable } from './use-list-place'
import { afterPaint } from '../../shared/ui/after-paint'
import { onConnectionEvent } from '../../shared/data/open-connection'
import { endStartup } from '../../bridge'

export interface ProductListActions {
  onScroll: (top: number) => void
  setLimit: (limit: number) => void
  setMode: (mode: ListMode) => void
  refresh: () => void
}

/**
 * Ties the store of pages to the page that shows them: keeps the place, runs keys and menu commands, reads again what
 * changed in the catalog, asks again when the network is back. `find` is run for the command of that name, `onRestored` once the list is
 * as it was left.
 */
export function useProductList(
  connection: () => Connection,
  table: Readonly<Ref<ScrollingTable | null>>,
  find: () => void,
  onRestored: () => void
): ProductListActions {
  const products = useProducts()
  const pictures = usePictures()
  const view = useView()
  const sync = useSync()
  const network = useNetwork()
  const place = useListPlace(connection, table, onRestored)

  /** Syncs the catalog, and meanwhile asks the store for what is on screen, where that is its own list, and for what failed. */
  function refresh(): void {
    pictures.retryPassing()
    void sync.start(connection().id)
    if (isUnfiltered(products.productQuery) || products.failed) void products.refresh()
  }

  function turnTo(page: number): void {
    const isPossible = page >= 1 && (page <= products.wanted.page || products.hasNext)
    if (view.state.mode === 'paged' && isPossible) void products.goTo(page)
  }

  const isPaged = (): boolean => view.state.mode === 'paged'
  const isAfterFirst = (): boolean => isPaged() && products.wanted.page > 1
  const isBeforeLast = (): boolean => isPaged() && products.hasNext
  useCommands({
    sync: { can: () => sync.of(connection().id)?.phase !== 'asking', run: refresh },
    find: { run: find },
    'next-page': { can: isBeforeLast, run: () => turnTo(products.wanted.page + 1) },
    'previous-page': { can: isAfterFirst, run: () => turnTo(products.wanted.page - 1) },
    'first-page': { can: isAfterFirst, run: () => turnTo(1) },
    'last-page': {
      can: () => isBeforeLast() && products.lastPage !== null,
      run: () => {
        if (products.lastPage !== null) turnTo(products.lastPage)
      }
    }
  })

  const details = useProductDetails()
  watch(
    () => details.shown?.product.id ?? null,
    (id) => (products.current = id),
    { immediate: true, flush: 'sync' }
  )
  usePagePrefetch(connection)
  useCatalogChanges(
    () => connection().id,
    () => void products.reread()
  )

  /** Whether something stands in the way of the page that may be over now. */
  function stands(mayBeOver: (failure: Failure) => boolean): boolean {
    const failure = products.failed?.failure ?? products.shown?.staleBecause
    return failure ? mayBeOver(failure) : false
  }

  function askAgain(): void {
    if (stands(isNetworkFailure)) void products.refresh()
    // The page may be from the catalog and well, and only its pictures could not be fetched.
    pictures.retryPassing()
  }

  useEventListener('online', askAgain)
  watch(
    () => network.of(connection().id)?.state,
    (now, before) => {
      if (now === 'online' && before !== undefined) askAgain()
    }
  )
  // The main process has found that a key may be read again: the keychain was unlocked, or answered late.
  watch(
    () => connection().credential,
    (now, before) => {
      if (before === 'unreadable' && now !== 'missing' && stands(isKeychainFailure)) refresh()
    }
  )

  return { ...place, refresh }
}

/** While the catalog changes, as a sync makes it do all the time, nothing is read ahead, ms. */
const quiet = 1000

/** Reads the pages beside the one on screen from the catalog when there is nothing else to do, and forgets them when it changes. */
function usePagePrefetch(connection: () => Connection): void {
  const products = useProducts()
  let waiting: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function whenIdle(): void {
    if (waiting !== undefined) cancelIdleCallback(waiting)
    waiting = requestIdleCallback(() => {
      waiting = undefined
      if (timer === undefined) void products.readAhead()
    })
  }

  function forget(): void {
    products.forgetAhead()
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      whenIdle()
    }, quiet)
  }

  watch(() => (products.fetch === 'idle' ? products.shown : null), whenIdle)
  // With another key the store is to be asked before its catalog is shown again.
  watch(connection, forget)
  onConnectionEvent(() => connection().id, ['catalog:changed', 'reviews:changed'], forget)
  onScopeDispose(() => {
    clearTimeout(timer)
    if (waiting !== undefined) cancelIdleCallback(waiting)
  })
}

/** Their names on the page's timeline. */
const [firstRows, rowsInUse] = ['first-rows', 'rows-in-use']

/**
 * Marks on the page's timeline when the first rows are painted, and when they can be used: what a person waits for after the app's
 * start. Developer tools show it, and the bench reads it.
 */
export function useFirstRowsMark(areThere: () => boolean): void {
  watch(areThere, () => afterPaint(mark), { once: true, flush: 'post' })
}

function mark(): void {
  for (const name of [firstRows, rowsInUse]) {
    if (performance.getEntriesByName(name).length === 0) performance.mark(name)
  }
  endStartup()
}
