import type { Product } from '../../../electron/contract/product'

/** The product of a rule that the keyboard is at, for those who mark it. */
export interface CurrentFinding {
  product: Product
  /** Puts the keyboard on the next one, if there is one. */
  moveOn: () => void
  /** Puts the keyboard on this product, if it stands near. */
  comeBack: (productId: string) => void
}
