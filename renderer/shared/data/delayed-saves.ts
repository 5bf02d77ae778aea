import { onScopeDispose } from 'vue'

/** Saving waits this long after the last change, ms, so that a scroll, or fast work, is one write. */
const quiet = 400

/** What changes often and is kept: of what comes in a short while only the last is written. */
export interface DelayedSaves<T> {
  /** What waits to be written; undefined: nothing does. */
  waiting: () => T | undefined
  keep: (value: T) => void
  /** Writes at once what waits. */
  flush: () => Promise<void>
}

/**
 * Writes what waits as well once the scope that calls this ends.
 *
 * @param save a failure is let go of: to lose a place in a list is no reason to bother anyone
 */
export function createDelayedSaves<T>(save: (value: T) => Promise<unknown>): DelayedSaves<T> {
  let waiting: { value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    const last = waiting
    waiting = null
    if (last) await save(last.value)
  }
  onScopeDispose(() => void flush())

  return {
    waiting: () => waiting?.value,
    keep(value) {
      waiting = { value }
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), quiet)
    },
    flush
  }
}
