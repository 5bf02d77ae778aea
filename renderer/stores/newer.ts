import type { Product } from '../../electron/contract/product'
import type { Difference } from '../../electron/contract/review'

/** What a product that is looked at has become meanwhile. */
export interface Newer {
  /** As the copy has it now; null when the copy does not have it any more. */
  product: Product | null
  /** Between what was looked at and what it is now. */
  differences: Difference[]
  /** It is on screen as it is now. */
  isShown: boolean
}
