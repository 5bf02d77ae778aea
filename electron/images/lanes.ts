/** Bounds how much runs at once: a number overall and a number a lane; a lane is a host. */
export interface Lanes {
  /**
   * Waits for a place, then runs the task and comes back with what it does; null when the signal ended the
   * waiting. Places are given in the order of asking, but a full lane does not hold up the others.
   */
  run<T>(lane: string, signal: AbortSignal, task: () => Promise<T>): Promise<T | null>
}

interface Waiting {
  lane: string
  enter: () => void
}

/** Makes lanes with `total` places, of which one lane takes at most `perLane`. */
export function createLanes({ total, perLane }: { total: number; perLane: number }): Lanes {
  const waiting = new Set<Waiting>()
  const running = new Map<string, number>()
  let taken = 0

  const letIn = (): void => {
    for (const next of waiting) {
      if (taken >= total) return
      const inLane = running.get(next.lane) ?? 0
      if (inLane >= perLane) continue
      waiting.delete(next)
      running.set(next.lane, inLane + 1)
      taken += 1
      next.enter()
    }
  }

  const leave = (lane: string): void => {
    const left = (running.get(lane) ?? 1) - 1
    if (left === 0) running.delete(lane)
    else running.set(lane, left)
    taken -= 1
    letIn()
  }

  const place = (lane: string, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const giveUp = (): void => {
        waiting.delete(next)
        resolve(false)
      }
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve(true)
      }
      const next: Waiting = { lane, enter }
      signal.addEventListener('abort', giveUp)
      waiting.add(next)
      letIn()
    })

  return {
    async run(lane, signal, task) {
      if (signal.aborted || !(await place(lane, signal))) return null
      try {
        return await task()
      } finally {
        leave(lane)
      }
    }
  }
}
