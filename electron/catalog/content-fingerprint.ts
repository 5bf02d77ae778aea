import { hash } from 'node:crypto'
import type { StoreProduct } from '../api/types'
import { haveSameTexts, withLook } from '../contract/content-fingerprint'

/** The content that an approval is for. `image`: the address of its picture. */
export type FingerprintedContent = Pick<StoreProduct, 'name' | 'price' | 'description' | 'image'>

/**
 * The fingerprint of what a person sees of a product: 128 bits of SHA-256 as 32 hexadecimal digits, so that a collision takes 2^64
 * tries. A missing text and an empty one look the same and count as the same. Followed by the picture's perceptual hash where that
 * is known (contract/content-fingerprint.ts compares them).
 *
 * @param look perceptual hash as 16 hexadecimal digits
 */
export function fingerprintOf(
  { name, price, description, image }: FingerprintedContent,
  look: string | null = null
): string {
  const text = JSON.stringify([name, price, description ?? '', image ?? ''])
  return withLook(hash('sha256', text, 'hex').slice(0, 32), look)
}

/** Whether it is the fingerprint of this content, of whose picture it compares the address alone. */
export function standsFor(fingerprint: string, content: FingerprintedContent): boolean {
  return haveSameTexts(fingerprint, fingerprintOf(content))
}
