import type { Picture, PictureFacts, PictureStorage } from '../contract/picture'
import type { PictureSize, PictureFinding } from '../contract/picture-values'
import { fail, ok, type Result } from '../contract/failure'
import { createSingleFlight } from '../async/single-flight'
import { createFetchAndDecode, singleFlight } from './status/fetch-and-decode'
import { guardAddress, scopeOfStore, type GuardScope } from './fetch/address-guard'
import { ByteCache } from './memory-cache'
import { findingOfFailure, findingOfKnown, ImageState, type ImageRequest } from './status/image-state'
import { resolveBySystem } from './fetch/private-network'
import { ImageLoader } from './status/load'
import { ImageRegistry, tokenOf, type ImageRecord } from './registry'
import { createImageFetcher, type ImageFetcher } from './fetch/image-fetcher'
import { createDiskCache, type DiskCache } from './disk/disk-cache'
import { rasterFormats, sniff } from './decode/sniff'
import { activeFailure } from './status/fetch-status'
import type { ImageServiceDeps, RasterPicture } from './types'
import type { KnownImage } from './disk/protocol'

/** Addresses registered for each connection: 250 pages of 200. */
const maxPictures = 50_000
/** About 20,000 thumbnails of 3 KB, or 300 previews. */
const defaultCacheBytes = 64 * 1024 * 1024
/** ms after a picture was asked for in which the next one probably will be. */
const lookedAtFor = 1000
/** Revalidations that may wait; beyond them, a picture is revalidated when it is next shown. */
const maxRevalidations = 200

/**
 * The pictures of all connections: takes untrusted addresses, and returns rasters, never a store's own bytes. A raster comes from
 * memory, then the disk, then the network; originals are not kept.
 */
export class ImageService {
  readonly #deps: ImageServiceDeps
  readonly #now: () => number
  readonly #cache: ByteCache
  readonly #fetcher: ImageFetcher
  readonly #disk: DiskCache
  readonly #state: ImageState
  readonly #loader: ImageLoader
  readonly #registry = new ImageRegistry(maxPictures)
  readonly #rasters = createSingleFlight<string, RasterPicture>((key) => key)
  readonly #keeping = createSingleFlight<string, PictureFinding>((key) => key)
  readonly #revalidations = createSingleFlight<string, null>((key) => key)
  readonly #originals = createSingleFlight<string, { bytes: Uint8Array; format: string }>((key) => key)
  #revalidating = 0
  /** ms since 1970: when somebody asked for a picture last, to look at it. */
  #askedAt = -Infinity

  constructor(deps: ImageServiceDeps) {
    const { decoder, onFinding } = deps
    const now = deps.now ?? Date.now
    const cache = new ByteCache(deps.cacheBytes ?? defaultCacheBytes)
    const fetcher = createImageFetcher({ random: Math.random, resolveName: resolveBySystem, ...deps, now })
    const disk = createDiskCache({ ...deps, log: deps.log, now })
    const fetchAndDecode = singleFlight(createFetchAndDecode({ fetcher, decoder, disk, now }))
    const state = new ImageState({ disk, cache, now, onFinding })
    const onStale = (request: ImageRequest): void => this.#revalidateLater(request)
    this.#deps = deps
    this.#now = now
    this.#cache = cache
    this.#fetcher = fetcher
    this.#disk = disk
    this.#state = state
    this.#loader = new ImageLoader({ state, disk, cache, decoder, fetchAndDecode, onStale, now })
  }

