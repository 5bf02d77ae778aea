import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../electron/contract/failure'
import type { LogEntry } from '../../../../electron/contract/review'
import { call } from '../../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../../shared/data/open-connection'
import { latestOnly } from '../../../shared/data/latest-only-queue'

/** Entries that are shown at first, and that come with each step back. */
const step = 50
/** Entries that are asked for at once, as the contract allows. */
const mostAtOnce = 200

/** All that was done to the reviews of the connection, as far back as a person looks. */
export const useReviewLog = defineConnectionStore((connectionId) => {
  /** Newest first; null until they are read. */
  const entries = shallowRef<readonly LogEntry[] | null>(null)
  const failed = shallowRef<Failure | null>(null)
  /** There are entries before the last one. */
  const hasEarlier = ref(false)
  /** Reads that a person waits for. */
  const awaited = ref(0)
  let wanted = step
  const inTurn = latestOnly()

  /** Reads from the newest on: what was done last decides what of the rest can be undone. */
  async function read(): Promise<void> {
    const found: LogEntry[] = []
    // One more than is shown tells whether there are more.
    const most = wanted + 1
    for (let isMore = true; isMore && found.length < most;) {
      const limit = Math.min(mostAtOnce, most - found.length)
      const before = found.at(-1)?.number ?? null
      const answer = await call('reviews:log', { connectionId, productId: null, before, limit })
      failed.value = answer.ok ? null : answer.failure
      if (!answer.ok) return
      found.push(...answer.value)
      isMore = answer.value.length === limit
    }
    entries.value = found.slice(0, most - 1)
    hasEarlier.value = found.length === most
  }

  async function renew(): Promise<void> {
    awaited.value += 1
    try {
      await inTurn(read)
    } finally {
      awaited.value -= 1
    }
  }

  /** Begins with the newest, and is kept current until the scope that calls this ends. */
  function open(): Promise<void> {
    onConnectionEvent(connectionId, ['reviews:changed'], () => void inTurn(read))
    entries.value = null
    failed.value = null
    hasEarlier.value = false
    wanted = step
    return renew()
  }

  return {
    entries,
    failed,
    hasEarlier,
    /** Until the last that was asked for is there. */
    isReading: computed(() => awaited.value > 0),
    open,
    reload: renew,
    /** Reads further back. */
    earlier: (): Promise<void> => {
      wanted += step
      return renew()
    }
  }
})
