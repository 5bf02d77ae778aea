import type { Picture, PictureFacts, PictureSize, PictureStorage } from '../contract/picture'
import type { PictureFinding } from '../contract/picture-finding'
import { fail, ok, type Result } from '../contract/failure'
import { createSharedWork } from '../async/single-flight'
import { createAcquire, createSharedAcquire } from './status/fetch-and-decode'
import { guardAddress, scopeOfStore, type GuardScope } from './fetch/address-guard'
import { ByteCache } from './memory-cache'
import {
  findingOfFailure,
  findingOfKnown,
  createKnownPictures,
  type Errand,
  type KnownPictures
} from './status/image-state'
import { resolveBySystem } from './fetch/private-network'
import { createLoading, createRenewing, type Loading, type Renewing } from './status/load'
import { PictureBook, tokenOf, type PictureRecord } from './registry'
import { createPictureSource, type PictureSource } from './fetch/image-fetcher'
import { createPictureStore, type PictureStore } from './disk/image-store'
import { rasterFormats, sniff } from './decode/sniff'
import { standingFailure } from './status/fetch-status'
import type { Pictures, PicturesDeps, RasterPicture } from './types'
import type { KnownPicture } from './disk/protocol'

export type { Pictures, PicturesDeps } from './types'

/** Addresses that are remembered a connection: 250 pages of 200. */
const maxPictures = 50_000
/** About 20,000 thumbnails of 3 KB, or 300 previews. */
const defaultCacheBytes = 64 * 1024 * 1024
/** Pictures that wait to be asked for anew; what is seen beyond them is when it is seen again. */
const maxRenewals = 200

export function createPictures(deps: PicturesDeps): Pictures {
  return new KeptPictures(deps)
}

/** Memory, then the disk, then the network. Originals are not kept. */
class KeptPictures implements Pictures {
  readonly #deps: PicturesDeps
  readonly #now: () => number
  readonly #cache: ByteCache
  readonly #source: PictureSource
  readonly #store: PictureStore
  readonly #known: KnownPictures
  readonly #renewing: Renewing
  readonly #loading: Loading
  readonly #book = new PictureBook(maxPictures)
  readonly #rasters = createSharedWork<string, RasterPicture>((key) => key)
  readonly #keeping = createSharedWork<string, PictureFinding>((key) => key)
  readonly #renewals = createSharedWork<string, null>((key) => key)
  readonly #originals = createSharedWork<string, { bytes: Uint8Array; format: string }>((key) => key)
  #renewalCount = 0

  constructor(deps: PicturesDeps) {
    const { decoder, onFinding } = deps
    const now = deps.now ?? Date.now
    const cache = new ByteCache(deps.cacheBytes ?? defaultCacheBytes)
    const source = createPictureSource({ random: Math.random, resolveName: resolveBySystem, ...deps, now })
    const store = createPictureStore({ ...deps, log: deps.log, now })
    const acquire = createSharedAcquire(createAcquire({ source, decoder, store, now }))
    const known = createKnownPictures({ store, cache, now, onFinding })
    const renewing = createRenewing({ known, acquire, cache, now })
    const onStale = (errand: Errand): void => this.#renewLater(errand)
    this.#deps = deps
    this.#now = now
    this.#cache = cache
    this.#source = source
    this.#store = store
    this.#known = known
    this.#renewing = renewing
    this.#loading = createLoading({ known, store, decoder, acquire, renewing, onStale, now })
  }

  register(connectionId: string, address: string, product?: number): Picture {
    const url = guardAddress(address, this.#scopeOf(connectionId))
    const token = this.#book.register(connectionId, address, url.ok ? url.value.href : address, product)
    const record = this.#book.find(connectionId, token)
    const known = record?.known ?? null
    if (record !== undefined && known !== null && product !== undefined) {
      this.#known.tell(connectionId, record, findingOfKnown(known))
    }
    return { token, host: url.ok ? url.value.host : (url.failure.facts.host ?? '') }
  }

  async raster(
    connectionId: string,
    token: string,
    size: PictureSize,
    signal?: AbortSignal
  ): Promise<Result<RasterPicture>> {
    const errand = this.#errand(connectionId, token)
    if (!errand.ok) return errand
    const key = rasterKey(connectionId, token, size)
    const kept = this.#cache.get(key)
    if (kept !== undefined) {
      if (this.#renewing.isDue(errand.value)) this.#renewLater(errand.value)
      return ok({ bytes: kept, type: 'image/webp' })
    }
    return this.#rasters.join(key, signal, async (gone) => {
      const loaded = await this.#loading.load(errand.value, size, gone)
      if (gone.aborted) return fail('cancelled')
      if (!loaded.ok) return loaded
      this.#cache.set(key, loaded.value)
      return ok({ bytes: loaded.value, type: 'image/webp' })
    })
  }

  atHand(connectionId: string, token: string, size: PictureSize): Uint8Array | null {
    return this.#cache.get(rasterKey(connectionId, token, size)) ?? null
  }

