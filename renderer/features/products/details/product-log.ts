import { defineStore } from 'pinia'
import { onScopeDispose, shallowRef } from 'vue'
import type { Result } from '../../../../electron/contract/failure'
import type { LogEntry } from '../../../../electron/contract/review'
import { call, on } from '../../../bridge'
import { latestOnly } from '../../../shared/data/latest-only-queue'
import { type ReviewKey, reviewKey } from '../../review'

/** Entries that are told of one product. */
const lastEntries = 8

/** What was done last to the review of the product whose details are shown. */
export const useProductLog = defineStore('product-log', () => {
  const place = shallowRef<ReviewKey | null>(null)
  /** Newest first; null until they are read. */
  const entries = shallowRef<Result<LogEntry[]> | null>(null)
  const inTurn = latestOnly()

  const isStill = (at: ReviewKey): boolean => place.value !== null && reviewKey(place.value) === reviewKey(at)

  async function read(): Promise<void> {
    const at = place.value
    if (!at) return
    const answer = await call('reviews:log', { ...at, before: null, limit: lastEntries })
    if (isStill(at)) entries.value = answer
  }

  /** Begins with a product, null: with none; what is known of another one goes at once. */
  function open(at: ReviewKey | null): void {
    if (at && isStill(at)) return
    place.value = at
    entries.value = null
    if (at) void inTurn(read)
  }

  onScopeDispose(
    on('reviews:changed', ({ connectionId, productIds }) => {
      if (connectionId !== place.value?.connectionId) return
      if (productIds === null || productIds.includes(place.value.productId)) void inTurn(read)
    })
  )

  return { entries, open }
})
