import { useMediaQuery } from '@vueuse/core'
import { computed, type ComputedRef } from 'vue'
import type { RuleId } from '../../../../electron/contract/audit-rules'
import type { Product } from '../../../../electron/contract/product'
import { useBridgeQuery } from '../../../shared/data/queries'
import { twinRuleOf } from '../../quality'

/** What a product is compared with others by; prices are compared without pictures. */
const telling: readonly RuleId[] = [
  'picture-same',
  'name-duplicate',
  'description-duplicate',
  'picture-similar'
]

/** The product whose picture stands beside that of the product that is reviewed. */
export interface ReviewTwin {
  /** What they have in common. */
  rule: RuleId
  /** null while it is read: its place is kept. */
  product: Product | null
}

/**
 * The first product that a finding compares a product with, on a screen with room for both pictures; null: there is none. `isWanted`:
 * nothing else stands there.
 */
export function useReviewTwin(
  connectionId: () => string,
  product: () => Product,
  isWanted: () => boolean
): ComputedRef<ReviewTwin | null> {
  const isWide = useMediaQuery('(width >= 1600px)')
  const rule = computed(() => {
    const found = isWide.value && isWanted() ? twinRuleOf(product().findings) : null
    return found !== null && telling.includes(found) ? found : null
  })
  const twins = useBridgeQuery('audit:twins', () =>
    rule.value === null ? null : { connectionId: connectionId(), productId: product().id, rule: rule.value }
  )
  return computed(() => {
    if (rule.value === null || twins.failure.value !== null || twins.data.value?.length === 0) return null
    return { rule: rule.value, product: twins.data.value?.[0] ?? null }
  })
}
