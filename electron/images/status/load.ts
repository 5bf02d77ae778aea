import { pictureSizes, type PictureSize } from '../../contract/picture'
import type { PictureFinding } from '../../contract/picture-finding'
import { fail, ok, type Failure, type Result } from '../../contract/failure'
import type { Acquire } from './fetch-and-decode'
import type { PictureDecoder } from '../decode/decoder-port'
import type { Rasters } from '../decode/protocol'
import { findingOf, findingOfFailure, findingOfKnown, type Errand, type KnownPictures } from './image-state'
import type { PictureStore } from '../disk/image-store'
import { isStale, standingFailure, afterVain, isGone, kindOf } from './fetch-status'
import type { ReadPicture, Original } from '../disk/protocol'
import type { ByteCache } from '../memory-cache'

type Raster = Uint8Array<ArrayBuffer>

/** Brings pictures from disk or, where they are not there, from their servers. */
export interface Loading {
  /** A raster for somebody who looks at it. */
  load(errand: Errand, size: PictureSize, signal: AbortSignal): Promise<Result<Raster>>
  /** See `Pictures.kept`. */
  kept(errand: Errand, sizes: PictureSize[]): Promise<PictureFinding | null>
  /** Sees to it that the disk holds these sizes, when nothing more urgent is to be done; see `Pictures.keep`. */
  keep(errand: Errand, sizes: PictureSize[], signal: AbortSignal): Promise<Result<PictureFinding>>
}

interface LoadingDeps {
  known: KnownPictures
  store: PictureStore
  decoder: PictureDecoder
  acquire: Acquire
  renewing: Renewing
  /** Told of a picture that was shown from disk and is to be asked for anew. */
  onStale: (errand: Errand) => void
  /** ms since 1970. */
  now: () => number
}

export function createLoading(deps: LoadingDeps): Loading {
  const { known, store, decoder, acquire, renewing, onStale, now } = deps

  /** The raster as it is there, or made from a larger one; null: neither. */
  async function inSize(
    errand: Errand,
    read: Omit<ReadPicture, 'sizes'> | null,
    size: PictureSize,
    signal: AbortSignal
  ): Promise<Raster | null> {
    const { raster = null, original = null } = read ?? {}
    if (read === null || raster === null || original === null) return null
    if (renewing.isDue(errand)) onStale(errand)
    if (raster.size === size) return raster.bytes
    const decoded = await decoder.decode(raster.bytes, [size], { signal })
    const bytes = decoded.ok ? decoded.value.rasters[size] : undefined
    if (bytes === undefined || signal.aborted) return null
    const { standing } = read
    await store.save({ ...errand.name, standing, original, rasters: { [size]: bytes } })
    return bytes
  }

  return {
    async load(errand, size, signal) {
      const isLeft = (): boolean => signal.aborted
      const read = await known.look(errand, size)
      if (isLeft()) return fail('cancelled')
      const found = await inSize(errand, read, size, signal)
      if (found !== null) return ok(found)
      const failure = standingFailure(errand.record.known?.standing ?? null, now())
      if (failure !== null) return { ok: false, failure }
      const made = await acquire({ ...errand, sizes: [size], priority: 'now', signal })
      if (!made.ok) return known.failed(errand, made.failure)
      known.know(errand, made.value.known)
      const { known: latest, rasters } = made.value
      // null: it came under another address before, and is on disk.
      const came =
        rasters === null ? await known.look(errand, size) : { ...latest, raster: nearest(rasters, size) }
      const raster = await inSize(errand, came, size, signal)
      if (raster !== null) return ok(raster)
      // The picture itself came: it could not be made smaller.
      return fail(isLeft() ? 'cancelled' : 'picture-decoder-failed')
    },
    async kept(errand, sizes) {
      const read = await known.look(errand, null)
      const failure = standingFailure(read?.standing ?? null, now())
      if (failure !== null) return findingOfFailure(failure)
      const original = read?.original ?? null
      return read !== null && original !== null && holds(read, sizes) ? findingOf(original) : null
    },
    async keep(errand, sizes, signal) {
      const read = await known.look(errand, null)
      if (signal.aborted) return fail('cancelled')
      const failure = standingFailure(read?.standing ?? null, now())
      if (failure !== null) return findingOr(failure)
      const original = read?.original ?? null
      if (read !== null && original !== null && holds(read, sizes)) {
        if (isStale(read.standing, now())) await renewing.ask(errand, { ...read, original }, signal)
        const { known: latest } = errand.record
        return ok((latest === null ? null : findingOfKnown(latest)) ?? findingOf(original))
      }
      const all = [...new Set([...sizes, ...(read?.sizes ?? [])])]
      const made = await acquire({ ...errand, sizes: all, priority: 'later', signal })
      if (!made.ok) return findingOr((await known.failed(errand, made.failure)).failure)
      known.know(errand, made.value.known)
      const { kept } = made.value
      return kept.ok ? ok(findingOf(made.value.known.original)) : kept
    }
  }
}

