import { hash as digest } from 'node:crypto'
import { pictureSizes, type PictureSize } from '../../contract/picture-values'
import { fail, ok, type Result } from '../../contract/failure'
import { release } from '../../bytes/buffers'
import type { GuardScope } from '../fetch/address-guard'
import type { PictureDecoder } from '../decode/decoder-port'
import type { Rasters } from '../decode/protocol'
import type { FetchedPicture, ImageFetcher } from '../fetch/image-fetcher'
import type { Priority } from '../fetch/per-host-queue'
import type { DiskCache } from '../disk/disk-cache'
import { afterSuccess } from './fetch-status'
import type { Original, ImageName, FetchStatus } from '../disk/protocol'
import { createSingleFlight } from '../../async/single-flight'

/** Which picture to fetch, and for what. */
export interface ImageWanted {
  name: ImageName
  /** Has passed the guard. */
  url: URL
  scope: GuardScope
  /** Sizes that are added during the fetch are made too. */
  sizes: readonly PictureSize[]
  priority: Priority
  /** As for a lane. */
  hurry?: AbortSignal
  signal: AbortSignal
  /** Of a picture that exists in these sizes: the server is only asked whether it has changed. */
  before?: PictureBefore
}

interface PictureBefore {
  original: Original
  status: FetchStatus
  sizes: readonly PictureSize[]
}

export interface FetchedImage {
  known: { original: Original; status: FetchStatus }
  /** The sizes that exist now: all requested ones or, if another fetch was under way, larger ones. */
  sizes: readonly PictureSize[]
  /** null: they were on disk already. */
  rasters: Rasters | null
  /** Fails if it could not be written to the disk. */
  kept: Result<null>
}

/** Fetches a picture, decodes it and stores it; fails with a `picture-…` or network code, or with `cancelled`. */
export type FetchAndDecode = (wanted: ImageWanted) => Promise<Result<FetchedImage>>

interface FetchAndDecodeDeps {
  fetcher: ImageFetcher
  decoder: PictureDecoder
  disk: DiskCache
  /** ms since 1970. */
  now: () => number
}

/** The result of a picture, and the write to the disk, which does not count as a running fetch. */
interface DecodedImage {
  acquired: Omit<FetchedImage, 'kept'>
  keep: () => Promise<Result<null>>
}

/** Contents in memory that may be on disk: a placeholder is not decoded for each of its products. */
const rememberedContents = 2000

