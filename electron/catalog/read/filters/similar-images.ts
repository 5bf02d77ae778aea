import { bitsOf, mostDifferentBits } from '../../../contract/content-fingerprint'
import { pictureStates, type PictureColumns } from '../picture-columns'

/** Takes the products out (0, by key) whose picture neither is nor looks like that of one product, which has one. */
export function keepSimilarImages(
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
  for (let key = 1, at = 2; key < matches.length; key++, at += 2) {
    const above = look[at] ?? 0
    const bits = bitsOf(above ^ lookAbove)
    // One half of each tells most of them apart.
    if (bits > most && content[at] !== contentAbove) {
      matches[key] = 0
      continue
    }
    if (matches[key] === 0) continue
    const below = look[at + 1] ?? 0
    const isOtherFlat = above === 0 && below === 0
    const isAlike = !isOtherFlat && bits + bitsOf(below ^ lookBelow) <= most
    const isSame = content[at] === contentAbove && content[at + 1] === contentBelow
    if (state[key] !== pictureStates.shown || !(isAlike || isSame)) matches[key] = 0
  }
}
