import type { ProductFlag } from '../../contract/product'

/** Bits of `product.flags`. A bit that was released keeps its meaning. `duplicate-id` belongs to a place, not to a product. */
const bits: Record<ProductFlag, number> = {
  'price-unknown': 1,
  'price-negative': 2,
  'price-was-text': 4,
  'id-was-number': 8,
  'name-missing': 16,
  'name-shortened': 32,
  'description-shortened': 64,
  'characters-replaced': 128,
  'duplicate-id': 256
}

const entries = Object.entries(bits) as [ProductFlag, number][]

/** One number for a set of flags. */
export function toBits(flags: readonly ProductFlag[]): number {
  let sum = 0
  for (const flag of flags) sum |= bits[flag]
  return sum
}

/** The flags of a number that `toBits` made. */
export function toFlags(sum: number): ProductFlag[] {
  return sum === 0 ? [] : entries.filter(([, bit]) => (sum & bit) !== 0).map(([flag]) => flag)
}

/** The bit of one flag. */
export function bitOf(flag: ProductFlag): number {
  return bits[flag]
}