export function createFetchAndDecode({ fetcher, decoder, disk, now }: FetchAndDecodeDeps): FetchAndDecode {
  const recent = new Map<string, Original>()

  function remember(original: Original): void {
    recent.delete(original.hash)
    recent.set(original.hash, original)
    const [oldest] = recent.keys()
    if (recent.size > rememberedContents && oldest !== undefined) recent.delete(oldest)
  }

  function unchanged(
    { name }: ImageWanted,
    before: PictureBefore,
    status: FetchStatus
  ): Result<DecodedImage> {
    const known = { original: before.original, status: withValidatorsOf(before.status, status) }
    const keep = async (): Promise<Result<null>> => {
      await disk.note(name, known.status, false)
      return ok(null)
    }
    return ok({ acquired: { known, sizes: before.sizes, rasters: null }, keep })
  }

  async function take(wanted: ImageWanted, fetched: FetchedPicture): Promise<Result<DecodedImage>> {
    const { name, url, priority, hurry, signal, before } = wanted
    const sizes = [...wanted.sizes]
    const status = afterSuccess(now(), fetched.age, fetched.validators)
    const { bytes } = fetched
    if (bytes === null)
      return before ? unchanged(wanted, before, status) : fail('request-refused', { host: url.host })
    // Not computed by the decoder: it works on untrusted bytes, and could give its picture the hash of another.
    const hash = digest('sha256', bytes, 'hex')
    if (before?.original.hash === hash) return unchanged(wanted, before, status)
    const seen = recent.get(hash)
    if (seen && (await disk.link({ ...name, status, hash, sizes }))) {
      const acquired = { known: { original: seen, status }, sizes, rasters: null }
      return ok({ acquired, keep: () => Promise.resolve(ok(null)) })
    }
    const length = bytes.byteLength
    const decoded = await decoder.decode(bytes, sizes, { signal, priority, hurry })
    // Decoded or given up: the bytes are not needed again.
    release(bytes)
    if (!decoded.ok) return fail(decoded.failure.code, { host: url.host, ...decoded.failure.facts })
    const { rasters, ...facts } = decoded.value
    const original = { ...facts, hash, bytes: length }
    const keep = async (): Promise<Result<null>> => {
      const saved = await disk.save({ ...name, status, original, rasters })
      if (saved.ok) remember(original)
      return saved
    }
    return ok({ acquired: { known: { original, status }, sizes, rasters }, keep })
  }

  return async (wanted) => {
    const { url, scope, priority, hurry, signal, before } = wanted
    const validators = before?.status.validators ?? null
    const question = { url, scope, priority, hurry, signal, validators }
    const taken = await fetcher.fetch(question, (fetched) => take(wanted, fetched))
    if (!taken.ok) return taken
    // The result of a canceled fetch is not stored: its connection may be removed.
    if (signal.aborted) return fail('cancelled')
    const { acquired, keep } = taken.value
    return ok({ ...acquired, kept: await keep() })
  }
}

/** A server need not repeat its validators; those of another address are not its own. */
function withValidatorsOf(before: FetchStatus, status: FetchStatus): FetchStatus {
  const { validators: given } = status
  const { validators: former } = before
  if (given === null || former?.from !== given.from) return status
  const etag = given.etag ?? former.etag
  const lastModified = given.lastModified ?? former.lastModified
  return { ...status, validators: { ...given, etag, lastModified } }
}

/** What the callers of a fetch under way want of it. */
interface Fetch {
  sizes: PictureSize[]
  hurry: AbortController
}

/**
 * Fetches each picture of a connection once at a time, for all callers. A size that is requested during a fetch is made of the
 * same bytes or, once they are being decoded, of a larger raster; if there is none, the picture is fetched again afterwards. A
 * fetch runs as long as a caller waits, as urgently as the most urgent of them, and its failure goes to all of them.
 */
export function singleFlight(fetchAndDecode: FetchAndDecode): FetchAndDecode {
  const work = createSingleFlight<string, FetchedImage>((key) => key)
  const underWay = new Map<string, Fetch>()

  function begin(key: string, wanted: ImageWanted, signal: AbortSignal): Promise<Result<FetchedImage>> {
    const fetch = { sizes: [...wanted.sizes], hurry: new AbortController() }
    underWay.set(key, fetch)
    const made = fetchAndDecode({ ...wanted, sizes: fetch.sizes, hurry: fetch.hurry.signal, signal })
    const end = (): void => {
      // Another fetch may have begun since the last caller of this one gave up.
      if (underWay.get(key) === fetch) underWay.delete(key)
    }
    made.then(end, end)
    return made
  }

  return async (wanted) => {
    const { name, sizes, priority, signal } = wanted
    const key = `${name.connectionId}/${name.token}`
    for (;;) {
      const fetch = underWay.get(key)
      fetch?.sizes.push(...sizes.filter((size) => !fetch.sizes.includes(size)))
      if (priority === 'now') fetch?.hurry.abort()
      const made = await work.join(key, signal, (shared) => begin(key, wanted, shared))
      if (!made.ok || sizes.every((size) => canMake(size, made.value.sizes))) return made
    }
  }
}

function canMake(size: PictureSize, there: readonly PictureSize[]): boolean {
  return pictureSizes.slice(pictureSizes.indexOf(size)).some((larger) => there.includes(larger))
}
