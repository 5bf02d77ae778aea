import { fail, ok, type Result } from '../contract/failure'
import type { Picture, PictureFacts, PictureSize } from '../contract/product'
import { createSharedWork } from '../shared-work'
import { guardAddress, scopeOfStore } from './address-guard'
import { ByteCache } from './byte-cache'
import type { PictureDecoder } from './decoder-port'
import type { GuardedFetchDeps } from './guarded-fetch'
import { resolveBySystem } from './guarded-lookup'
import { noteFacts, noteFailure, PictureBook, standingFailure, type PictureRecord } from './picture-book'
import { createPictureSource, type PictureSource } from './picture-source'

interface RasterPicture {
  bytes: Uint8Array<ArrayBuffer>
  type: 'image/webp'
}

/** The pictures of all connections: addresses go in, rasters come out, a store's own bytes never do. */
export interface Pictures {
  /** Enters an untrusted address and comes back with its opaque name; touches no network. */
  register(connectionId: string, address: string): Picture
  /**
   * The raster of a registered picture, fetched and decoded when it is not in memory. Fails with `picture-none`
   * for an unknown token, with a `picture-…` or network code, or with `cancelled` when the signal says so; the
   * work itself ends when nobody waits for it any more.
   */
  raster(
    connectionId: string,
    token: string,
    size: PictureSize,
    signal?: AbortSignal
  ): Promise<Result<RasterPicture>>
  /** Facts of the original, or why there is no raster; fetches the picture when neither is known. */
  describe(connectionId: string, token: string): Promise<Result<PictureFacts>>
  /** Forgets a remembered failure, so that the next request tries again. */
  retry(connectionId: string, token: string): void
  /** Forgets a connection's pictures and cancels what is under way for it: it was removed or has a new address. */
  forget(connectionId: string): void
  /** Cancels everything and ends the decoder. */
  close(): Promise<void>
}

export interface PicturesDeps extends Omit<GuardedFetchDeps, 'resolveName'> {
  /** Base URL of a store: its pictures may be relative to its origin and, there alone, on a private host. */
  storeUrl: (connectionId: string) => string | null
  decoder: PictureDecoder
  resolveName?: GuardedFetchDeps['resolveName']
  /** Bytes of rasters that are kept in memory. */
  cacheBytes?: number
  /** ms since 1970. */
  now?: () => number
}

/** Addresses that are remembered a connection: 250 pages of 200. */
const maxPictures = 50_000

/** About 20,000 thumbnails of 3 KB, or 300 previews. */
const defaultCacheBytes = 64 * 1024 * 1024

export function createPictures(deps: PicturesDeps): Pictures {
  return new MemoryPictures(deps)
}

/** Rasters in memory only; originals are not kept, so that a preview is a fetch of its own. */
class MemoryPictures implements Pictures {
  readonly #deps: PicturesDeps
  readonly #now: () => number
  readonly #source: PictureSource
  readonly #cache: ByteCache
  readonly #book = new PictureBook(maxPictures)
  readonly #work = createSharedWork<string, RasterPicture>((key) => key)

  constructor(deps: PicturesDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
    this.#cache = new ByteCache(deps.cacheBytes ?? defaultCacheBytes)
    this.#source = createPictureSource(deps.decoder, { resolveName: resolveBySystem, ...deps })
  }

  register(connectionId: string, address: string): Picture {
    const url = guardAddress(address, scopeOfStore(this.#deps.storeUrl(connectionId)))
    const token = this.#book.register(connectionId, address, url.ok ? url.value.href : address)
    return { token, host: url.ok ? url.value.host : (url.failure.facts.host ?? '') }
  }

  async raster(
    connectionId: string,
    token: string,
    size: PictureSize,
    signal?: AbortSignal
  ): Promise<Result<RasterPicture>> {
    const kept = this.#cache.get(`${connectionId}/${token}/${size}`)
    if (kept !== undefined) return ok({ bytes: kept, type: 'image/webp' })
    return await this.#fresh(connectionId, token, size, signal)
  }

  async describe(connectionId: string, token: string): Promise<Result<PictureFacts>> {
    const record = this.#book.find(connectionId, token)
    if (record === undefined) return fail('picture-none')
    if (record.facts === null || standingFailure(record, this.#now()) !== null) {
      const made = await this.#fresh(connectionId, token, 'thumbnail-2x')
      if (!made.ok) return made
    }
    return record.facts === null ? fail('picture-none') : ok(record.facts)
  }

  retry(connectionId: string, token: string): void {
    const record = this.#book.find(connectionId, token)
    if (record !== undefined) record.failed = null
  }

  forget(connectionId: string): void {
    this.#work.cancel((key) => key.startsWith(`${connectionId}/`))
    this.#book.forget(connectionId)
    this.#cache.deleteAll(`${connectionId}/`)
  }

  close(): Promise<void> {
    this.#work.cancel(() => true)
    this.#source.close()
    this.#deps.decoder.close()
    return Promise.resolve()
  }

  /** One fetch for all who ask meanwhile; a failure stands for a while without a new one. */
  async #fresh(
    connectionId: string,
    token: string,
    size: PictureSize,
    signal?: AbortSignal
  ): Promise<Result<RasterPicture>> {
    const record = this.#book.find(connectionId, token)
    if (record === undefined) return fail('picture-none')
    const failure = standingFailure(record, this.#now())
    if (failure !== null) return { ok: false, failure }
    const key = `${connectionId}/${token}/${size}`
    return this.#work.join(key, signal, async (gone) => {
      const made = await this.#make(connectionId, record, size, gone)
      // Nothing is kept of what was cancelled: its connection may have been forgotten.
      if (gone.aborted) return fail('cancelled')
      if (made.ok) this.#cache.set(key, made.value.bytes)
      return made
    })
  }

  /** Fetches and decodes, and notes in the record what became of it. */
  async #make(
    connectionId: string,
    record: PictureRecord,
    size: PictureSize,
    gone: AbortSignal
  ): Promise<Result<RasterPicture>> {
    const scope = scopeOfStore(this.#deps.storeUrl(connectionId))
    const url = guardAddress(record.address, scope)
    if (!url.ok) return url
    const made = await this.#source.make(url.value, scope, size, gone)
    if (!made.ok) {
      noteFailure(record, made.failure, this.#now())
      return made
    }
    const { raster, ...facts } = made.value
    noteFacts(record, { ...facts, host: url.value.host })
    return ok({ bytes: raster, type: 'image/webp' })
  }
}
