import type { PictureFacts, PictureSize, PictureStorage, Picture } from '../contract/picture'
import type { PictureFinding } from '../contract/picture-finding'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import { createSharedWork } from '../shared-work'
import { createAcquire, type Acquire } from './acquire'
import { guardAddress, scopeOfStore, type GuardScope } from './address-guard'
import { ByteCache } from './byte-cache'
import { findingOf, findingOfFailure, findingOfKnown, tellFinding } from './findings'
import { resolveBySystem } from './guarded-lookup'
import { PictureBook, tokenOf, type PictureRecord } from './picture-book'
import { createPictureSource, type PictureSource } from './picture-source'
import { createPictureStore, type PictureStore } from './picture-store'
import { sniff, rasterFormats } from './sniff'
import { afterFailure, afterVain, isGone, isStale, kindOf, standingFailure } from './standing'
import type { Pictures, PicturesDeps, RasterPicture } from './types'
import type { KnownPicture, PictureName, ReadPicture } from './worker/protocol'

export type { Pictures, PicturesDeps } from './types'

/** Addresses that are remembered a connection: 250 pages of 200. */
const maxPictures = 50_000
/** About 20,000 thumbnails of 3 KB, or 300 previews. */
const defaultCacheBytes = 64 * 1024 * 1024
/** Pictures that wait to be asked for anew; what is seen beyond them is when it is seen again. */
const maxFreshening = 200

/** A picture of a record, on its way. */
interface Errand {
  name: PictureName
  record: PictureRecord
  url: URL
  scope: GuardScope
}

export function createPictures(deps: PicturesDeps): Pictures {
  return new KeptPictures(deps)
}

/** Memory, then the disk, then the network. Originals are not kept. */
class KeptPictures implements Pictures {
  readonly #deps: PicturesDeps
  readonly #now: () => number
  readonly #source: PictureSource
  readonly #store: PictureStore
  readonly #acquire: Acquire
  readonly #cache: ByteCache
  readonly #book = new PictureBook(maxPictures)
  readonly #rasters = createSharedWork<string, RasterPicture>((key) => key)
  readonly #keeping = createSharedWork<string, PictureFinding>((key) => key)
  readonly #freshening = createSharedWork<string, null>((key) => key)
  readonly #originals = createSharedWork<string, { bytes: Uint8Array; format: string }>((key) => key)
  #fresheningCount = 0
  /** Failures that are just being forgiven on disk: what is looked up there comes after. */
  #forgiving: Promise<unknown> = Promise.resolve()

  constructor(deps: PicturesDeps) {
    this.#deps = deps
    const now = (this.#now = deps.now ?? Date.now)
    this.#cache = new ByteCache(deps.cacheBytes ?? defaultCacheBytes)
    this.#source = createPictureSource({ random: Math.random, resolveName: resolveBySystem, ...deps, now })
    this.#store = createPictureStore({ ...deps, log: deps.log, now })
    this.#acquire = createAcquire({ source: this.#source, decoder: deps.decoder, store: this.#store, now })
  }

  register(connectionId: string, address: string, product?: number): Picture {
    const url = guardAddress(address, this.#scopeOf(connectionId))
    const token = this.#book.register(connectionId, address, url.ok ? url.value.href : address, product)
    const record = this.#book.find(connectionId, token)
    if (record !== undefined && product !== undefined && record.known !== null) {
      this.#tell(connectionId, record, findingOfKnown(record.known))
    }
    return { token, host: url.ok ? url.value.host : (url.failure.facts.host ?? '') }
  }

  async raster(
    connectionId: string,
    token: string,
    size: PictureSize,
    signal?: AbortSignal
  ): Promise<Result<RasterPicture>> {
    const key = `${connectionId}/${token}/${size}`
    const kept = this.#cache.get(key)
    if (kept !== undefined) {
      this.#freshen(connectionId, token)
      return ok(webp(kept))
    }
    const errand = this.#errand(connectionId, token)
    if (!errand.ok) return errand
    return this.#rasters.join(key, signal, async (gone) => {
      const made = await this.#load(errand.value, size, gone)
      if (gone.aborted) return fail('cancelled')
      if (!made.ok) return made
      this.#cache.set(key, made.value)
      return ok(webp(made.value))
    })
  }

