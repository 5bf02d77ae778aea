/** `now`: somebody looks at it. `later`: it waits until nothing of the other kind could run. */
export type Priority = 'now' | 'later'

/** Bounds how much runs at once: a number overall and a number a lane; a lane is a host. */
export interface Lanes {
  /**
   * Waits for a place, then runs the task and comes back with what it does; null when the signal ended the
   * waiting. Places are given in the order of asking, `now` before `later`, but a full lane does not hold up the others.
   */
  run<T>(lane: string, options: LaneOptions, task: () => Promise<T>): Promise<T | null>
}

export interface LaneOptions {
  signal: AbortSignal
  priority: Priority
}

interface Waiting {
  lane: string
  priority: Priority
  enter: () => void
}

/**
 * Makes lanes with `total` places, of which one lane takes at most `perLane` and what can wait at most `later`, so that a
 * place is soon free for what cannot.
 */
export function createLanes(places: { total: number; perLane: number; later: number }): Lanes {
  const waiting: Record<Priority, Set<Waiting>> = { now: new Set(), later: new Set() }
  const running = new Map<string, number>()
  const taken: Record<Priority, number> = { now: 0, later: 0 }

  const isFull = (priority: Priority): boolean =>
    taken.now + taken.later >= places.total || (priority === 'later' && taken.later >= places.later)

  const letIn = (): void => {
    for (const priority of ['now', 'later'] as const) {
      for (const next of waiting[priority]) {
        if (isFull(priority)) break
        const inLane = running.get(next.lane) ?? 0
        if (inLane >= places.perLane) continue
        waiting[priority].delete(next)
        running.set(next.lane, inLane + 1)
        taken[priority] += 1
        next.enter()
      }
    }
  }

  const leave = (lane: string, priority: Priority): void => {
    const left = (running.get(lane) ?? 1) - 1
    if (left === 0) running.delete(lane)
    else running.set(lane, left)
    taken[priority] -= 1
    letIn()
  }

  const place = (lane: string, { signal, priority }: LaneOptions): Promise<boolean> =>
    new Promise((resolve) => {
      const giveUp = (): void => {
        waiting[priority].delete(next)
        resolve(false)
      }
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve(true)
      }
      const next: Waiting = { lane, priority, enter }
      signal.addEventListener('abort', giveUp)
      waiting[priority].add(next)
      letIn()
    })

  return {
    async run(lane, options, task) {
      if (options.signal.aborted || !(await place(lane, options))) return null
      try {
        return await task()
      } finally {
        leave(lane, options.priority)
      }
    }
  }
}
