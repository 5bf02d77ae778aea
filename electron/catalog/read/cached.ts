import type { Sliced } from '../../database/cooperative'

/** Changes that are noted one by one; when they are more, all is read anew. */
const mostStale = 100_000

/** Something that is known of all products, in memory while somebody asks for it, and kept current. `Id` names a product. */
export interface Kept<T, Id> {
  get: () => Sliced<T>
  /** null: what is known of any may have changed. */
  changed: (ids: Iterable<Id> | null) => void
}

export interface KeptParts<T, Id> {
  /** `version`: a number that no other reading had, nor had after as many changes as there are. */
  load: (version: number) => Sliced<T>
  reload: (value: T, ids: Iterable<Id>) => Sliced<void>
  /** Whether what was read may be kept on at all. */
  isCurrent?: (value: T) => boolean
  /** ms without a question after which it is let go; null: never. */
  idle: number | null
}

export function keep<T, Id>({ load, reload, isCurrent = () => true, idle }: KeptParts<T, Id>): Kept<T, Id> {
  let held: { value: T } | null = null
  /** What changed since it was read; null: nothing is held, nor being read. */
  let stale: Set<Id> | null = null
  let versions = 0
  let timer: NodeJS.Timeout | undefined

  function drop(): void {
    held = null
    stale = null
  }

  function touch(): void {
    if (idle === null) return
    clearTimeout(timer)
    timer = setTimeout(drop, idle)
    timer.unref()
  }

  function* read(): Sliced<T> {
    if (held !== null && !isCurrent(held.value)) drop()
    // What changes from here on is noted anew: it may be read now already, or not.
    const changed = stale
    const noted = (stale = new Set<Id>())
    const known = held
    // A list that was made of what was let go since must not be taken for one of what is read now.
    if (known === null) versions += 2 ** 20
    const value = known === null ? yield* load(versions) : known.value
    if (known !== null && changed !== null && changed.size > 0) yield* reload(value, changed)
    // Let go meanwhile: it does for this answer.
    if (stale === noted) held = { value }
    return value
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
    changed(ids) {
      if (stale === null) return
      for (const id of ids ?? []) stale.add(id)
      if (ids === null || stale.size > mostStale) drop()
    }
  }
}
