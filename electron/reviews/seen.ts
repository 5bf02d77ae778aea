import { hash } from 'node:crypto'
import type { StoreProduct } from '../api/types'

/** What of a product an approval is bound to. `image`: the address of its picture. */
export type SeenContent = Pick<StoreProduct, 'name' | 'price' | 'description' | 'image'>

/**
 * Stands for what a person sees of a product: 64 bits of SHA-256 as 16 hexadecimal digits. Other content has another one but
 * for one time in 2^64. A text that is missing and an empty one look the same and count as the same.
 */
export function seenOf({ name, price, description, image }: SeenContent): string {
  const text = JSON.stringify([name, price, description ?? '', image ?? ''])
  return hash('sha256', text, 'hex').slice(0, 16)
}
