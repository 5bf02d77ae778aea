import type { ParsedInput } from '../contract/channels'
import { fail, ok, type Result } from '../contract/failure'
import type { PictureStorage, SavedPicture } from '../contract/picture'
import type { ImagePrefetcher } from './prefetch/prefetcher'
import type { ImageService } from './image-service'
import { forConnections, type HandlersOf } from '../contract/handlers'

export interface PictureHandlersDeps {
  pictures: Pick<ImageService, 'describe' | 'retry' | 'addressOf' | 'storage'>
  prefetcher: Pick<ImagePrefetcher, 'state' | 'keep' | 'pause' | 'resume'>
  allowHost: (connectionId: string, host: string) => Promise<Result<null>>
  setLimit: (bytes: number) => Promise<Result<PictureStorage>>
  clear: () => Promise<Result<PictureStorage>>
  /** Asks the person where to save a picture, and saves it there. */
  savePicture: (picture: ParsedInput<'pictures:save'>) => Promise<Result<SavedPicture>>
  /** Nothing is kept for a connection that does not exist. */
  isKnown: (connectionId: string) => boolean
}

export function pictureHandlers(deps: PictureHandlersDeps): HandlersOf<'pictures'> {
  const { pictures, prefetcher, savePicture, isKnown } = deps

  const of = forConnections(isKnown)

  return {
    'pictures:describe': ({ connectionId, token }) => pictures.describe(connectionId, token),
    'pictures:retry': ({ connectionId, token }) => {
      pictures.retry(connectionId, token)
      return ok(null)
    },
    'pictures:address': ({ connectionId, token }) => {
      const address = pictures.addressOf(connectionId, token)
      return address === null ? fail('picture-none') : ok(address)
    },
    'pictures:save': savePicture,
    'pictures:allow-host': of(({ connectionId, host }) => deps.allowHost(connectionId, host)),
    'pictures:storage': async () => ok(await pictures.storage()),
    'pictures:set-limit': ({ bytes }) => deps.setLimit(bytes),
    'pictures:clear': () => deps.clear(),
    'pictures:gathering': of(({ connectionId }) => ok(prefetcher.state(connectionId))),
    'pictures:keep': of(async ({ connectionId, keep }) => ok(await prefetcher.keep(connectionId, keep))),
    'pictures:pause-gathering': of(async ({ connectionId }) => ok(await prefetcher.pause(connectionId))),
    'pictures:resume-gathering': of(async ({ connectionId }) => ok(await prefetcher.resume(connectionId)))
  }
}