  /**
   * Registers an untrusted address, without any request, and returns its opaque token. `product`: the key in the catalog of a
   * product that shows the picture, to which findings are reported.
   */
  register(connectionId: string, address: string, product?: number): Picture {
    const url = guardAddress(address, this.#scopeOf(connectionId))
    const token = this.#registry.register(connectionId, address, url.ok ? url.value.href : address, product)
    const record = this.#registry.find(connectionId, token)
    const known = record?.known ?? null
    if (record !== undefined && known !== null && product !== undefined) {
      this.#state.report(connectionId, record, findingOfKnown(known))
    }
    return { token, host: url.ok ? url.value.host : (url.failure.facts.host ?? '') }
  }

  /**
   * The raster of a registered picture: from memory, from disk, or fetched and decoded. Fails with `picture-none` for an
   * unknown token, with a `picture-…` or network code, or with `cancelled` when the signal says so; the work itself
   * ends when nobody waits for it anymore.
   */
  async raster(
    connectionId: string,
    token: string,
    size: PictureSize,
    signal?: AbortSignal
  ): Promise<Result<RasterPicture>> {
    this.#askedAt = this.#now()
    const request = this.#request(connectionId, token)
    if (!request.ok) return request
    const key = rasterKey(connectionId, token, size)
    const cached = this.#cache.get(key)
    if (cached !== undefined) {
      if (this.#loader.isStale(request.value)) this.#revalidateLater(request.value)
      return ok({ bytes: cached, type: 'image/webp' })
    }
    return this.#rasters.join(key, signal, async (gone) => {
      const loaded = await this.#loader.load(request.value, size, gone)
      if (gone.aborted) return fail('cancelled')
      if (!loaded.ok) return loaded
      this.#cache.set(key, loaded.value)
      return ok({ bytes: loaded.value, type: 'image/webp' })
    })
  }

  /** The raster (WebP) if it is in memory. Uses neither disk nor network. */
  inMemory(connectionId: string, token: string, size: PictureSize): Uint8Array | null {
    this.#askedAt = this.#now()
    return this.#cache.get(rasterKey(connectionId, token, size)) ?? null
  }

  /** Whether somebody looks through pictures: one was asked for a moment ago. */
  isLookedAt(): boolean {
    const since = this.#now() - this.#askedAt
    return since >= 0 && since < lookedAtFor
  }

