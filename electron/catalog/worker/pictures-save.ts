import type { FoundPicture } from '../types'
import type { Writing } from './open-copy'
import { numberOfCode } from './pictures-codes'

/** Keeps what was found of pictures; what was found of an address that the product does not show any more is left out. */
export function savePictures(writing: Writing, found: readonly FoundPicture[]): void {
  const { pictureOf, putPicture } = writing.copy.sql
  const { at } = writing
  for (const { product, address, finding, isKept } of found) {
    const row = pictureOf.get(product) as unknown as [image: string | null] | undefined
    if (row?.[0] !== address) continue
    const { changes } = putPicture.run(product, ...valuesOf(finding), at, isKept === true ? at : null)
    if (changes > 0) writing.pictures.push(product)
  }
}

type Values = [
  broken: number,
  width: number | null,
  height: number | null,
  bytes: number | null,
  format: string | null,
  content: bigint | null,
  look: bigint | null
]

function valuesOf(finding: FoundPicture['finding']): Values {
  if (finding.state === 'broken') return [numberOfCode(finding.code), null, null, null, null, null, null]
  const { width, height, bytes, format, content, look } = finding
  return [0, width, height, bytes, format, content, look]
}

/** The product shows another picture now: what was known is of the one before. */
export function dropPicture({ copy, pictures }: Writing, key: number): void {
  if (copy.sql.dropPicture.run(key).changes > 0) pictures.push(key)
}
