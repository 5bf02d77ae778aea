import { defineStore } from 'pinia'
import { onScopeDispose, shallowReactive } from 'vue'
import type { ReviewNotice } from '../../../../electron/contract/review'
import { call, on } from '../../../bridge'

/** What there is to tell of the connections' reviews. The main process says it once; here it stays until it was read. */
export const useReviewNotice = defineStore('review-notice', () => {
  const notices = shallowReactive(new Map<string, ReviewNotice>())

  /** Asks whether there is something to tell of a connection that is opened. */
  async function open(id: string): Promise<void> {
    const answer = await call('reviews:notice', { connectionId: id })
    if (answer.ok && answer.value) notices.set(id, answer.value)
  }

  // Reviews can turn out to be damaged, and be restored, while they are looked at: then any of them may be another.
  onScopeDispose(
    on('reviews:changed', ({ connectionId, productIds }) => {
      if (productIds === null) void open(connectionId)
    })
  )

  return {
    open,
    of: (id: string): ReviewNotice | null => notices.get(id) ?? null,
    close: (id: string): void => {
      notices.delete(id)
    }
  }
})
