import { ok } from '../contract/failure'
import type { Pictures } from '../images/pictures'
import type { HandlersOf } from './handlers'

type PicturesPart = Pick<Pictures, 'describe' | 'retry'>

export function pictureHandlers({ pictures }: { pictures: PicturesPart }): HandlersOf<'pictures'> {
  return {
    'pictures:describe': ({ connectionId, token }) => pictures.describe(connectionId, token),
    'pictures:retry': ({ connectionId, token }) => {
      pictures.retry(connectionId, token)
      return ok(null)
    }
  }
}
