import { watch, type Ref } from 'vue'
import type { Connection } from '../../../electron/contract/connection'
import { useCommands } from '../../shared/commands/use-commands'
import type { Failure } from '../../../electron/contract/failure'
import type { ListMode } from '../../../electron/contract/view'
import { isUnfiltered } from '../../../electron/contract/empty-query'
import { useProducts, useView } from '../catalog'
import { usePictures } from '../pictures'
import { useCatalogChanges, useNetwork, useSync } from '../sync'
import { isOfTheKeychain, isOfTheNetwork } from '../../shared/data/failure-kinds'
import { useListPlace } from './use-list-place'
import { useReadAhead } from './use-page-prefetch'
import type { ScrollingTable } from './use-top-row'
import { useBackOnline, useLeaving } from '../../shared/ui/use-window-events'

export interface ProductListActions {
  onScroll: (top: number) => void
  setLimit: (limit: number) => void
  setMode: (mode: ListMode) => void
  refresh: () => void
}

/**
 * Ties the store of pages to the page that shows them: keeps the place, runs keys and menu commands, reads again what
 * changed in the copy, asks again when the network is back. `find` is run for the command of that name.
 */
export function useProductList(
  connection: () => Connection,
  table: Readonly<Ref<ScrollingTable | null>>,
  find: () => void
): ProductListActions {
  const products = useProducts()
  const pictures = usePictures()
  const view = useView()
  const sync = useSync()
  const network = useNetwork()
  const place = useListPlace(connection, table)

  /** A narrowed list is as young as the copy: only a sync brings it anything new. */
  function refresh(): void {
    pictures.retryPassing()
    const isStoresOwn = isUnfiltered(products.productQuery)
    if (!isStoresOwn) void sync.start(connection().id)
    if (isStoresOwn || products.failed) void products.refresh()
  }

  function turnTo(page: number): void {
    const isPossible = page >= 1 && (page <= products.wanted.page || products.hasNext)
    if (view.state.mode === 'paged' && isPossible) void products.goTo(page)
  }

  const isPaged = (): boolean => view.state.mode === 'paged'
  const isAfterFirst = (): boolean => isPaged() && products.wanted.page > 1
  const isBeforeLast = (): boolean => isPaged() && products.hasNext
  useCommands({
    refresh: { run: refresh },
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

  useReadAhead(connection)
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
    if (stands(isOfTheNetwork)) void products.refresh()
    // The page may be from the copy and well, and only its pictures could not be fetched.
    pictures.retryPassing()
  }

  useBackOnline(askAgain)
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
      if (before === 'unreadable' && now !== 'missing' && stands(isOfTheKeychain)) refresh()
    }
  )
  useLeaving(() => void view.flush())

  return { ...place, refresh }
}
