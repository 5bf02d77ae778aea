import { defineStore } from 'pinia'
import { onScopeDispose, ref, shallowRef } from 'vue'
import type { RuleException } from '../../../electron/contract/audit'
import type { Failure } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'
import { latestOnly } from '../../shared/data/latest-only-queue'

/** All that the products of one connection are excepted from. */
export const useExceptions = defineStore('exceptions', () => {
  const connectionId = ref<string | null>(null)
  const exceptions = shallowRef<readonly RuleException[] | null>(null)
  /** Why they could not be read, or an exception not be taken back. */
  const failed = shallowRef<Failure | null>(null)
  const inTurn = latestOnly()

  async function ask(id: string): Promise<void> {
    const answer = await call('audit:excuses', { connectionId: id })
    if (id !== connectionId.value) return
    failed.value = answer.ok ? null : answer.failure
    if (answer.ok) exceptions.value = answer.value
  }

  /** Reads them anew, and keeps them current; those of another connection go at once. */
  function load(id: string): Promise<void> {
    if (id !== connectionId.value) {
      exceptions.value = null
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

  /** Takes back an exception of this connection. Says whether it was done. */
  async function takeBack(
    id: string,
    { productId, rule }: Pick<RuleException, 'productId' | 'rule'>
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
    of: (id: string): readonly RuleException[] | null => (id === connectionId.value ? exceptions.value : null)
  }
})
