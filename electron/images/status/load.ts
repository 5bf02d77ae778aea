import { pictureSizes, type PictureSize, type PictureFinding } from '../../contract/picture-values'
import { fail, ok, type Failure, type Result } from '../../contract/failure'
import type { FetchAndDecode } from './fetch-and-decode'
import type { PictureDecoder } from '../decode/decoder-port'
import type { Rasters } from '../decode/protocol'
import {
  findingOf,
  findingOfFailure,
  findingOfKnown,
  type ImageRequest,
  type ImageState
} from './image-state'
import type { DiskCache } from '../disk/disk-cache'
import { isStale, activeFailure, afterFailedRevalidation, isGone, kindOf } from './fetch-status'
import type { StoredImage, Original } from '../disk/protocol'
import type { ByteCache } from '../memory-cache'

type Raster = Uint8Array<ArrayBuffer>
type ImageOnDisk = StoredImage & { original: Original }

interface ImageLoaderDeps {
  state: ImageState
  disk: DiskCache
  cache: ByteCache
  decoder: PictureDecoder
  fetchAndDecode: FetchAndDecode
  /** Called for a picture that was shown from disk and should be revalidated. */
  onStale: (request: ImageRequest) => void
  /** ms since 1970. */
  now: () => number
}

/** Loads pictures from disk or, where they are not there, from their servers. */
export class ImageLoader {
  readonly #deps: ImageLoaderDeps

  constructor(deps: ImageLoaderDeps) {
    this.#deps = deps
  }

  /** The raster for somebody who is looking at the list. */
  async load(request: ImageRequest, size: PictureSize, signal: AbortSignal): Promise<Result<Raster>> {
    const { state, fetchAndDecode, now } = this.#deps
    const isCancelled = (): boolean => signal.aborted
    const stored = await state.read(request, size)
    if (isCancelled()) return fail('cancelled')
    const found = await this.#inSize(request, stored, size, signal)
    if (found !== null) {
      // Nobody waits for it: what is looked at is there.
      if (isOnDisk(stored)) void this.#withLook(request, stored, signal)
      return ok(found)
    }
    const failure = activeFailure(request.record.known?.status ?? null, now())
    if (failure !== null) return { ok: false, failure }
    const fetched = await fetchAndDecode({ ...request, sizes: [size], priority: 'now', signal })
    if (!fetched.ok) return state.saveFailure(request, fetched.failure)
    const { known, rasters } = fetched.value
    state.update(request, known)
    // null: the same content came from another address before, and is on disk.
    const came =
      rasters === null ? await state.read(request, size) : { ...known, raster: nearest(rasters, size) }
    const raster = await this.#inSize(request, came, size, signal)
    if (raster !== null) return ok(raster)
    // The picture did come; it could not be made smaller.
    return fail(isCancelled() ? 'cancelled' : 'picture-decoder-failed')
  }

