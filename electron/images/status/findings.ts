import type { Failure } from '../../contract/failure'
import type { PictureFinding } from '../../contract/picture-finding'
import type { PictureRecord } from '../registry'
import { kindOf } from './fetch-status'
import type { KnownPicture, Original } from '../disk/protocol'

/** What is to be told of a picture that was seen. */
export function findingOf({ hash, width, height, bytes, format, look }: Original): PictureFinding {
  const content = BigInt.asIntN(64, BigInt(`0x${hash.slice(0, 16)}`))
  return { state: 'shown', width, height, bytes, format, content, look }
}

/** What a failure tells of the picture; null: nothing, as when nobody answered. */
export function findingOfFailure(failure: Failure): PictureFinding | null {
  return kindOf(failure) === 'lasting' ? { state: 'broken', code: failure.code } : null
}

/** What is to be told of what is known; null: nothing. */
export function findingOfKnown({ original, standing }: KnownPicture): PictureFinding | null {
  if (original !== null) return findingOf(original)
  return standing.failure === null ? null : findingOfFailure(standing.failure)
}

/** Tells a finding to the products of a record that have not been told it yet, together where they spell the address alike. */
export function tellFinding(
  record: PictureRecord,
  finding: PictureFinding,
  tell: (products: number[], address: string) => void
): void {
  const news = finding.state === 'shown' ? String(finding.content) : finding.code
  const byAddress = new Map<string, number[]>()
  for (const [product, entry] of record.products) {
    if (entry.told === news) continue
    entry.told = news
    const address = entry.address ?? record.address
    const products = byAddress.get(address) ?? []
    products.push(product)
    byAddress.set(address, products)
  }
  for (const [address, products] of byAddress) tell(products, address)
}
