import { onScopeDispose } from 'vue'

/** ms from the last change to the save, so that a scroll, or fast work, is one write. */
const quiet = 400

/** Saves of values that change often: of several in a short time only the last is written. */
export interface DelayedSaves<T> {
  /** The value to be written; undefined: none. */
  waiting: () => T | undefined
  keep: (value: T) => void
  /** Writes the pending value now. */
  flush: () => Promise<void>
}

/**
 * The pending value is also written when the calling scope ends.
 *
 * @param save its failures are ignored: losing a place in a list is no reason to bother anyone
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
