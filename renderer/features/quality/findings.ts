import { useQueryCache } from '@pinia/colada'
import { computed, shallowRef, type ComputedRef } from 'vue'
import type { Finding, RuleException } from '../../../electron/contract/audit'
import type { RuleId } from '../../../electron/contract/audit-rules'
import type { Failure } from '../../../electron/contract/failure'
import type { Product } from '../../../electron/contract/product'
import type { ProductQuery } from '../../../electron/contract/product-query'
import { useUndoOrder } from '../../shared/data/undo-order'
import { call } from '../../bridge'
import { queryKey, useBridgeQuery } from '../../shared/data/queries'

/** The product of a rule that the keyboard is at, for those who mark it. */
export interface CurrentFinding {
  product: Product
  isInSight: () => boolean
  /** The product that was here before it and has left the list, where nobody has gone to this one since; null: somebody has. */
  left: () => { id: string; name: string } | null
  /** Puts the keyboard on it, and it into sight. */
  bring: () => void
  /** Puts the keyboard on the next one that was not decided on with it, if there is one. */
  moveOn: (isDecided?: (id: string) => boolean) => void
  /** Puts the keyboard on this product, if it stands near. */
  comeBack: (productId: string) => void
}

/** The products that the page shows of a rule. */
export interface ListedFindings {
  productQuery: ProductQuery
  /** How many there are. */
  held: number
}

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
  const order = useUndoOrder()
  const { data, failure, reload } = useBridgeQuery('audit:exceptions', () => ({ connectionId }), isLookedAt)
  const refused = shallowRef<Failure | null>(null)

  async function takeBack({ productId, rule }: Pick<RuleException, 'productId' | 'rule'>): Promise<boolean> {
    const answer = await call('audit:set-exception', { connectionId, productId, rule, reason: null })
    refused.value = answer.ok ? null : answer.failure
    if (answer.ok) order.did(connectionId, { entry: null })
    if (answer.ok) await reload()
    return answer.ok
  }

  return { exceptions: data, failure: computed(() => refused.value ?? failure.value), takeBack }
}

/** A product of a connection. */
export interface ProductKey {
  connectionId: string
  productId: string
}

/** What the quality rules found of a product, and what it is excepted from, kept current while somebody looks at it. */
export function useFindings(product: () => ProductKey): {
  /** null until they are read. */
  findings: ComputedRef<readonly Finding[] | null>
  /** Why they could not be read, or what was asked for was not done. */
  failure: ComputedRef<Failure | null>
  /** Reads them anew; null: they were read. */
  reload: ComputedRef<(() => Promise<void>) | null>
  /** Excepts it from a rule; `reason` null takes that back. Says whether it was done. */
  setException: (rule: RuleId, reason: string | null) => Promise<boolean>
  /** The person has read what was refused. */
  close: () => void
} {
  const cache = useQueryCache()
  const order = useUndoOrder()
  const { data, failure, reload } = useBridgeQuery('audit:of', product)
  const refused = shallowRef<{ product: ProductKey; failure: Failure } | null>(null)

  async function setException(rule: RuleId, reason: string | null): Promise<boolean> {
    const of = product()
    const answer = await call('audit:set-exception', { ...of, rule, reason })
    refused.value = answer.ok ? null : { product: of, failure: answer.failure }
    if (answer.ok) order.did(of.connectionId, { entry: null })
    if (answer.ok) cache.setQueryData(queryKey('audit:of', of), answer.value)
    return answer.ok
  }

  return {
    findings: data,
    failure: computed(() =>
      refused.value?.product.productId === product().productId ? refused.value.failure : failure.value
    ),
    reload: computed(() => (refused.value === null && failure.value !== null ? reload : null)),
    setException,
    close: () => (refused.value = null)
  }
}

/** What is known of a product's findings, without reading them. */
export function useKnownFindings(): (product: ProductKey) => readonly Finding[] | undefined {
  const cache = useQueryCache()
  return (product) => cache.getQueryData<Finding[]>(queryKey('audit:of', product))
}