function holds(read: ReadPicture, sizes: readonly PictureSize[]): boolean {
  return sizes.every((size) => read.sizes.includes(size))
}

/** A failure that tells something of the picture is what was to be found out. */
function findingOr(failure: Failure): Result<PictureFinding> {
  const finding = findingOfFailure(failure)
  return finding === null ? { ok: false, failure } : ok(finding)
}

/** The raster of this size or, where somebody else had the picture fetched for a larger one, the next larger. */
function nearest(rasters: Rasters, wanted: PictureSize): ReadPicture['raster'] {
  for (const size of pictureSizes.slice(pictureSizes.indexOf(wanted))) {
    const bytes = rasters[size]
    if (bytes !== undefined) return { size, bytes }
  }
  return null
}

/** A picture that is on disk. */
type PictureThere = ReadPicture & { original: Original }

/** Asks the server of a picture that is there whether it has another by now, when it is time to. */
export interface Renewing {
  /** Whether it is time. */
  isDue(errand: Errand): boolean
  /** Looks on disk, and asks if it is still time. Never fails for a picture that is there. */
  renew(errand: Errand, signal: AbortSignal): Promise<Result<null>>
  /** Replaces a picture that was changed; keeps it where nobody answers, and gives it up where it is gone. */
  ask(errand: Errand, before: PictureThere, signal: AbortSignal): Promise<void>
}

interface RenewingDeps {
  known: KnownPictures
  acquire: Acquire
  cache: ByteCache
  /** ms since 1970. */
  now: () => number
}

export function createRenewing({ known, acquire, cache, now }: RenewingDeps): Renewing {
  const ask: Renewing['ask'] = async (errand, before, signal) => {
    const { connectionId, token } = errand.name
    const made = await acquire({ ...errand, sizes: before.sizes, priority: 'later', signal, before })
    if (made.ok) {
      const isSame = made.value.known.original.hash === before.original.hash
      if (!isSame) cache.deleteAll(`${connectionId}/${token}/`)
      known.know(errand, made.value.known)
      return
    }
    const { failure } = made
    if (failure.code === 'cancelled') return
    if (isGone(before.standing, failure)) {
      await known.failed(errand, failure)
      return
    }
    const standing = afterVain(before.standing, failure, now())
    if (kindOf(failure) === 'unanswered') known.know(errand, { standing, original: before.original })
    else await known.note(errand, standing, before.original)
  }

  return {
    ask,
    isDue: ({ record }) => record.known !== null && isStale(record.known.standing, now()),
    async renew(errand, signal) {
      const read = await known.look(errand, null)
      if (signal.aborted) return fail('cancelled')
      const original = read?.original ?? null
      const isDue = read !== null && original !== null && isStale(read.standing, now())
      if (isDue && read.sizes.length > 0) await ask(errand, { ...read, original }, signal)
      return ok(null)
    }
  }
}
