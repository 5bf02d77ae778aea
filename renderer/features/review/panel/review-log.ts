import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../electron/contract/failure'
import type { LogEntry } from '../../../../electron/contract/review'
import { call, on } from '../../../bridge'
import { oneAtATime } from '../../../shared/data/latest-only-queue'

/** Entries that are shown at first, and that come with each step back. */
const step = 50
/** Entries that are asked for at once, as the contract allows. */
const mostAtOnce = 200

/** All that was done to the reviews of one connection, as far back as a person looks. */
export const useReviewLog = defineStore('review-log', () => {
  const connectionId = ref<string | null>(null)
  /** Newest first; null until they are read. */
  const entries = shallowRef<readonly LogEntry[] | null>(null)
  const failed = shallowRef<Failure | null>(null)
  /** There are entries before the last one. */
  const hasEarlier = ref(false)
  /** Reads that a person waits for. */
  const awaited = ref(0)
  let wanted = step
  const inTurn = oneAtATime()

  /** Reads from the newest on: what was done last decides what of the rest can be undone. */
  async function read(): Promise<void> {
    const id = connectionId.value
    const found: LogEntry[] = []
    // One more than is shown tells whether there are more.
    const most = wanted + 1
    for (let isMore = id !== null; isMore && id !== null && found.length < most;) {
      const limit = Math.min(mostAtOnce, most - found.length)
      const before = found.at(-1)?.number ?? null
      const answer = await call('reviews:log', { connectionId: id, productId: null, before, limit })
      if (id !== connectionId.value) return
      failed.value = answer.ok ? null : answer.failure
      if (!answer.ok) return
      found.push(...answer.value)
      isMore = answer.value.length === limit
    }
    if (id === null) return
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

  /** Begins with a connection, and is kept current; null: with none. What is known of another one goes at once. */
  function open(id: string | null): Promise<void> {
    connectionId.value = id
    entries.value = null
    failed.value = null
    hasEarlier.value = false
    wanted = step
    return id === null ? Promise.resolve() : renew()
  }

  onScopeDispose(
    on('reviews:changed', (change) => {
      if (change.connectionId === connectionId.value) void inTurn(read)
    })
  )

  return {
    connectionId,
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
