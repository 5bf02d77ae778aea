import { onScopeDispose, shallowRef } from 'vue'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ReviewProgress } from '../../../../electron/contract/review'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import { defineConnectionStore, onConnectionEvent } from '../../../shared/data/open-connection'
import { latestOnly } from '../../../shared/data/latest-only-queue'

/** Counted no more often than this, ms: every mark changes it, and a sync all the time. */
const pace = 1000

/** How far the products of a list are reviewed, while somebody goes through it. */
export const useQueueProgress = defineConnectionStore((connectionId) => {
  const progress = shallowRef<ReviewProgress | null>(null)
  const inTurn = latestOnly()
  let list: ProductQuery | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    const asked = list
    if (asked === null) return
    const answer = await call('reviews:progress', { connectionId, productQuery: asked })
    if (list === asked && answer.ok) progress.value = answer.value
  }

  /** Counts this list, now and whenever reviews or products change. */
  function follow(productQuery: ProductQuery): void {
    if (list !== productQuery) progress.value = null
    list = productQuery
    void inTurn(ask)
  }

  /** A product went from one state to another: the numbers say so at once. */
  function move(before: ReviewState, after: ReviewState): void {
    const now = progress.value
    if (now === null || before === after) return
    progress.value = { ...now, [before]: Math.max(0, now[before] - 1), [after]: now[after] + 1 }
  }

  onConnectionEvent(connectionId, ['reviews:changed', 'catalog:changed'], () => {
    if (list === null) return
    timer ??= setTimeout(() => {
      timer = undefined
      void inTurn(ask)
    }, pace)
  })
  onScopeDispose(() => clearTimeout(timer))

  return {
    progress,
    follow,
    move,
    /** Counts anew at once. */
    recount: () => inTurn(ask)
  }
})
