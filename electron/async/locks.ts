/** A lock: work runs one at a time, in the order of the calls. */
export interface Mutex {
  /** Runs `work` once all earlier work has ended, however it ended. */
  run: <T>(work: () => Promise<T>) => Promise<T>
  /** Whether work is running or waiting. */
  readonly isLocked: boolean
}

export function createMutex(): Mutex {
  const mutex = createKeyedMutex()
  return {
    run: (work) => mutex.run('', work),
    get isLocked() {
      return mutex.isLocked('')
    }
  }
}

/** A lock per key: work for one key runs one at a time, in order; different keys do not wait for each other. */
export interface KeyedMutex {
  /** Runs `work` once all earlier work for this key has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Whether work is running or waiting for this key. */
  isLocked(key: string): boolean
  /** Resolves when no work is running for this key; never rejects. */
  settled(key: string): Promise<void>
  /** The same for all keys. */
  allSettled(): Promise<void>
}

export function createKeyedMutex(): KeyedMutex {
  /** The end of the last work of each key. */
  const ends = new Map<string, Promise<void>>()
  const settled = (key: string): Promise<void> => ends.get(key) ?? Promise.resolve()
  return {
    run(key, work) {
      const result = settled(key).then(work)
      const end = result.then(ignore, ignore)
      ends.set(key, end)
      return result.finally(() => {
        if (ends.get(key) === end) ends.delete(key)
      })
    },
    isLocked: (key) => ends.has(key),
    settled,
    allSettled: () => Promise.all(ends.values()).then(ignore)
  }
}

function ignore(): void {
  // The caller of `run` gets the value or the error.
}

/** One holder's place in a semaphore. */
export interface Permit {
  isHeld(): boolean
  /** Asks for the permit unless it is held or asked for already. */
  acquire(): void
  /** Gives it back, or stops asking for it. */
  release(): void
}

/**
 * Grants at most `most` permits at a time, in the order in which they were asked for. The returned function makes a permit;
 * `onGranted` is called whenever it is granted.
 */
export function createSemaphore(most: number): (onGranted: () => void) => Permit {
  const holders = new Set<object>()
  const waiting = new Map<object, () => void>()

  function grant(): void {
    for (const [holder, onGranted] of waiting) {
      if (holders.size >= most) return
      waiting.delete(holder)
      holders.add(holder)
      onGranted()
    }
  }

  return (onGranted) => {
    const holder = {}
    return {
      isHeld: () => holders.has(holder),
      acquire() {
        if (holders.has(holder) || waiting.has(holder)) return
        waiting.set(holder, onGranted)
        grant()
      },
      release() {
        waiting.delete(holder)
        if (holders.delete(holder)) grant()
      }
    }
  }
}
