/** `now`: somebody looks at it. `later`: it waits until nothing of the other kind could run. */
export type Priority = 'now' | 'later'

/** Bounds how much runs at once: a number overall and a number a lane; a lane is a host. */
export interface PerHostQueue {
  /**
   * Waits for a place, then runs the task and comes back with what it does; null when the signal ended the
   * waiting. Places are given in the order of asking, `now` before `later`, but a full lane does not hold up the others.
   */
  run<T>(lane: string, options: QueueOptions, task: () => Promise<T>): Promise<T | null>
}

export interface QueueOptions {
  signal: AbortSignal
  priority: Priority
  /** Aborts when somebody begins to look at what could wait: it is `now` from then on. */
  hurry?: AbortSignal | undefined
}

interface Waiter {
  lane: string
  priority: Priority
  enter: () => void
}

/**
 * Makes lanes with `total` places, of which one lane takes at most `perLane` and what can wait at most `later`, so that a
 * place is soon free for what cannot.
 */
export function createPerHostQueue(places: { total: number; perHost: number; later: number }): PerHostQueue {
  const waiting: Record<Priority, Set<Waiter>> = { now: new Set(), later: new Set() }
  const running = new Map<string, number>()
  const taken: Record<Priority, number> = { now: 0, later: 0 }

  const isFull = (priority: Priority): boolean =>
    taken.now + taken.later >= places.total || (priority === 'later' && taken.later >= places.later)

  const letIn = (): void => {
    for (const priority of ['now', 'later'] as const) {
      for (const next of waiting[priority]) {
        if (isFull(priority)) break
        const inHost = running.get(next.lane) ?? 0
        if (inHost >= places.perHost) continue
        waiting[priority].delete(next)
        running.set(next.lane, inHost + 1)
        taken[priority] += 1
        next.enter()
      }
    }
  }

  const leave = ({ lane, priority }: Waiter): void => {
    const left = (running.get(lane) ?? 1) - 1
    if (left === 0) running.delete(lane)
    else running.set(lane, left)
    taken[priority] -= 1
    letIn()
  }

  /** Comes back with the place; null: the signal ended the waiting. */
  const place = (lane: string, { signal, priority, hurry }: QueueOptions): Promise<Waiter | null> =>
    new Promise((resolve) => {
      const settle = (given: Waiter | null): void => {
        signal.removeEventListener('abort', giveUp)
        hurry?.removeEventListener('abort', rise)
        resolve(given)
      }
      const giveUp = (): void => {
        waiting[next.priority].delete(next)
        settle(null)
      }
      const rise = (): void => {
        waiting[next.priority].delete(next)
        next.priority = 'now'
        waiting.now.add(next)
        letIn()
      }
      const next: Waiter = {
        lane,
        priority: hurry?.aborted === true ? 'now' : priority,
        enter: () => settle(next)
      }
      signal.addEventListener('abort', giveUp)
      if (next.priority === 'later') hurry?.addEventListener('abort', rise)
      waiting[next.priority].add(next)
      letIn()
    })

  return {
    async run(lane, options, task) {
      const given = options.signal.aborted ? null : await place(lane, options)
      if (given === null) return null
      try {
        return await task()
      } finally {
        leave(given)
      }
    }
  }
}
