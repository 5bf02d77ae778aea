import type { RuleId } from '../../../electron/contract/audit'
import type { Product } from '../../../electron/contract/product'
import type { Sort } from '../../../electron/contract/product-query'
import { isProduct, type Slot } from '../../shared/data/block-slots'

/** The order in which products that a rule found with each other stand together; null: the store's. */
export function orderOfTwins(rule: RuleId): Sort | null {
  if (rule === 'name-duplicate') return { by: 'name', descending: false }
  return rule === 'description-duplicate' ? { by: 'description', descending: false } : null
}

/** Whether a row is of the same group as the one above it. */
export function isTwinOf(rule: RuleId, product: Product | null, above: Slot | undefined): boolean {
  if (product === null || !isProduct(above)) return false
  if (rule === 'name-duplicate') return product.name === above.name
  return rule === 'description-duplicate' && product.description === above.description
}