  /** Facts of the original, or why there is no raster; fetches the picture when neither is known. */
  async describe(connectionId: string, token: string): Promise<Result<PictureFacts>> {
    const request = this.#request(connectionId, token)
    if (!request.ok) return request
    const { record, url } = request.value
    const isOpen = record.known === null || hasFailed(record)
    const read = isOpen ? await this.#state.read(request.value, null) : null
    // A size that exists is shown, even if the size requested last failed.
    if (read !== null && read.original !== null && read.sizes.length > 0) return factsOf(read, url)
    const failure = activeFailure(record.known?.status ?? null, this.#now())
    if (failure !== null) return { ok: false, failure }
    if ((record.known?.original ?? null) === null) {
      const made = await this.raster(connectionId, token, 'thumbnail-2x')
      if (!made.ok) return made
    }
    return factsOf(record.known, url)
  }

  /** Findings of these products were lost: they are reported again when the products are next registered. */
  reportAgain(connectionId: string, products: readonly number[]): void {
    this.#registry.forgetReported(connectionId, products)
  }

  /** Forgets a remembered failure, so that the next request tries again. */
  retry(connectionId: string, token: string): void {
    const record = this.#registry.find(connectionId, token)
    if (record !== undefined && hasFailed(record)) record.known = null
    this.#state.clearFailures(connectionId, token)
  }

  /** Call when a host was allowed: pictures of this connection that were refused because of its address are tried again. */
  hostAllowed(connectionId: string): void {
    for (const record of this.#registry.records(connectionId)) {
      if (record.known?.status.failure?.code === 'picture-address-private') record.known = null
    }
    this.#state.clearFailures(connectionId, null, ['picture-address-private'])
  }

  /** The address as it was registered; null for an unknown token. */
  addressOf(connectionId: string, token: string): string | null {
    return this.#registry.find(connectionId, token)?.address ?? null
  }

  /** The bytes that the server sends now, with the format that they have in fact. */
  async original(
    connectionId: string,
    token: string
  ): Promise<Result<{ bytes: Uint8Array; format: string }>> {
    const request = this.#request(connectionId, token)
    if (!request.ok) return request
    const { url, scope } = request.value
    return this.#originals.join(`${connectionId}/${token}`, undefined, (signal) =>
      this.#fetcher.fetch({ url, scope, signal, priority: 'now' }, ({ bytes }) => {
        const format = sniff(bytes ?? new Uint8Array())
        const isPicture = bytes !== null && rasterFormats.has(format)
        return Promise.resolve(
          isPicture ? ok({ bytes, format }) : fail('picture-not-a-picture', { host: url.host })
        )
      })
    )
  }

  /**
   * Makes sure that the disk has rasters of these sizes, fetching only missing ones, and returns the finding. Pictures that
   * somebody looks at go first. Fails if nothing was found out about the picture: no network, or no answer of its server.
   */
  async keep(
    connectionId: string,
    address: string,
    sizes: PictureSize[],
    signal: AbortSignal
  ): Promise<Result<PictureFinding>> {
    const request = this.#requestOf(connectionId, address)
    if (!request.ok) return ok({ state: 'broken', code: request.failure.code })
    const { token } = request.value.name
    return this.#keeping.join(`${connectionId}/${token}/${sizes.join()}`, signal, (gone) =>
      this.#loader.keep(request.value, sizes, gone)
    )
  }

  /** The finding for a picture that the disk has in these sizes; null: something has to be fetched. */
  async kept(connectionId: string, address: string, sizes: PictureSize[]): Promise<PictureFinding | null> {
    const request = this.#requestOf(connectionId, address)
    if (!request.ok) return { state: 'broken', code: request.failure.code }
    return this.#loader.kept(request.value, sizes)
  }

  storage(): Promise<PictureStorage> {
    return this.#disk.storage()
  }

  setLimit(bytes: number): Promise<PictureStorage> {
    return this.#disk.setLimit(bytes)
  }

  async clear(): Promise<PictureStorage> {
    this.#cache.deleteAll('')
    for (const record of this.#registry.records()) record.known = null
    return this.#disk.clear()
  }

  /** Forgets a connection's pictures and cancels its requests: it was removed or has a new address. */
  async forget(connectionId: string): Promise<void> {
    this.#cancel((key) => key.startsWith(`${connectionId}/`))
    this.#registry.forget(connectionId)
    this.#cache.deleteAll(`${connectionId}/`)
    await this.#disk.forget(connectionId)
  }

  /** Cancels everything and ends the decoder. */
  async close(): Promise<void> {
    this.#cancel(() => true)
    this.#fetcher.close()
    this.#deps.decoder.close()
    await this.#disk.close()
  }

  #scopeOf(connectionId: string): GuardScope {
    const { storeUrl, allowedHosts, isPrivateStore } = this.#deps
    return scopeOfStore(storeUrl(connectionId), allowedHosts(connectionId), isPrivateStore)
  }

  /** Does not register the address: a whole catalog passes here. */
  #requestOf(connectionId: string, address: string): Result<ImageRequest> {
    const scope = this.#scopeOf(connectionId)
    const url = guardAddress(address, scope)
    if (!url.ok) return url
    const name = { connectionId, token: tokenOf(url.value.href) }
    const record = this.#registry.find(connectionId, name.token) ?? {
      address,
      known: null,
      products: new Map()
    }
    return ok({ name, record, url: url.value, scope })
  }

  /** Checks the address each time: the store's address or the allowed hosts may have changed. */
  #request(connectionId: string, token: string): Result<ImageRequest> {
    const record = this.#registry.find(connectionId, token)
    if (record === undefined) return fail('picture-none')
    const scope = this.#scopeOf(connectionId)
    const url = guardAddress(record.address, scope)
    if (url.ok) return ok({ name: { connectionId, token }, record, url: url.value, scope })
    this.#state.report(connectionId, record, findingOfFailure(url.failure))
    return url
  }

  /** Revalidates in the background; the stored picture is shown meanwhile. */
  #revalidateLater(request: ImageRequest): void {
    if (this.#revalidating >= maxRevalidations) return
    const { connectionId, token } = request.name
    this.#revalidating += 1
    const work = this.#revalidations.join(`${connectionId}/${token}`, undefined, (signal) =>
      this.#loader.revalidate(request, signal)
    )
    void work.finally(() => (this.#revalidating -= 1))
  }

  #cancel(which: (key: string) => boolean): void {
    for (const work of [this.#rasters, this.#keeping, this.#revalidations, this.#originals])
      work.cancel(which)
  }
}

function rasterKey(connectionId: string, token: string, size: PictureSize): string {
  return `${connectionId}/${token}/${size}`
}

function hasFailed({ known }: ImageRecord): boolean {
  return known !== null && known.status.failure !== null
}

function factsOf(known: KnownImage | null, url: URL): Result<PictureFacts> {
  const original = known?.original ?? null
  if (known === null || original === null) return fail('picture-none')
  const { width, height, bytes, format, animated } = original
  const { checkedAt } = known.status
  return ok({ width, height, bytes, format, animated, checkedAt, host: url.host })
}
