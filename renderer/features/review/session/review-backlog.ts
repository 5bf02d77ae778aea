import { computed, onScopeDispose, shallowRef } from 'vue'
import type { ReviewProgress } from '../../../../electron/contract/review'
import { call } from '../../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../../shared/data/open-connection'
import { emptyQuery } from '../../../../electron/contract/empty-query'
import { latestOnly } from '../../../shared/data/latest-only-queue'

/** Counted no more often than this, ms: a sync changes the copy all the time. */
const pace = 2000

/** How many products of the connection that is open wait to be reviewed. */
export const useReviewBacklog = defineConnectionStore((connectionId) => {
  const progress = shallowRef<ReviewProgress | null>(null)
  const inTurn = latestOnly()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    const answer = await call('reviews:progress', { connectionId, productQuery: emptyQuery })
    progress.value = answer.ok ? answer.value : null
  }

  function load(): void {
    if (connectionId !== '') void inTurn(ask)
  }

  load()
  onConnectionEvent(connectionId, ['reviews:changed', 'catalog:changed'], () => {
    timer ??= setTimeout(() => {
      timer = undefined
      load()
    }, pace)
  })
  onScopeDispose(() => clearTimeout(timer))

  /** Unreviewed products, and those that changed since they were approved; null while that is not known. */
  const count = computed(() => (progress.value ? progress.value.unreviewed + progress.value.changed : null))

  return { count }
})