  async describe(connectionId: string, token: string): Promise<Result<PictureFacts>> {
    const errand = this.#errand(connectionId, token)
    if (!errand.ok) return errand
    const { record, url } = errand.value
    if (record.known === null) await this.#look(errand.value, null)
    const failure = standingFailure(record.known?.standing ?? null, this.#now())
    if (failure !== null) return { ok: false, failure }
    if (record.known?.original == null) {
      const made = await this.raster(connectionId, token, 'thumbnail-2x')
      if (!made.ok) return made
    }
    return factsOf(record.known, url)
  }

  retry(connectionId: string, token: string): void {
    const record = this.#book.find(connectionId, token)
    if (record?.known != null && record.known.standing.failure !== null) record.known = null
    this.#forgive(connectionId, token)
  }

  hostAllowed(connectionId: string): void {
    for (const record of this.#book.records(connectionId)) {
      if (record.known?.standing.failure?.code === 'picture-address-private') record.known = null
    }
    this.#forgive(connectionId, null, ['picture-address-private'])
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
    const scope = this.#scopeOf(connectionId)
    const url = guardAddress(address, scope)
    if (!url.ok) return ok({ state: 'broken', code: url.failure.code })
    const token = tokenOf(url.value.href)
    // Without a place in the book: a whole catalog passes here.
    const record = this.#book.find(connectionId, token) ?? { address, known: null, products: new Map() }
    const errand = { name: { connectionId, token }, record, url: url.value, scope }
    return this.#keeping.join(`${connectionId}/${token}/${sizes.join()}`, signal, (gone) =>
      this.#keep(errand, sizes, gone)
    )
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
    return scopeOfStore(this.#deps.storeUrl(connectionId), this.#deps.allowedHosts(connectionId))
  }

  /** Judges the address anew each time: the store, or what is allowed, may be another by now. */
  #errand(connectionId: string, token: string): Result<Errand> {
    const record = this.#book.find(connectionId, token)
    if (record === undefined) return fail('picture-none')
    const scope = this.#scopeOf(connectionId)
    const url = guardAddress(record.address, scope)
    if (url.ok) return ok({ name: { connectionId, token }, record, url: url.value, scope })
    this.#tell(connectionId, record, findingOfFailure(url.failure))
    return url
  }

