import type { ReviewQueue } from '../../../../electron/contract/review'
import { call } from '../../../bridge'
import { createDelayedSaves, type DelayedSaves } from '../../../shared/data/delayed-saves'

/** Where a person is in a queue, written a moment later, for the next start. */
export interface KeptQueue extends Pick<DelayedSaves<ReviewQueue>, 'keep' | 'flush'> {
  read: (connectionId: string) => Promise<ReviewQueue | null>
}

export function createKeptQueue(): KeptQueue {
  const saves = createDelayedSaves<ReviewQueue>((connectionId, queue) =>
    call('reviews:save-queue', { connectionId, queue })
  )

  return {
    async read(connectionId) {
      const left = saves.waiting(connectionId)
      if (left) return left
      const answer = await call('reviews:queue', { connectionId })
      return answer.ok ? answer.value : null
    },
    keep: saves.keep,
    flush: saves.flush
  }
}
