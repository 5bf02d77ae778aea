import type { StoreClient } from '../api/types'
import { demoId, storeKeyOf } from '../connections/demo'
import type { OfferedConnection } from '../contract/connection'
import type { Result } from '../contract/failure'
import type { SyncState } from '../contract/sync'
import type { PictureDecoder } from '../images/decode/decoder-port'
import type { ImageService } from '../images/image-service'
import type { AppLog } from '../log/log'
import type { AppPaths } from './paths'
import type { ManagedConnection } from '../settings/managed/connections'
import type { PreferencesStore } from '../settings/preferences'
import type { SettingsStore } from '../settings/settings'
import { composeAudit, type AuditParts } from './audit'
import { composeCatalog, type CatalogParts } from './catalog'
import { composeConnections, type ConnectionParts } from './connections'
import { composePictures, type PictureParts } from './pictures'
import { composeReviews, type ReviewParts, type ReviewPartsDeps } from './reviews'
import type { Surroundings, Ways } from './platform'
import type { ThreadFiles } from './thread-files'

export interface StorePartsDeps {
  settings: SettingsStore
  preferences: PreferencesStore
  /** The stores that the organisation has set up. */
  offered: readonly ManagedConnection[]
  paths: Pick<AppPaths, 'connectionsFolder' | 'picturesFolder' | 'removedReviewsFolder' | 'demoFolder'>
  threads: ThreadFiles
  ways: Ways
  client: StoreClient
  decoder: PictureDecoder
  surroundings: Pick<Surroundings, 'tell' | 'ask' | 'isOnline'>
  onSync: (state: SyncState) => void
  /** A connection is about to go, and its copy with it; settles when nothing else reads that any more. */
  onForget: (id: string) => Promise<void>
  /** As `ReviewsDeps.readers`. */
  reviewReaders: NonNullable<ReviewPartsDeps['readers']>
  log: AppLog
}

/** The stores that are connected, and what is kept of each: its catalog, pictures, reviews and findings. */
export interface StoreParts extends ConnectionParts {
  products: CatalogParts
  pictureCare: PictureParts
  reviewParts: ReviewParts
  auditParts: AuditParts
  /** From now on what goes on for each connection does: syncs, audits, pictures for later, backups. */
  begin(): void
  /** Closes all of it once `readers` have: they read the copies. */
  close(readers: Promise<unknown>): Promise<unknown>
}

