import type { Task } from '../../database/cooperative'

/** Above this many changes everything is loaded again. */
const mostStale = 100_000

/** Something about all products that is kept in memory while it is used, and kept current. `Id` identifies a product. */
export interface Cached<T, Id> {
  get: () => Task<T>
  /** null: any may have changed. */
  changed: (ids: Iterable<Id> | null) => void
}

export interface CacheOptions<T, Id> {
  /** `version`: unique per load; reloads increment it, and loads are 2^20 apart so that the two never collide. */
  load: (version: number) => Task<T>
  reload: (value: T, ids: Iterable<Id>) => Task<void>
  /** Whether a loaded value is still usable at all. */
  isCurrent?: (value: T) => boolean
  /** ms without use after which it is dropped; null: never. */
  idle: number | null
}

export function cached<T, Id>({
  load,
  reload,
  isCurrent = () => true,
  idle
}: CacheOptions<T, Id>): Cached<T, Id> {
  let current: { value: T } | null = null
  /** What changed since it was loaded; null: nothing is loaded or loading. */
  let stale: Set<Id> | null = null
  let versions = 0
  let timer: NodeJS.Timeout | undefined

  function drop(): void {
    current = null
    stale = null
  }

  function touch(): void {
    if (idle === null) return
    clearTimeout(timer)
    timer = setTimeout(drop, idle)
    timer.unref()
  }

  function* read(): Task<T> {
    if (current !== null && !isCurrent(current.value)) drop()
    // A change from here on may or may not be in what is loaded now: it is noted for the next time.
    const changed = stale
    const noted = (stale = new Set<Id>())
    const known = current
    // So that lists made of a dropped value are not taken for lists of this one.
    if (known === null) versions += 2 ** 20
    const value = known === null ? yield* load(versions) : known.value
    if (known !== null && changed !== null && changed.size > 0) yield* reload(value, changed)
    // Dropped meanwhile: it is good enough for this answer.
    if (stale === noted) current = { value }
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
