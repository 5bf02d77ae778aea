import type { DatabaseSync } from 'node:sqlite'
import { loadPictures, reloadPictures, type PictureColumns } from './pictures-columns'
import type { Sliced } from './reader-slices'

/** Products that are noted one by one as changed; when they are more, all are read anew. */
const mostStale = 100_000
/** ms without a question about pictures after which what was read for it is let go. */
const idleAfter = 120_000

/** What is known of pictures, in memory while somebody asks about them, and kept current. */
export interface HeldPictures {
  get: () => Sliced<PictureColumns>
  /** null: what is known of any may have changed. */
  changed: (keys: Iterable<number> | null) => void
}

/** @param idle ms, for tests */
export function holdPictures(db: DatabaseSync, idle = idleAfter): HeldPictures {
  let held: PictureColumns | null = null
  /** What changed since it was read; null: nothing is held, nor being read. */
  let stale: Set<number> | null = null
  let versions = 0
  let timer: NodeJS.Timeout | undefined

  function drop(): void {
    held = null
    stale = null
  }

  function touch(): void {
    clearTimeout(timer)
    timer = setTimeout(drop, idle)
    timer.unref()
  }

  function* read(): Sliced<PictureColumns> {
    // What changes from here on is noted anew: it may be read now already, or not.
    const changed = stale
    const noted = (stale = new Set())
    const known = held
    // A list that was made of what was let go since must not be taken for one of what is read now.
    if (known === null) versions += 2 ** 20
    const pictures = known ?? (yield* loadPictures(db, versions))
    if (known !== null && changed !== null && changed.size > 0) yield* reloadPictures(db, known, changed)
    // Let go meanwhile: it does for this answer.
    if (stale === noted) held = pictures
    return pictures
  }

  return {
    *get() {
      touch()
      try {
        return yield* read()
      } catch (error) {
        drop()
        throw error
      }
    },
    changed(keys) {
      if (stale === null) return
      for (const key of keys ?? []) stale.add(key)
      if (keys === null || stale.size > mostStale) drop()
    }
  }
}
