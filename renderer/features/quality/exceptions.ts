import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { Excuse } from '../../../electron/contract/audit'
import type { Failure } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'
import { oneAtATime } from '../../shared/data/latest-only-queue'

/** All that the products of one connection are excused from. */
export const useExcuses = defineStore('excuses', () => {
  const connectionId = ref<string | null>(null)
  const excuses = shallowRef<readonly Excuse[] | null>(null)
  /** Why they could not be read, or an excuse not be taken back. */
  const failed = shallowRef<Failure | null>(null)
  const inTurn = oneAtATime()

  async function ask(id: string): Promise<void> {
    const answer = await call('audit:excuses', { connectionId: id })
    if (id !== connectionId.value) return
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok) excuses.value = answer.value
  }

  /** Reads them anew, and keeps them current; those of another connection go at once. */
  function load(id: string): Promise<void> {
    if (id !== connectionId.value) {
      excuses.value = null
      failed.value = null
    }
    connectionId.value = id
    return inTurn(() => ask(id))
  }
  onScopeDispose(
    on('reviews:changed', (change) => {
      if (change.connectionId === connectionId.value) void load(change.connectionId)
    })
  )

  /** Takes back an excuse of this connection. Says whether it was done. */
  async function takeBack(
    id: string,
    { productId, rule }: Pick<Excuse, 'productId' | 'rule'>
  ): Promise<boolean> {
    const answer = await call('audit:excuse', { connectionId: id, productId, rule, reason: null })
    // By now those of another connection may be looked at: they stay, and it is not their failure.
    if (id !== connectionId.value) return answer.ok
    if (!answer.ok) failed.value = answer.failure
    else await load(id)
    return answer.ok
  }

  return {
    failed,
    load,
    takeBack,
    /** null while they are not known. */
    of: (id: string): readonly Excuse[] | null => (id === connectionId.value ? excuses.value : null)
  }
})
