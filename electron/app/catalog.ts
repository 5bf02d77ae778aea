import { join } from 'node:path'
import type { StoreClient, StorePage } from '../api/types'
import {
  createProductService,
  type ProductService,
  type ProductServiceDeps
} from '../catalog/product-service'
import { createCatalogDb, type CatalogDbDeps } from '../catalog/catalog-db'
import type { CatalogDb } from '../catalog/types'
import { storeTextOf } from '../connections/demo'
import type { NetworkState } from '../contract/coverage'
import { quitting, settledWithin } from '../async/with-timeout'
import { createHistory, type History } from '../history/history'
import { fail, type Result } from '../contract/failure'
import type { SyncSchedule, SyncState } from '../contract/sync'
import type { AppLog } from '../log/log'
import type { PreferencesStore } from '../settings/preferences'
import type { SettingsStore } from '../settings/settings'
import { createReachability, type Reachability } from '../sync/reachability'
import { createSyncs, type Syncs } from '../sync/syncs'

export interface CatalogPartsDeps extends Pick<
  ProductServiceDeps,
  'addressOf' | 'credentialsOf' | 'registerPicture'
> {
  client: Pick<StoreClient, 'fetchPage' | 'fetchAnswer'>
  settings: SettingsStore
  preferences: Pick<PreferencesStore, 'get' | 'isLocked'>
  /** How often the organisation has a connection synced until a person says otherwise, where it says so. */
  firstScheduleOf: (connectionId: string) => SyncSchedule | undefined
  /** The built entries of the copy's threads. */
  threads: Pick<CatalogDbDeps, 'readerFile' | 'writerFile'>
  /** Holds a folder for each connection. */
  connectionsFolder: string
  /** Whether this computer has any network. */
  isOnline: () => boolean
  /** Told after each write, with the connection's id. */
  onCatalog: (connectionId: string) => void
  /** Told when a copy was damaged and begins anew, with the connection's id. */
  onRebuilt: (connectionId: string) => void
  onSync: (state: SyncState) => void
  onNetwork: (state: NetworkState) => void
  log: AppLog
}

export interface CatalogParts {
  copy: CatalogDb
  catalog: ProductService
  history: History
  syncs: Syncs
  reachability: Reachability
  /** What is known and kept of a connection's products goes; settles when the copy is gone. Fails as `CatalogCopy.forget`. */
  forget(connectionId: string): Promise<Result<null>>
  /** Takes in a page of this connection that was read for another reason, at `at` (ms since 1970). */
  takePage(connectionId: string, page: StorePage, at: number): Promise<unknown>
  /** The same store is asked with another key from now on. */
  keyChanged(connectionId: string): void
  /** The connections that there are now, and which of them is looked at. */
  follow(connectionIds: string[], activeId: string | null): void
  close(): Promise<void>
}

/** Puts together what shows a store's products and keeps the copy of them. */
export function composeCatalog(deps: CatalogPartsDeps): CatalogParts {
  const { addressOf, credentialsOf, client, settings, preferences, log, registerPicture } = deps
  /** A schedule that the organisation has set is that of every connection. */
  const scheduleOf = (id: string): SyncSchedule => {
    const general = preferences.get().syncSchedule
    if (preferences.isLocked('syncSchedule')) return general
    return settings.get().schedules[id] ?? deps.firstScheduleOf(id) ?? general
  }
  /** Pages and sync ask the same store: what it tells one of them of a wait holds for the other too. */
  const tellsOf =
    (other: () => ProductService | Syncs): ProductServiceDeps['onReached'] =>
    (id, failure) => {
      if (failure) other().onStoreBackoff(id, failure)
      reachability.report(id, failure)
    }
  const copy = createCatalogDb({
    folderOf: (id) => join(deps.connectionsFolder, id),
    storeOf: (id) => storeTextOf(id, addressOf(id)),
    ...deps.threads,
    log,
    onRebuilt(id) {
      deps.onRebuilt(id)
      refill(id)
    }
  })
  const catalog = createProductService({
    addressOf,
    credentialsOf,
    client,
    copy,
    registerPicture,
    onReached: tellsOf(() => syncs),
    onDrop: (id) => syncs.startForShrink(id)
  })
  const syncs = createSyncs({
    copy,
    client,
    addressOf,
    credentialsOf,
    scheduleOf,
    async keepSchedule(id, schedule) {
      if (preferences.isLocked('syncSchedule')) return fail('setting-locked', { field: 'syncSchedule' })
      return settings.change((current) => ({
        ...current,
        schedules: { ...current.schedules, [id]: schedule }
      }))
    },
    onChange: deps.onSync,
    onReached: tellsOf(() => catalog),
    log
  })
  const reachability = createReachability({
    isOnline: deps.isOnline,
    probe: (id) => catalog.probe(id),
    onChange: deps.onNetwork,
    onBack: (id) => syncs.networkBack(id),
    log
  })
  copy.onChange(deps.onCatalog)
  /** Connections whose store or copy is just being left: what is begun for them now would be lost. */
  const leaving = new Set<string>()
  const refilled = new Set<string>()

  /** Reads the list into a copy that was built anew; once, since a disk may go on failing. */
  function refill(id: string): void {
    if (refilled.has(id) || syncs.state(id).schedule === 'off') return
    refilled.add(id)
    syncs.restart(id)
  }

  return {
    copy,
    catalog,
    history: createHistory({ copy: copy.history, addressOf, registerPicture }),
    syncs,
    reachability,
    async forget(id) {
      catalog.forget(id)
      reachability.forget(id)
      leaving.add(id)
      // A run that still waits for the key waits for this very change; it is over once it has been told so.
      await settledWithin(syncs.forget(id), quitting.syncs)
      const forgotten = await copy.forget(id)
      leaving.delete(id)
      return forgotten
    },
    takePage: (id, page, at) => copy.save(id, page, at),
    keyChanged(id) {
      catalog.keyChanged(id)
      syncs.keyChanged(id)
    },
    follow(ids, activeId) {
      catalog.focus(activeId)
      reachability.focus(activeId)
      // What is looked at comes first: each opens its copy.
      const order = (id: string): number => (id === activeId ? 0 : 1)
      const staying = ids.filter((id) => !leaving.has(id))
      syncs.follow(staying.toSorted((one, other) => order(one) - order(other)))
    },
    async close() {
      reachability.close()
      // A run writes how far it came before the copy is closed.
      await settledWithin(syncs.close(), quitting.syncs)
      await copy.close()
    }
  }
}