  /** See `ImageService.kept`. */
  async kept(request: ImageRequest, sizes: PictureSize[]): Promise<PictureFinding | null> {
    const stored = await this.#deps.state.read(request, null)
    const failure = activeFailure(stored?.status ?? null, this.#deps.now())
    if (failure !== null) return findingOfFailure(failure)
    return isOnDisk(stored) && hasSizes(stored, sizes) ? findingOf(stored.original) : null
  }

  /** See `ImageService.keep`. */
  async keep(
    request: ImageRequest,
    sizes: PictureSize[],
    signal: AbortSignal
  ): Promise<Result<PictureFinding>> {
    const { state, fetchAndDecode, now } = this.#deps
    const stored = await state.read(request, null)
    if (signal.aborted) return fail('cancelled')
    const failure = activeFailure(stored?.status ?? null, now())
    if (failure !== null) return findingOr(failure)
    if (isOnDisk(stored) && hasSizes(stored, sizes)) {
      const original = await this.#withLook(request, stored, signal)
      if (isStale(stored.status, now())) await this.#revalidate(request, { ...stored, original }, signal)
      const { known: latest } = request.record
      return ok((latest === null ? null : findingOfKnown(latest)) ?? findingOf(original))
    }
    const all = [...new Set([...sizes, ...(stored?.sizes ?? [])])]
    const fetched = await fetchAndDecode({ ...request, sizes: all, priority: 'later', signal })
    if (!fetched.ok) return findingOr((await state.saveFailure(request, fetched.failure)).failure)
    const { known, kept } = fetched.value
    state.update(request, known)
    return kept.ok ? ok(findingOf(known.original)) : kept
  }

  /** Whether it is time to ask the server for a newer picture, by what memory knows. */
  isStale({ record }: ImageRequest): boolean {
    return record.known !== null && isStale(record.known.status, this.#deps.now())
  }

  /** Asks the server for a newer picture if that is still due by what the disk knows. Fails with `cancelled` only. */
  async revalidate(request: ImageRequest, signal: AbortSignal): Promise<Result<null>> {
    const stored = await this.#deps.state.read(request, null)
    if (signal.aborted) return fail('cancelled')
    const isDue = isOnDisk(stored) && stored.sizes.length > 0 && isStale(stored.status, this.#deps.now())
    if (isDue) await this.#revalidate(request, stored, signal)
    return ok(null)
  }

  /** Replaces a picture that has changed. Keeps it where no server answers, and gives it up where it is gone. */
  async #revalidate(request: ImageRequest, before: ImageOnDisk, signal: AbortSignal): Promise<void> {
    const { state, cache, fetchAndDecode, now } = this.#deps
    const { connectionId, token } = request.name
    const fetched = await fetchAndDecode({
      ...request,
      sizes: before.sizes,
      priority: 'later',
      signal,
      before
    })
    if (fetched.ok) {
      const isSame = fetched.value.known.original.hash === before.original.hash
      if (!isSame) cache.deleteAll(`${connectionId}/${token}/`)
      state.update(request, fetched.value.known)
      return
    }
    const { failure } = fetched
    if (failure.code === 'cancelled') return
    if (isGone(before.status, failure)) {
      await state.saveFailure(request, failure)
      return
    }
    const status = afterFailedRevalidation(before.status, failure, now())
    if (kindOf(failure) === 'unanswered') state.update(request, { status, original: before.original })
    else await state.save(request, status, before.original)
  }

  /** The original with its perceptual hash: one of an earlier version is made anew, from a raster, so that no server is asked. */
  async #withLook(
    request: ImageRequest,
    { status, original }: ImageOnDisk,
    signal: AbortSignal
  ): Promise<Original> {
    if (original.look !== null) return original
    const { state, disk, decoder } = this.#deps
    const kept = async (size: PictureSize): Promise<StoredImage['raster']> =>
      (await disk.read({ ...request.name, size }))?.raster ?? null
    const raster = (await kept('thumbnail-2x')) ?? (await kept('thumbnail'))
    if (raster === null) return original
    const decoded = await decoder.decode(raster.bytes, ['thumbnail-2x'], { signal, priority: 'later' })
    if (!decoded.ok || signal.aborted) return original
    const whole = { ...original, look: decoded.value.look }
    state.update(request, { status, original: whole })
    await disk.save({ ...request.name, status, original: whole, rasters: {} })
    return whole
  }

  /** The stored raster, or the one made from the next larger size; null: there is neither. */
  async #inSize(
    request: ImageRequest,
    stored: Omit<StoredImage, 'sizes'> | null,
    size: PictureSize,
    signal: AbortSignal
  ): Promise<Raster | null> {
    const { raster = null, original = null } = stored ?? {}
    if (stored === null || raster === null || original === null) return null
    const { disk, decoder, onStale } = this.#deps
    if (this.isStale(request)) onStale(request)
    if (raster.size === size) return raster.bytes
    const decoded = await decoder.decode(raster.bytes, [size], { signal })
    const bytes = decoded.ok ? decoded.value.rasters[size] : undefined
    if (bytes === undefined || signal.aborted) return null
    await disk.save({ ...request.name, status: stored.status, original, rasters: { [size]: bytes } })
    return bytes
  }
}

function isOnDisk(stored: StoredImage | null): stored is ImageOnDisk {
  return stored !== null && stored.original !== null
}

function hasSizes(stored: StoredImage, sizes: readonly PictureSize[]): boolean {
  return sizes.every((size) => stored.sizes.includes(size))
}

/** A failure that says something about the picture counts as a finding. */
function findingOr(failure: Failure): Result<PictureFinding> {
  const finding = findingOfFailure(failure)
  return finding === null ? { ok: false, failure } : ok(finding)
}

/** The raster of this size or, where somebody else had the picture fetched for a larger one, the next larger. */
function nearest(rasters: Rasters, wanted: PictureSize): StoredImage['raster'] {
  for (const size of pictureSizes.slice(pictureSizes.indexOf(wanted))) {
    const bytes = rasters[size]
    if (bytes !== undefined) return { size, bytes }
  }
  return null
}
