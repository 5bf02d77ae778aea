import { fail, ok, type Result } from '../contract/failure'
import type { GuardScope } from './address-guard'
import type { PictureDecoder } from './decoder-port'
import type { PictureSize } from '../contract/product'
import type { DecodedPicture } from './decoder-protocol'
import { createGuardedFetch, type GuardedFetchDeps } from './guarded-fetch'
import { createLanes } from './lanes'

/** A decoded picture and the size of its original in bytes. */
interface MadePicture extends DecodedPicture {
  bytes: number
}

/** From a guarded URL to a raster. */
export interface PictureSource {
  /** Fetches and decodes; fails with a `picture-…` or network code, or with `cancelled`. */
  make(url: URL, scope: GuardScope, size: PictureSize, signal: AbortSignal): Promise<Result<MadePicture>>
  close(): void
}

/**
 * At once, from the request to the raster, so that originals that wait for the decoder are bounded too: 8 in all,
 * 6 from one host, which is what browsers open.
 */
const places = { total: 8, perLane: 6 }

export function createPictureSource(decoder: PictureDecoder, deps: GuardedFetchDeps): PictureSource {
  const lanes = createLanes(places)
  const fetcher = createGuardedFetch(deps)
  return {
    async make(url, scope, size, signal) {
      const made = await lanes.run(url.host, signal, async (): Promise<Result<MadePicture>> => {
        const original = await fetcher.fetch(url, scope, signal)
        if (!original.ok) return original
        const decoded = await decoder.decode(original.value, size, signal)
        if (decoded.ok) return ok({ ...decoded.value, bytes: original.value.byteLength })
        return fail(decoded.failure.code, { host: url.host, ...decoded.failure.facts })
      })
      return made === null || signal.aborted ? fail('cancelled') : made
    },
    close: () => fetcher.close()
  }
}
