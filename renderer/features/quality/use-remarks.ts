import { computed, type ComputedRef } from 'vue'
import type { RuleId } from '../../../electron/contract/audit'
import type { Product, ProductFlag } from '../../../electron/contract/product'
import { useKnownFindings } from './findings'
import { flagLabel } from '../catalog'

/** The rules whose findings say what a flag says. */
const toldBy: Partial<Record<ProductFlag, RuleId>> = {
  'name-missing': 'name-missing',
  'price-unknown': 'price-missing',
  'price-was-text': 'price-missing',
  'price-negative': 'price-negative',
  'duplicate-id': 'id-twice'
}

/**
 * What is odd about a product as the store sent it, in sentences, for where its findings are told as well: without what a
 * finding says. All of it where a rule is switched off, or nobody has looked yet.
 */
export function useRemarks(connectionId: () => string, product: () => Product): ComputedRef<string[]> {
  const known = useKnownFindings()
  return computed(() => {
    const { id, flags, findings } = product()
    // Those that it is excepted from are told too, but a list does not know them.
    const found = known({ connectionId: connectionId(), productId: id })?.map(({ rule }) => rule) ?? findings
    const isTold = (flag: ProductFlag): boolean => {
      const rule = toldBy[flag]
      return rule !== undefined && found.includes(rule)
    }
    return flags.filter((flag) => !isTold(flag)).map((flag) => flagLabel(flag).long)
  })
}
