/** A run's permit to ask its store now. */
export interface RunPermit {
  isHeld(): boolean
  /** Asks for the permit, if the run has none. */
  acquire(): void
  /** Gives it back: the run waits, was paused or has ended. */
  release(): void
}

/** Gives out at most `most` permits; the other runs wait for theirs in the order they came. */
export function createRunPermits(most: number): (onGranted: () => void) => RunPermit {
  const holding = new Set<object>()
  const waiting = new Map<object, () => void>()

  function grant(): void {
    for (const [run, onGranted] of waiting) {
      if (holding.size >= most) return
      waiting.delete(run)
      holding.add(run)
      onGranted()
    }
  }

  return (onGranted) => {
    const run = {}
    return {
      isHeld: () => holding.has(run),
      acquire() {
        if (holding.has(run) || waiting.has(run)) return
        waiting.set(run, onGranted)
        grant()
      },
      release() {
        waiting.delete(run)
        if (holding.delete(run)) grant()
      }
    }
  }
}
