import { pictureStates, type PictureColumns } from './pictures-columns'

/** Most bits of 64 in which two pictures that look alike differ. */
export const mostDifferentBits = 5

/** Takes the products out (0, by key) whose picture neither is nor looks like that of one product, which has one. */
export function keepLookalikes(
  matches: Uint8Array,
  { state, content, look }: PictureColumns,
  like: number
): void {
  const contentAbove = content[2 * like] ?? 0
  const contentBelow = content[2 * like + 1] ?? 0
  const lookAbove = look[2 * like] ?? 0
  const lookBelow = look[2 * like + 1] ?? 0
  // In a picture without features nothing is left to compare but its bytes.
  const most = isFlat(lookAbove, lookBelow) ? -1 : mostDifferentBits
  for (let key = 1; key < matches.length; key++) {
    if (matches[key] === 0) continue
    if (state[key] !== pictureStates.shown) {
      matches[key] = 0
      continue
    }
    const above = look[2 * key] ?? 0
    const below = look[2 * key + 1] ?? 0
    if (bitsOf(above ^ lookAbove) + bitsOf(below ^ lookBelow) <= most) continue
    if (content[2 * key] !== contentAbove || content[2 * key + 1] !== contentBelow) matches[key] = 0
  }
}

function isFlat(above: number, below: number): boolean {
  return bitsOf(above) + bitsOf(below) === 0
}

/** How many of 32 bits are set. */
function bitsOf(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
