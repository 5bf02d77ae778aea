import { hash } from 'node:crypto'
import type { StoreProduct } from '../api/types'
import { haveSameTexts, withLook } from '../contract/content-fingerprint'

/** What of a product an approval is bound to. `image`: the address of its picture. */
export type FingerprintedContent = Pick<StoreProduct, 'name' | 'price' | 'description' | 'image'>

/**
 * Stands for what a person sees of a product: 128 bits of SHA-256 as 32 hexadecimal digits. Whoever makes up two contents that
 * have the same needs 2^64 tries. A text that is missing and an empty one look the same and count as the same. With how its picture looks,
 * where that is known (contract/seen.ts says how it is compared). @param look perceptual hash as 16 hexadecimal digits
 */
export function fingerprintOf(
  { name, price, description, image }: FingerprintedContent,
  look: string | null = null
): string {
  const text = JSON.stringify([name, price, description ?? '', image ?? ''])
  return withLook(hash('sha256', text, 'hex').slice(0, 32), look)
}

/** Whether it stands for this content; of the picture only the address is part of it. */
export function standsFor(seen: string, content: FingerprintedContent): boolean {
  return haveSameTexts(seen, fingerprintOf(content))
}
