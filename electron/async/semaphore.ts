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