  /** Looks on disk, and takes note of what is known there, unless memory knows better. */
  async #look(errand: Errand, size: PictureSize | null): Promise<ReadPicture | null> {
    const { name, record } = errand
    await this.#forgiving
    const read = await this.#store.read({ ...name, size })
    if (read === null) return null
    const { standing, original } = read
    const isNews = (record.known?.standing.checkedAt ?? -Infinity) <= standing.checkedAt
    if (isNews) this.#know(errand, { standing, original })
    return read
  }

  #know({ name, record }: Errand, known: KnownPicture): void {
    record.known = known
    this.#tell(name.connectionId, record, findingOfKnown(known))
  }

  #tell(connectionId: string, record: PictureRecord, finding: PictureFinding | null): void {
    if (finding === null) return
    tellFinding(record, finding, (products, address) =>
      this.#deps.onFinding(connectionId, products, address, finding)
    )
  }

  async #load(
    errand: Errand,
    size: PictureSize,
    signal: AbortSignal
  ): Promise<Result<Uint8Array<ArrayBuffer>>> {
    const read = await this.#look(errand, size)
    if (signal.aborted) return fail('cancelled')
    const found = await this.#found(errand, read, size, signal)
    if (found !== null) return ok(found)
    const failure = standingFailure(errand.record.known?.standing ?? null, this.#now())
    if (failure !== null) return { ok: false, failure }
    const made = await this.#acquire({ ...errand, sizes: [size], priority: 'now', signal })
    if (!made.ok) return this.#failed(errand, made.failure)
    this.#know(errand, made.value.known)
    const { rasters } = made.value
    // It came under another address before, and is on disk.
    const raster = rasters === null ? (await this.#look(errand, size))?.raster?.bytes : rasters[size]
    return raster === undefined ? fail('storage-failed') : ok(raster)
  }

  /** The raster as it is on disk, or made from a larger one there; null: neither. */
  async #found(
    errand: Errand,
    read: ReadPicture | null,
    size: PictureSize,
    signal: AbortSignal
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    if (read?.raster == null || read.original === null) return null
    this.#freshen(errand.name.connectionId, errand.name.token)
    if (read.raster.size === size) return read.raster.bytes
    const decoded = await this.#deps.decoder.decode(read.raster.bytes, [size], { signal })
    const bytes = decoded.ok ? decoded.value.rasters[size] : undefined
    if (bytes === undefined || signal.aborted) return null
    const { standing, original } = read
    await this.#store.save({ ...errand.name, standing, original, rasters: { [size]: bytes } })
    return bytes
  }

  async #keep(errand: Errand, sizes: PictureSize[], signal: AbortSignal): Promise<Result<PictureFinding>> {
    const read = await this.#look(errand, null)
    if (signal.aborted) return fail('cancelled')
    const failure = standingFailure(read?.standing ?? null, this.#now())
    if (failure !== null) return broken(failure)
    if (read?.original != null && sizes.every((size) => read.sizes.includes(size))) {
      const before = { original: read.original, standing: read.standing }
      if (isStale(read.standing, this.#now())) await this.#renew(errand, { ...read, ...before }, signal)
      if (signal.aborted) return fail('cancelled')
      const { known } = errand.record
      return ok((known === null ? null : findingOfKnown(known)) ?? findingOf(read.original))
    }
    const all = [...new Set([...sizes, ...(read?.sizes ?? [])])]
    const made = await this.#acquire({ ...errand, sizes: all, priority: 'later', signal })
    if (!made.ok) return broken((await this.#failed(errand, made.failure)).failure)
    this.#know(errand, made.value.known)
    return made.value.known.original === null
      ? fail('picture-none')
      : ok(findingOf(made.value.known.original))
  }

  /** Asks in the background, once an age, whether there is another picture by now; what is there is shown meanwhile. */
  #freshen(connectionId: string, token: string): void {
    const standing = this.#book.find(connectionId, token)?.known?.standing
    if (standing === undefined || !isStale(standing, this.#now())) return
    const errand = this.#errand(connectionId, token)
    if (!errand.ok || this.#fresheningCount >= maxFreshening) return
    this.#fresheningCount += 1
    const work = this.#freshening.join(`${connectionId}/${token}`, undefined, async (signal) => {
      const read = await this.#look(errand.value, null)
      const original = read?.original ?? null
      if (read === null || original === null || signal.aborted) return ok(null)
      if (isStale(read.standing, this.#now())) await this.#renew(errand.value, { ...read, original }, signal)
      return ok(null)
    })
    void work.finally(() => (this.#fresheningCount -= 1))
  }

  /** Replaces a picture that its server has changed; keeps it where nobody answers, and gives it up where it is gone. */
  async #renew(
    errand: Errand,
    before: ReadPicture & { original: NonNullable<ReadPicture['original']> },
    signal: AbortSignal
  ): Promise<void> {
    const { connectionId, token } = errand.name
    const { sizes } = before
    const made = await this.#acquire({ ...errand, sizes, priority: 'later', signal, before })
    if (made.ok) {
      const isSame = made.value.known.original?.hash === before.original.hash
      if (!isSame) this.#cache.deleteAll(`${connectionId}/${token}/`)
      this.#know(errand, made.value.known)
      return
    }
    const { failure } = made
    if (failure.code === 'cancelled') return
    if (isGone(before.standing, failure)) {
      await this.#failed(errand, failure)
      return
    }
    const standing = afterVain(before.standing, failure, this.#now())
    this.#know(errand, { standing, original: before.original })
    if (kindOf(failure) !== 'unanswered') await this.#store.note(errand.name, standing, false)
  }

  /** Takes note of why there is no picture; comes back with it. */
  async #failed(errand: Errand, failure: Failure): Promise<{ ok: false; failure: Failure }> {
    if (failure.code === 'cancelled') return { ok: false, failure }
    const { connectionId, token } = errand.name
    const before = errand.record.known
    const standing = afterFailure(before?.standing ?? null, failure, this.#now())
    const isThere = before?.original != null && !isGone(before.standing, failure)
    this.#know(errand, { standing, original: isThere ? before.original : null })
    if (!isThere) this.#cache.deleteAll(`${connectionId}/${token}/`)
    if (!isThere && kindOf(failure) !== 'unanswered') {
      await this.#store.note(errand.name, standing, true)
    }
    return { ok: false, failure }
  }

  #forgive(connectionId: string, token: string | null, codes: string[] = []): void {
    this.#forgiving = this.#store.forgive(connectionId, token, codes)
  }

  #cancel(which: (key: string) => boolean): void {
    for (const work of [this.#rasters, this.#keeping, this.#freshening, this.#originals]) work.cancel(which)
  }
}

function webp(bytes: Uint8Array<ArrayBuffer>): RasterPicture {
  return { bytes, type: 'image/webp' }
}

function broken(failure: Failure): Result<PictureFinding> {
  const finding = findingOfFailure(failure)
  return finding === null ? { ok: false, failure } : ok(finding)
}

function factsOf(known: KnownPicture | null, url: URL): Result<PictureFacts> {
  if (known?.original == null) return fail('picture-none')
  const { width, height, bytes, format, animated } = known.original
  const { checkedAt } = known.standing
  return ok({ width, height, bytes, format, animated, checkedAt, host: url.host })
}
