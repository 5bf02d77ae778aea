import type { ReviewQueue } from '../../electron/contract/review'
import { call } from '../bridge'

/** Saving waits this long after the last step, ms, so that fast work is one write. */
const quiet = 400

/** Where a person is in a queue, written a moment later, for the next start. */
export interface KeptQueue {
  read: (connectionId: string) => Promise<ReviewQueue | null>
  keep: (connectionId: string, queue: ReviewQueue) => void
  /** Writes what waits. */
  flush: () => Promise<void>
}

/** Losing a place in a queue is no reason to bother anyone: a failure is let go. */
export function createKeptQueue(): KeptQueue {
  const waiting = new Map<string, ReviewQueue>()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    const queues = [...waiting]
    waiting.clear()
    await Promise.all(
      queues.map(([connectionId, queue]) => call('reviews:save-queue', { connectionId, queue }))
    )
  }

  return {
    async read(connectionId) {
      const left = waiting.get(connectionId)
      if (left) return left
      const answer = await call('reviews:queue', { connectionId })
      return answer.ok ? answer.value : null
    },
    keep(connectionId, queue) {
      waiting.set(connectionId, queue)
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), quiet)
    },
    flush
  }
}