/** Puts together what belongs to stores. Each part knows of the others only what it is handed here. */
export function composeStores(deps: StorePartsDeps): StoreParts {
  const { settings, preferences, client, ways, decoder, threads, offered, log } = deps
  const { connectionsFolder, picturesFolder, removedReviewsFolder } = deps.paths
  const { tell, ask, isOnline } = deps.surroundings
  const registerPicture: ImageService['register'] = (...picture) => pictureCare.pictures.register(...picture)

  const offerOf = (id: string): ManagedConnection | undefined => offered.find((offer) => offer.id === id)
  const stores = composeConnections({
    settings,
    offered: offered.map(asShown),
    demoFolder: deps.paths.demoFolder,
    connectionsFolder,
    client,
    onSecret: (secret) => log.redactor.register(secret),
    onChange() {
      follow()
      tell('connections:changed', null)
    },
    async onForget(id, store) {
      // At once: a page that is on its way is of the store before.
      products.catalog.forget(id)
      await deps.onForget(id)
      const left: Result<null>[] = []
      await pictureCare.forget(id, async () => {
        left.push(await auditParts.forget(id, async () => void left.push(await products.forget(id))))
      })
      left.push(await reviewParts.reviews.leave(id, store.baseUrl === '' ? undefined : store))
      return left.every(({ ok }) => ok)
    },
    onKeyChanged: (id) => products.keyChanged(id),
    onPage: (id, page, at) => products.takePage(id, page, at)
  })
  const { connections } = stores
  const pictureCare = composePictures({
    settings,
    preferences,
    ...ways,
    decoder,
    threadFile: threads.pictures,
    folder: picturesFolder,
    storeUrl: (id) => connections.addressOf(id)?.baseUrl ?? null,
    hostsOf: (id) => offerOf(id)?.pictureHosts ?? [],
    connectionIds: () => connections.ids(),
    copy: () => products.copy.pictures,
    onFound: (id) => auditParts.audits.copyChanged(id),
    syncState: (id) => products.syncs.state(id),
    isOnline,
    onGathering: (state) => tell('pictures:gathering-changed', state),
    onStorage: (state) => tell('pictures:storage-changed', state),
    log
  })
  const products = composeCatalog({
    settings,
    preferences,
    client,
    threads: { readerFile: threads.reader, writerFile: threads.writer },
    connectionsFolder,
    firstScheduleOf: (id) => offerOf(id)?.syncSchedule,
    addressOf: (id) => connections.addressOf(id),
    credentialsOf: (id, store) => connections.credentialsOf(id, store),
    registerPicture,
    isOnline,
    onCatalog: (connectionId) => tell('catalog:changed', { connectionId }),
    onRebuilt(connectionId) {
      tell('catalog:rebuilt', { connectionId })
      pictureCare.prefetcher.syncEnded(connectionId)
    },
    onSync(state) {
      tell('sync:changed', state)
      pictureCare.syncChanged(state)
      auditParts.syncChanged(state)
      deps.onSync(state)
    },
    onNetwork(state) {
      tell('network:changed', state)
      pictureCare.networkChanged(state)
    },
    log
  })
  const reviewParts = composeReviews({
    settings,
    threadFile: threads.reviews,
    connectionsFolder,
    removedFolder: removedReviewsFolder,
    storeOf: (id) => storeKeyOf(id, connections.addressOf(id)),
    askWhereToShare: ask.shareReviews,
    askWhatToMerge: ask.mergeReviews,
    askBackupFolder: ask.backupFolder,
    onMerge: (progress) => tell('reviews:merge-changed', progress),
    onBackupFolder: (state) => tell('reviews:backup-folder-changed', state),
    copy: products.copy,
    registerPicture,
    readers: deps.reviewReaders,
    onChange: (connectionId, productIds) => tell('reviews:changed', { connectionId, productIds }),
    log
  })
  const auditParts = composeAudit({
    settings,
    threadFile: threads.audit,
    connectionsFolder,
    currencyOf: (id) => connections.currencyOf(id),
    copy: products.copy,
    reviews: reviewParts.reviews,
    syncState: (id) => products.syncs.state(id),
    onChange: (state) => tell('audit:changed', state),
    log
  })

  let hasBegun = false

  function follow(): void {
    if (!hasBegun) return
    const now = [connections.ids(), connections.activeId()] as const
    products.follow(...now)
    pictureCare.follow(...now)
    auditParts.audits.follow(...now)
    reviewParts.reviews.follow(...now)
  }

  /** Settings that could not be read say nothing of who owns a folder. */
  async function findOwnerless(): Promise<void> {
    if (settings.isReadOnly) return
    const { connections: saved, removals } = settings.get()
    const owners = [...saved, ...removals].map(({ id }) => id)
    await reviewParts.reviews.putAwayOwnerless(connectionsFolder, [...owners, demoId])
  }

  return {
    ...stores,
    products,
    pictureCare,
    reviewParts,
    auditParts,
    begin() {
      if (hasBegun) return
      hasBegun = true
      follow()
      void findOwnerless()
    },
    close(readers) {
      // What was found of pictures goes into the copies before they are closed.
      const copies = Promise.all([readers, pictureCare.stop(), auditParts.audits.close()]).then(() =>
        products.close()
      )
      return Promise.all([copies, reviewParts.reviews.close(), connections.close(), pictureCare.close()])
    }
  }
}

/** What of a store that the organisation has set up is for the page. */
function asShown(offer: ManagedConnection): OfferedConnection {
  const { id, name, baseUrl, apiPath, currency, locale, httpAllowed } = offer
  return { id, name, baseUrl, apiPath, currency, locale, httpAllowed }
}
