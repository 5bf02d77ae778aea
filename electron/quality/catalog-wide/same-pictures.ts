import type { Sliced } from '../../database/cooperative'
import { bitsOf, mostDifferentBits } from '../../contract/perceptual-hash'
import type { FindingFacts } from '../../contract/audit'
import type { Columns, PictureHashes } from './columns'
import { groupBy, markGroups, type GroupDesk, type Groups } from './groups'
import { findLookalikes } from './lookalikes'

/**
 * Sets a bit of the products whose picture is another product's as well: from the same address, with the same bytes, or alike
 * (looks.ts says how much, as the filter for lookalikes does). Of a flat picture nothing is left to compare but its bytes.
 */
export function* markSamePictures(
  desk: GroupDesk,
  columns: Columns,
  pictures: PictureHashes,
  bits: Uint32Array,
  bit: number
): Sliced<void> {
  const { highest, listed, address } = columns
  const { content, look } = pictures
  yield* markGroups(bits, bit, yield* groupBy(desk, { numbers: address, width: 2 }, listed), 2)
  yield* markGroups(bits, bit, yield* groupBy(desk, { numbers: content, width: 2 }, listed), 2)
  // Flat pictures, whose look is 0, are in no group.
  const looks = yield* groupBy(desk, { numbers: look, width: 2 }, listed)
  yield* markGroups(bits, bit, looks, 2)
  const alike = yield* findLookalikes(eachOnce(looks, look), mostDifferentBits)
  for (let key = 1; key <= highest; key++) {
    const group = looks.of[key] ?? 0
    if (group > 0 && alike[group - 1] === 1) bits[key] = (bits[key] ?? 0) | bit
    if (key % 100_000 === 0) yield
  }
}

function eachOnce({ of, count }: Groups, look: Uint32Array): { above: Uint32Array; below: Uint32Array } {
  const above = new Uint32Array(count)
  const below = new Uint32Array(count)
  for (let key = 1; key < of.length; key++) {
    const group = of[key] ?? 0
    if (group === 0) continue
    above[group - 1] = look[2 * key] ?? 0
    below[group - 1] = look[2 * key + 1] ?? 0
  }
  return { above, below }
}

/** How many other products have the picture, and of how many it is the very same; null: none. */
export function samePictureFacts(
  columns: Columns,
  pictures: PictureHashes,
  key: number
): FindingFacts | null {
  let products = 0
  let same = 0
  for (let other = 1; other <= columns.highest; other++) {
    if (other === key || columns.listed[other] !== 1) continue
    const isSame = isOfAddress(columns, key, other) || isOfContent(pictures, key, other)
    if (isSame) same++
    if (isSame || isAlike(pictures, key, other)) products++
  }
  return products === 0 ? null : { products, same }
}

function isOfAddress({ address }: Columns, key: number, other: number): boolean {
  const isNone = address[2 * key] === 0 && address[2 * key + 1] === 0
  return !isNone && address[2 * other] === address[2 * key] && address[2 * other + 1] === address[2 * key + 1]
}

function isOfContent({ content }: PictureHashes, key: number, other: number): boolean {
  const isNone = content[2 * key] === 0 && content[2 * key + 1] === 0
  return !isNone && content[2 * other] === content[2 * key] && content[2 * other + 1] === content[2 * key + 1]
}

function isAlike({ look }: PictureHashes, key: number, other: number): boolean {
  const above = look[2 * key] ?? 0
  const below = look[2 * key + 1] ?? 0
  const otherAbove = look[2 * other] ?? 0
  const otherBelow = look[2 * other + 1] ?? 0
  if ((above | below) === 0 || (otherAbove | otherBelow) === 0) return false
  return bitsOf(above ^ otherAbove) + bitsOf(below ^ otherBelow) <= mostDifferentBits
}
