/** A lock: work runs one at a time, in the order in which it was asked for. */
export interface Mutex {
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
