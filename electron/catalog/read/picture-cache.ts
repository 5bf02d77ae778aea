import type { DatabaseSync } from 'node:sqlite'
import { loadPictures, reloadPictures, type PictureColumns } from './picture-columns'
import { keep, type Kept } from './cached'

/** ms without a question about pictures after which what was read for it is let go. */
const idleAfter = 120_000

/** What is known of pictures, by the products' keys. @param idle ms, for tests */
export function holdPictures(db: DatabaseSync, idle = idleAfter): Kept<PictureColumns, number> {
  return keep<PictureColumns, number>({
    load: (version) => loadPictures(db, version),
    reload: (pictures, keys) => reloadPictures(db, pictures, keys),
    idle
  })
}
