import { fail, ok, type Result } from '../../contract/failure'
import type { Acquire } from './fetch-and-decode'
import type { ByteCache } from '../memory-cache'
import type { Errand, KnownPictures } from './image-state'
import { afterVain, isGone, isStale, kindOf } from './fetch-status'
import type { Original, ReadPicture } from '../disk/protocol'

/** A picture that is on disk. */
export type PictureThere = ReadPicture & { original: Original }

/** Asks the server of a picture that is there whether it has another by now, when it is time to. */
export interface Renewing {
  /** Whether it is time. */
  isDue(errand: Errand): boolean
  /** Looks on disk, and asks if it is still time. Never fails for a picture that is there. */
  renew(errand: Errand, signal: AbortSignal): Promise<Result<null>>
  /** Replaces a picture that was changed; keeps it where nobody answers, and gives it up where it is gone. */
  ask(errand: Errand, before: PictureThere, signal: AbortSignal): Promise<void>
}

export interface RenewingDeps {
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
