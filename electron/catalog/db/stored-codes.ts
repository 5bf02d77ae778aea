import type { ProductFlag } from '../../contract/product'
import type { FailureCode } from '../../contract/failure'

/** Bits of `product.flags`. A released bit keeps its meaning. `duplicate-id` belongs to a position, not to a product. */
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

/**
 * Values of `picture.broken`, from 1. A released number keeps its meaning; a code that is not listed is stored as the first.
 */
const codes: readonly FailureCode[] = [
  'internal',
  'picture-none',
  'picture-address-refused',
  'picture-address-private',
  'picture-too-large',
  'picture-not-a-picture',
  'picture-corrupt',
  'picture-decoder-failed',
  'not-found',
  'forbidden',
  'request-refused',
  'redirected',
  'answer-too-large',
  'answer-corrupt',
  'key-refused',
  'name-not-found',
  'server-error'
]

/** From 1. */
export function numberOfCode(code: FailureCode): number {
  return Math.max(0, codes.indexOf(code)) + 1
}

/** The code of a number that `numberOfCode` gave. */
export function codeOfNumber(number: number): FailureCode {
  return codes[number - 1] ?? 'internal'
}
