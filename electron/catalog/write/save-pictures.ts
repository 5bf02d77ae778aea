import { areAlike, type LookHalves } from '../../contract/content-fingerprint'
import type { FoundPicture } from '../types'
import type { Writing } from './state'
import { numberOfCode } from '../db/picture-codes'

/**
 * Keeps what was found of pictures; what was found of an address that the product does not show any more is left out. How many
 * products show another picture now under the same address.
 */
export function savePictures(writing: Writing, found: readonly FoundPicture[]): number {
  const { pictureOf, putPicture } = writing.copy.sql
  const { at } = writing
  let replaced = 0
  for (const { product, address, finding, isKept } of found) {
    const row = pictureOf.get(product) as unknown as PictureRow | undefined
    if (row?.[0] !== address) continue
    const { changes } = putPicture.run(product, ...valuesOf(finding), at, isKept === true ? at : null)
    if (changes > 0) writing.pictures.push(product)
    if (changes > 0 && isReplaced(row[1], finding)) replaced++
  }
  return replaced
}

type PictureRow = [image: string | null, look: string | null]

function isReplaced(before: string | null, finding: FoundPicture['finding']): boolean {
  if (before === null || finding.state === 'broken') return false
  return !areAlike(halvesOf(BigInt(before)), halvesOf(finding.look))
}

function halvesOf(look: bigint): LookHalves {
  return [Number(BigInt.asUintN(32, look >> 32n)), Number(BigInt.asUintN(32, look))]
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