  async describe(connectionId: string, token: string): Promise<Result<PictureFacts>> {
    const errand = this.#errand(connectionId, token)
    if (!errand.ok) return errand
    const { record, url } = errand.value
    const isOpen = record.known === null || hasFailed(record)
    const read = isOpen ? await this.#known.look(errand.value, null) : null
    // A size that is there is shown, whatever became of the one that was asked for last.
    if (read !== null && read.original !== null && read.sizes.length > 0) return factsOf(read, url)
    const failure = standingFailure(record.known?.standing ?? null, this.#now())
    if (failure !== null) return { ok: false, failure }
    if ((record.known?.original ?? null) === null) {
      const made = await this.raster(connectionId, token, 'thumbnail-2x')
      if (!made.ok) return made
    }
    return factsOf(record.known, url)
  }

  tellAgain(connectionId: string, products: readonly number[]): void {
    this.#book.untell(connectionId, products)
  }

  retry(connectionId: string, token: string): void {
    const record = this.#book.find(connectionId, token)
    if (record !== undefined && hasFailed(record)) record.known = null
    this.#known.forgive(connectionId, token)
  }

  hostAllowed(connectionId: string): void {
    for (const record of this.#book.records(connectionId)) {
      if (record.known?.standing.failure?.code === 'picture-address-private') record.known = null
    }
    this.#known.forgive(connectionId, null, ['picture-address-private'])
  }

  addressOf(connectionId: string, token: string): string | null {
    return this.#book.find(connectionId, token)?.address ?? null
  }

  async original(
    connectionId: string,
    token: string
  ): Promise<Result<{ bytes: Uint8Array; format: string }>> {
    const errand = this.#errand(connectionId, token)
    if (!errand.ok) return errand
    const { url, scope } = errand.value
    return this.#originals.join(`${connectionId}/${token}`, undefined, (signal) =>
      this.#source.fetch({ url, scope, signal, priority: 'now' }, ({ bytes }) => {
        const format = sniff(bytes ?? new Uint8Array())
        const isPicture = bytes !== null && rasterFormats.has(format)
        return Promise.resolve(
          isPicture ? ok({ bytes, format }) : fail('picture-not-a-picture', { host: url.host })
        )
      })
    )
  }

  async keep(
    connectionId: string,
    address: string,
    sizes: PictureSize[],
    signal: AbortSignal
  ): Promise<Result<PictureFinding>> {
    const errand = this.#errandOf(connectionId, address)
    if (!errand.ok) return ok({ state: 'broken', code: errand.failure.code })
    const { token } = errand.value.name
    return this.#keeping.join(`${connectionId}/${token}/${sizes.join()}`, signal, (gone) =>
      this.#loading.keep(errand.value, sizes, gone)
    )
  }

  async kept(connectionId: string, address: string, sizes: PictureSize[]): Promise<PictureFinding | null> {
    const errand = this.#errandOf(connectionId, address)
    if (!errand.ok) return { state: 'broken', code: errand.failure.code }
    return this.#loading.kept(errand.value, sizes)
  }

  storage(): Promise<PictureStorage> {
    return this.#store.storage()
  }

  setLimit(bytes: number): Promise<PictureStorage> {
    return this.#store.setLimit(bytes)
  }

  async clear(): Promise<PictureStorage> {
    this.#cache.deleteAll('')
    for (const record of this.#book.records()) record.known = null
    return this.#store.clear()
  }

  async forget(connectionId: string): Promise<void> {
    this.#cancel((key) => key.startsWith(`${connectionId}/`))
    this.#book.forget(connectionId)
    this.#cache.deleteAll(`${connectionId}/`)
    await this.#store.forget(connectionId)
  }

  async close(): Promise<void> {
    this.#cancel(() => true)
    this.#source.close()
    this.#deps.decoder.close()
    await this.#store.close()
  }

  #scopeOf(connectionId: string): GuardScope {
    const { storeUrl, allowedHosts, isPrivateStore } = this.#deps
    return scopeOfStore(storeUrl(connectionId), allowedHosts(connectionId), isPrivateStore)
  }

  /** Without a place in the book: a whole catalog passes here. */
  #errandOf(connectionId: string, address: string): Result<Errand> {
    const scope = this.#scopeOf(connectionId)
    const url = guardAddress(address, scope)
    if (!url.ok) return url
    const name = { connectionId, token: tokenOf(url.value.href) }
    const record = this.#book.find(connectionId, name.token) ?? { address, known: null, products: new Map() }
    return ok({ name, record, url: url.value, scope })
  }

  /** Judges the address anew each time: the store, or what is allowed, may be another by now. */
  #errand(connectionId: string, token: string): Result<Errand> {
    const record = this.#book.find(connectionId, token)
    if (record === undefined) return fail('picture-none')
    const scope = this.#scopeOf(connectionId)
    const url = guardAddress(record.address, scope)
    if (url.ok) return ok({ name: { connectionId, token }, record, url: url.value, scope })
    this.#known.tell(connectionId, record, findingOfFailure(url.failure))
    return url
  }

  /** In the background, once an age; what is there is shown meanwhile. */
  #renewLater(errand: Errand): void {
    if (this.#renewalCount >= maxRenewals) return
    const { connectionId, token } = errand.name
    this.#renewalCount += 1
    const work = this.#renewals.join(`${connectionId}/${token}`, undefined, (signal) =>
      this.#renewing.renew(errand, signal)
    )
    void work.finally(() => (this.#renewalCount -= 1))
  }

  #cancel(which: (key: string) => boolean): void {
    for (const work of [this.#rasters, this.#keeping, this.#renewals, this.#originals]) work.cancel(which)
  }
}

function rasterKey(connectionId: string, token: string, size: PictureSize): string {
  return `${connectionId}/${token}/${size}`
}

function hasFailed({ known }: PictureRecord): boolean {
  return known !== null && known.standing.failure !== null
}

function factsOf(known: KnownPicture | null, url: URL): Result<PictureFacts> {
  const original = known?.original ?? null
  if (known === null || original === null) return fail('picture-none')
  const { width, height, bytes, format, animated } = original
  const { checkedAt } = known.standing
  return ok({ width, height, bytes, format, animated, checkedAt, host: url.host })
}
