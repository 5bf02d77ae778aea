import { isHost } from '../api/address'
import { settledWithin } from '../async/with-timeout'
import type { CatalogPictures } from '../catalog/types'
import type { ParsedInput } from '../contract/channels'
import type { NetworkState } from '../contract/coverage'
import { fail, ok, type Result } from '../contract/failure'
import { forConnections, type HandlersOf } from '../contract/bridge'
import { type PictureStorage, type PrefetchState, type SavedPicture } from '../contract/picture'
import { defaultPictureKeeping } from '../contract/picture-values'
import type { SyncPhase, SyncState } from '../contract/sync'
import { workingPhases } from '../contract/sync-values'
import type { AppLog } from '../log/log'
import type { PreferencesStore, Settings, SettingsStore } from '../settings'
import { createPrivateStores, resolveBySystem } from './fetch/private-network'
import { createFindingBuffer } from './finding-buffer'
import { ImageService } from './image-service'
import { createImagePrefetcher, type ImagePrefetcher } from './prefetch/prefetcher'
import type { PrefetchSettings } from './prefetch/types'
import { savePicture } from './save-image'
import type { ImageServiceDeps } from './types'

export { createDecoder } from './decode/decoder'
export { spawnUtilityDecoder, type DecoderPort, type PictureDecoder } from './decode/decoder-port'
export { resolveBySystem } from './fetch/private-network'
export { createFilePictures, type GetFilePicture } from './save-image'
export type { ImageService } from './image-service'
export type { ImagePrefetcher } from './prefetch/prefetcher'

/** Longest wait for the end of running work, ms. */
const endPatience = 1000
/** Most hosts that may be allowed for a connection. */
const mostHosts = 100

interface ImagesDeps extends Omit<
  ImageServiceDeps,
  'allowedHosts' | 'isPrivateStore' | 'limit' | 'onFinding' | 'onStorage' | 'onLost' | 'log'
> {
  settings: SettingsStore
  preferences: Pick<PreferencesStore, 'get' | 'set'>
  /** Hosts that the organization allows for this connection, besides the person's own. */
  hostsOf: (connectionId: string) => readonly string[]
  /** All connections. */
  connectionIds: () => readonly string[]
  /** The catalog and the syncs are put together with the pictures' names, so that they come later. */
  catalog: () => CatalogPictures
  /** Origin of a store; null: there is no such connection. */
  originOf: (connectionId: string) => string | null
  /** Asks the person where to save a picture, and offers a name; null: the person canceled. */
  askWhereToSave: (fileName: string) => Promise<string | null>
  isKnown: (connectionId: string) => boolean
  syncState: (connectionId: string) => Pick<SyncState, 'phase'>
  isOnline: () => boolean
  /** Findings of pictures were saved in the catalog. */
  onFound?: (connectionId: string) => void
  onStorage: (state: PictureStorage) => void
  /** Often while pictures are fetched. */
  onPrefetch: (state: PrefetchState) => void
  log: AppLog
}

