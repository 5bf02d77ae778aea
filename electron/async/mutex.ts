/** A lock: work runs one at a time, in the order in which it was asked for. */
interface Mutex {
  /** Runs `work` once all work that was asked for before has ended, however that ended. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether work is under way, or waits. */
  readonly isLocked: boolean
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run(work) {
      waiting++
      const result = last.catch(() => null).then(work)
      last = result
      return result.finally(() => waiting--)
    },
    get isLocked() {
      return waiting > 0
    }
  }
}

/** A lock for each key: work for one key runs one at a time, in order; work for different keys does not wait for each other. */
export interface KeyedMutex {
  /** Runs `work` once all work that was asked for before with this key has ended, however that ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether work is under way, or waits, for this key. */
  isLocked(key: string): boolean
  /** Settles when no work is under way for this key; never rejects. */
  settled(key: string): Promise<void>
  /** The same for all keys. */
  allSettled(): Promise<void>
}

export function createKeyedMutex(): KeyedMutex {
  /** The end of the last work that was asked for, by key. */
  const ends = new Map<string, Promise<void>>()
  const settled = (key: string): Promise<void> => ends.get(key) ?? Promise.resolve()

  return {
    run(key, work) {
      const result = settled(key).then(work)
      const end = result.then(ignore, ignore).then(() => {
        if (ends.get(key) === end) ends.delete(key)
      })
      ends.set(key, end)
      return result
    },
    isLocked: (key) => ends.has(key),
    settled,
    allSettled: () => Promise.all(ends.values()).then(ignore)
  }
}

function ignore(): void {
  // Who asked for the work gets its value or its error.
}
