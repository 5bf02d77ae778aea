/** Saving waits this long after the last change, ms, so that a scroll, or fast work, is one write. */
const quiet = 400

/** What is kept of each connection and changes often: of what comes in a short while only the last is written. */
export interface DelayedSaves<T> {
  /** What waits to be written; undefined: nothing does. */
  waiting: (connectionId: string) => T | undefined
  keep: (connectionId: string, value: T) => void
  /** Writes at once what waits. */
  flush: () => Promise<void>
  /** Writes nothing any more by itself. */
  stop: () => void
}

/** @param save a failure is let go of: to lose a place in a list is no reason to bother anyone */
export function createDelayedSaves<T>(
  save: (connectionId: string, value: T) => Promise<unknown>
): DelayedSaves<T> {
  const values = new Map<string, T>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(timer)

  async function flush(): Promise<void> {
    stop()
    const all = [...values]
    values.clear()
    await Promise.all(all.map(([id, value]) => save(id, value)))
  }

  return {
    waiting: (id) => values.get(id),
    keep(id, value) {
      values.set(id, value)
      stop()
      timer = setTimeout(() => void flush(), quiet)
    },
    flush,
    stop
  }
}