export interface Images {
  service: ImageService
  prefetcher: ImagePrefetcher
  handlers: HandlersOf<'pictures'>
  /** A page of the store with this origin came from this IP address; null: through a proxy. */
  storeSeen(origin: string, address: string | null): void
  /** The limit has changed: pictures above it are removed. */
  limitChanged(): Promise<PictureStorage>
  syncChanged(state: SyncState): void
  networkChanged(state: NetworkState): void
  /** All connections, and which of them is open. */
  follow(connectionIds: string[], activeId: string | null): void
  /** Removes all pictures of a connection, while `leave` removes the rest of it. */
  forget(connectionId: string, leave: () => Promise<void>): Promise<void>
  /** Ends what writes into the catalogs, which are closed after it. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Puts together the parts that fetch, store and describe pictures. */
export function composeImages(deps: ImagesDeps): Images {
  const { settings, catalog, log } = deps
  const save: CatalogPictures['save'] = async (id, some, at) => {
    const saved = await catalog().save(id, some, at)
    if (saved.ok) deps.onFound?.(id)
    return saved
  }
  const found = createFindingBuffer({
    save,
    onLost: (id, products) => pictures.reportAgain(id, products),
    log
  })
  const pictures = new ImageService({
    ...deps,
    allowedHosts: (id) => [...deps.hostsOf(id), ...(settings.get().pictureHosts[id] ?? [])],
    isPrivateStore: (origin) => privateStores.has(origin),
    limit: () => deps.preferences.get().pictureLimit,
    onFinding: (id, products, address, finding) => found.add(id, products, address, finding),
    onStorage(state) {
      deps.onStorage(state)
      prefetcher.storageChanged(state)
    },
    onLost: () => void prefetcher.lost()
  })
  const privateStores = createPrivateStores({
    resolveName: deps.resolveName ?? resolveBySystem,
    onFound(origin) {
      for (const id of deps.connectionIds()) if (deps.originOf(id) === origin) tryRefusedAgain(id)
    }
  })
  const prefetcher = createImagePrefetcher({
    unchecked: (id, question) => catalog().unchecked(id, question),
    counts: (id, since) => catalog().counts(id, since),
    save,
    keepPicture: (id, address, sizes, signal) => pictures.keep(id, address, sizes, signal),
    keptPicture: (id, address, sizes) => pictures.kept(id, address, sizes),
    storage: () => pictures.storage(),
    settingsOf: (id) => prefetchSettingsIn(settings.get(), id),
    changeSettings: (id, change) =>
      settings.remember((current) => {
        const { keep, isPaused, since } = change(prefetchSettingsIn(current, id))
        return {
          ...current,
          pictureKeeping: { ...current.pictureKeeping, [id]: keep },
          pictureGathering: { ...current.pictureGathering, [id]: { paused: isPaused, since } }
        }
      }),
    isOnline: deps.isOnline,
    isSyncing: (id) => workingPhases.has(deps.syncState(id).phase),
    isLookedAt: () => pictures.isLookedAt(),
    onChange: deps.onPrefetch,
    log
  })
  /** Connections that are being removed: work begun for them now would be lost. */
  const leaving = new Set<string>()
  /** The last phase of each sync. */
  const phases = new Map<string, SyncPhase>()

  /** Tries the pictures again that were refused because of their address. */
  function tryRefusedAgain(id: string): void {
    pictures.hostAllowed(id)
    prefetcher.retryBroken(id)
  }

  async function limitChanged(): Promise<PictureStorage> {
    const storage = await pictures.setLimit(deps.preferences.get().pictureLimit)
    prefetcher.storageChanged(storage)
    return storage
  }

  /** Lets a connection's pictures come from a host in the person's own network. Fails with `input-invalid` or `storage-failed`. */
  async function allowHost(id: string, host: string): Promise<Result<null>> {
    const name = host.toLowerCase()
    if (!isHost(name)) return fail('input-invalid', { field: 'host' })
    const saved = await settings.change((current) => {
      const others = (current.pictureHosts[id] ?? []).filter((other) => other !== name)
      const hosts = [...others, name].slice(-mostHosts)
      return { ...current, pictureHosts: { ...current.pictureHosts, [id]: hosts } }
    })
    if (!saved.ok) return saved
    tryRefusedAgain(id)
    return saved
  }

  /** Sets how many bytes of the disk pictures may take. Fails with `setting-locked`. */
  async function setLimit(bytes: number): Promise<Result<PictureStorage>> {
    const saved = await deps.preferences.set({ pictureLimit: bytes })
    return saved.ok ? ok(await limitChanged()) : saved
  }

  /** Removes all pictures from the disk; those to be kept offline are fetched again. Fails with `storage-failed`. */
  async function clear(): Promise<Result<PictureStorage>> {
    const storage = await pictures.clear()
    await prefetcher.cleared()
    return storage.because === null ? ok(storage) : { ok: false, failure: storage.because }
  }

  return {
    service: pictures,
    prefetcher,
    handlers: pictureHandlers({
      pictures,
      prefetcher,
      allowHost,
      setLimit,
      clear,
      savePicture: (picture) => savePicture({ pictures, askWhere: deps.askWhereToSave }, picture),
      isKnown: deps.isKnown
    }),
    storeSeen: (origin, address) => privateStores.seen(origin, address),
    limitChanged,
    syncChanged({ connectionId, phase }) {
      const before = phases.get(connectionId) ?? 'idle'
      phases.set(connectionId, phase)
      if (before === phase) return
      if (phase === 'idle') prefetcher.syncEnded(connectionId)
      else prefetcher.syncChanged(connectionId)
    },
    networkChanged({ connectionId, state }) {
      if (state === 'online') prefetcher.networkBack(connectionId)
      else if (state === 'no-network') prefetcher.networkLost()
    },
    follow(ids, activeId) {
      const staying = ids.filter((id) => !leaving.has(id))
      prefetcher.follow(staying, activeId)
    },
    async forget(id, leave) {
      leaving.add(id)
      found.refuse(id)
      await settledWithin(prefetcher.forget(id), endPatience)
      await Promise.all([pictures.forget(id), leave()])
      phases.delete(id)
      found.admit(id)
      leaving.delete(id)
    },
    stop: () => settledWithin(Promise.all([prefetcher.close(), found.close()]), endPatience),
    close: () => pictures.close()
  }
}

function prefetchSettingsIn({ pictureKeeping, pictureGathering }: Settings, id: string): PrefetchSettings {
  const { paused, since } = pictureGathering[id] ?? { paused: false, since: 0 }
  return { keep: pictureKeeping[id] ?? defaultPictureKeeping, isPaused: paused, since }
}

interface PictureHandlersDeps {
  pictures: Pick<ImageService, 'describe' | 'retry' | 'addressOf' | 'storage'>
  prefetcher: Pick<ImagePrefetcher, 'state' | 'keep' | 'pause' | 'resume'>
  allowHost: (connectionId: string, host: string) => Promise<Result<null>>
  setLimit: (bytes: number) => Promise<Result<PictureStorage>>
  clear: () => Promise<Result<PictureStorage>>
  /** Asks the person where to save a picture, and saves it there. */
  savePicture: (picture: ParsedInput<'pictures:save'>) => Promise<Result<SavedPicture>>
  /** Nothing is stored for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

function pictureHandlers(deps: PictureHandlersDeps): HandlersOf<'pictures'> {
  const { pictures, prefetcher, savePicture, isKnown } = deps

  const of = forConnections(isKnown)

  return {
    'pictures:describe': ({ connectionId, token }) => pictures.describe(connectionId, token),
    'pictures:retry': ({ connectionId, token }) => {
      pictures.retry(connectionId, token)
      return ok(null)
    },
    'pictures:address': ({ connectionId, token }) => {
      const address = pictures.addressOf(connectionId, token)
      return address === null ? fail('picture-none') : ok(address)
    },
    'pictures:save': savePicture,
    'pictures:allow-host': of(({ connectionId, host }) => deps.allowHost(connectionId, host)),
    'pictures:storage': async () => ok(await pictures.storage()),
    'pictures:set-limit': ({ bytes }) => deps.setLimit(bytes),
    'pictures:clear': () => deps.clear(),
    'pictures:prefetch': of(({ connectionId }) => ok(prefetcher.state(connectionId))),
    'pictures:keep': of(async ({ connectionId, keep }) => ok(await prefetcher.keep(connectionId, keep))),
    'pictures:pause-prefetch': of(async ({ connectionId }) => ok(await prefetcher.pause(connectionId))),
    'pictures:resume-prefetch': of(async ({ connectionId }) => ok(await prefetcher.resume(connectionId)))
  }
}
