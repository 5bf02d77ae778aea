/** `now`: the picture is on screen. `later`: runs only when no task of the other kind can. */
export type Priority = 'now' | 'later'

/** Limits how many tasks run at once, in total and per lane; a lane is a host. */
export interface PerHostQueue {
  /**
   * Waits for its turn, then runs the task and returns its result; null if the signal aborted while it waited. Tasks run in
   * the order of the calls, `now` before `later`, but a full lane does not delay the others.
   */
  run<T>(lane: string, options: QueueOptions, task: () => Promise<T>): Promise<T | null>
}

export interface QueueOptions {
  signal: AbortSignal
  priority: Priority
  /** Aborts when the picture of a `later` task comes on screen: from then on it is `now`. */
  hurry?: AbortSignal | undefined
}

interface Waiter {
  lane: string
  priority: Priority
  enter: () => void
}

/**
 * Runs at most `total` tasks at once, at most `perLane` of one lane, and at most `later` that can wait, so that a task that
 * cannot wait soon gets its turn.
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

  /** Resolves with the place; null: the signal aborted while it waited. */
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
