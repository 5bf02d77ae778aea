import { computed, shallowRef, type ComputedRef } from 'vue'
import type { RuleException } from '../../../electron/contract/audit'
import type { Failure } from '../../../electron/contract/failure'
import { call } from '../../bridge'
import { useBridgeQuery } from '../../shared/data/queries'

/** All that the products of a connection are excepted from, kept current while somebody looks at it. */
export function useExceptions(
  connectionId: string,
  isLookedAt: () => boolean
): {
  /** null while they are not known. */
  exceptions: ComputedRef<RuleException[] | null>
  /** Why they could not be read, or an exception not be taken back. */
  failure: ComputedRef<Failure | null>
  /** Says whether it was done. */
  takeBack: (exception: Pick<RuleException, 'productId' | 'rule'>) => Promise<boolean>
} {
  const { data, failure, reload } = useBridgeQuery('audit:exceptions', () => ({ connectionId }), isLookedAt)
  const refused = shallowRef<Failure | null>(null)

  async function takeBack({ productId, rule }: Pick<RuleException, 'productId' | 'rule'>): Promise<boolean> {
    const answer = await call('audit:set-exception', { connectionId, productId, rule, reason: null })
    refused.value = answer.ok ? null : answer.failure
    if (answer.ok) await reload()
    return answer.ok
  }

  return { exceptions: data, failure: computed(() => refused.value ?? failure.value), takeBack }
}
