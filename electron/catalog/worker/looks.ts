import { pictureStates, type PictureColumns } from './pictures-columns'

/**
 * Most bits of 64 in which two pictures that look alike differ. Measured with the look of images/look.ts on 413 drawings of the
 * demo store: 998 of 1000 of another size, format or quality are within it, 93 of 100 that are a tenth brighter, 72 of 100
 * that are cropped by 2 % a side; of 84,000 pairs of drawings of different things none (within 5 bits one, 6 two, 8 27).
 */
export const mostDifferentBits = 4

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
  // Of a flat picture nothing is left to compare but its bytes: all of them look alike.
  const isFlat = lookAbove === 0 && lookBelow === 0
  const most = isFlat ? -1 : mostDifferentBits
  for (let key = 1; key < matches.length; key++) {
    if (matches[key] === 0) continue
    if (state[key] !== pictureStates.shown) {
      matches[key] = 0
      continue
    }
    const above = look[2 * key] ?? 0
    const below = look[2 * key + 1] ?? 0
    const isOtherFlat = above === 0 && below === 0
    if (!isOtherFlat && bitsOf(above ^ lookAbove) + bitsOf(below ^ lookBelow) <= most) continue
    if (content[2 * key] !== contentAbove || content[2 * key + 1] !== contentBelow) matches[key] = 0
  }
}

/** How many of 32 bits are set. */
function bitsOf(number: number): number {
  let bits = number - ((number >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
