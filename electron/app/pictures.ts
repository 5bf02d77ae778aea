import { createFoundPictures } from '../catalog/image-findings'
import type { CopyPictures } from '../catalog/types'
import { originOf } from '../connections/key-change'
import type { NetworkState } from '../contract/coverage'
import { fail, ok, type Result } from '../contract/failure'
import { defaultPictureKeeping, type PrefetchState, type PictureStorage } from '../contract/picture'
import type { SyncPhase, SyncState } from '../contract/sync'
import { workingPhases } from '../contract/working-phases'
import { settledWithin } from '../async/with-timeout'
import type { PrefetchSettings } from '../images/prefetch/types'
import { createImagePrefetcher, type ImagePrefetcher } from '../images/prefetch/prefetcher'
import { isHost } from '../images/fetch/address-guard'
import { resolveBySystem, createPrivateStores } from '../images/fetch/private-network'
import { ImageService } from '../images/image-service'
import type { ImageServiceDeps } from '../images/types'
import type { AppLog } from '../log/log'
import type { PreferencesStore } from '../settings/preferences'
import type { Settings } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'

/** ms that ending what is under way may hold up what is to be done without it. */
const endPatience = 1000
/** Hosts that may be allowed a connection. */
const mostHosts = 100

export interface PicturePartsDeps extends Omit<
  ImageServiceDeps,
  'allowedHosts' | 'isPrivateStore' | 'limit' | 'onFinding' | 'onStorage' | 'onLost' | 'log'
> {
  settings: SettingsStore
  preferences: Pick<PreferencesStore, 'get' | 'set'>
  /** Hosts that the organisation allows this connection besides those that the person has. */
  hostsOf: (connectionId: string) => readonly string[]
  /** The connections that there are. */
  connectionIds: () => readonly string[]
  /** The copy and the syncs are put together with the pictures' names, so that they come later. */
  copy: () => CopyPictures
  syncState: (connectionId: string) => Pick<SyncState, 'phase'>
  isOnline: () => boolean
  /** Something was found of pictures, and is in the copy. */
  onFound?: (connectionId: string) => void
  onStorage: (state: PictureStorage) => void
  /** Often while pictures are fetched. */
  onGathering: (state: PrefetchState) => void
  log: AppLog
}

export interface PictureParts {
  pictures: ImageService
  prefetcher: ImagePrefetcher
  /** Lets a connection's pictures come from a host in the person's own network. Fails with `input-invalid` or `storage-failed`. */
  allowHost(connectionId: string, host: string): Promise<Result<null>>
  /** A page of the store with this origin came from this IP address; null: through a proxy. */
  storeSeen(origin: string, address: string | null): void
  /** Sets how many bytes of the disk pictures may take. Fails with `setting-locked`. */
  setLimit(bytes: number): Promise<Result<PictureStorage>>
  /** Another limit is in force: what is above it goes. */
  limitChanged(): Promise<PictureStorage>
  /** Empties the disk of pictures; what is to be kept there is fetched anew. Fails with `storage-failed`. */
  clear(): Promise<Result<PictureStorage>>
  syncChanged(state: SyncState): void
  networkChanged(state: NetworkState): void
  /** The connections that there are now, and which of them is looked at. */
  follow(connectionIds: string[], activeId: string | null): void
  /** All of a connection's pictures go, while `leave` takes away the rest of it. */
  forget(connectionId: string, leave: () => Promise<void>): Promise<void>
  /** Ends what writes into the copies, which are closed after it. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Puts together what fetches, keeps and knows pictures. */
export function composePictures(deps: PicturePartsDeps): PictureParts {
  const { settings, copy, log } = deps
  const save: CopyPictures['save'] = async (id, some, at) => {
    const saved = await copy().save(id, some, at)
    if (saved.ok) deps.onFound?.(id)
    return saved
  }
  const found = createFoundPictures({
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
      for (const id of deps.connectionIds()) if (isOf(id, origin)) tryRefusedAgain(id)
    }
  })
  const prefetcher = createImagePrefetcher({
    unchecked: (id, question) => copy().unchecked(id, question),
    counts: (id, since) => copy().counts(id, since),
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
    onChange: deps.onGathering,
    log
  })
  /** Connections that are just being left: what is begun for them now would be lost. */
  const leaving = new Set<string>()
  /** The phase that each sync was in last. */
  const phases = new Map<string, SyncPhase>()

  function isOf(id: string, origin: string): boolean {
    const baseUrl = deps.storeUrl(id)
    return baseUrl !== null && originOf({ baseUrl }) === origin
  }

  /** What was refused for where its address leads. */
  function tryRefusedAgain(id: string): void {
    pictures.hostAllowed(id)
    prefetcher.retryBroken(id)
  }

  async function limitChanged(): Promise<PictureStorage> {
    const storage = await pictures.setLimit(deps.preferences.get().pictureLimit)
    prefetcher.storageChanged(storage)
    return storage
  }

  return {
    pictures,
    prefetcher,
    async allowHost(id, host) {
      const name = host.toLowerCase()
      if (!isHost(name)) return fail('input-invalid', { field: 'host' })
      const kept = await settings.change((current) => {
        const others = (current.pictureHosts[id] ?? []).filter((other) => other !== name)
        const hosts = [...others, name].slice(-mostHosts)
        return { ...current, pictureHosts: { ...current.pictureHosts, [id]: hosts } }
      })
      if (!kept.ok) return kept
      tryRefusedAgain(id)
      return kept
    },
    storeSeen: (origin, address) => privateStores.seen(origin, address),
    async setLimit(bytes) {
      const kept = await deps.preferences.set({ pictureLimit: bytes })
      return kept.ok ? ok(await limitChanged()) : kept
    },
    limitChanged,
    async clear() {
      const storage = await pictures.clear()
      await prefetcher.cleared()
      return storage.because === null ? ok(storage) : { ok: false, failure: storage.because }
    },
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
