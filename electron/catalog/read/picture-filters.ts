import { bitsOf, mostDifferentBits } from '../../contract/content-fingerprint'
import type { Filters } from '../../contract/product-query'
import { has, type Columns } from './columns'
import { pictureStates, type PictureColumns } from './picture-columns'

/** The pictures, and the keys of the products that others are compared with, by id; 0: unknown. */
export interface PictureParts {
  pictures: PictureColumns
  like: ReadonlyMap<string, number>
}

/** Whether a list depends on the state of pictures. */
export function asksOfPictures({ pictureState, pictureBelow, samePicture }: Filters): boolean {
  return pictureState !== 'any' || pictureBelow !== null || samePicture !== null
}

/** Clears the marks of products that the filters by picture do not let through. */
export function filterByPictures(
  matches: Uint8Array,
  columns: Pick<Columns, 'has'>,
  { pictures, like }: PictureParts,
  { pictureState, pictureBelow, samePicture }: Filters
): void {
  const { state, side } = pictures
  if (pictureState === 'broken') {
    for (let key = 1; key < matches.length; key++) if (state[key] !== pictureStates.broken) matches[key] = 0
  } else if (pictureState === 'unchecked') {
    const { has: bits } = columns
    for (let key = 1; key < matches.length; key++) {
      const isKnown = (state[key] ?? 0) !== pictureStates.unknown
      if (isKnown || ((bits[key] ?? 0) & has.picture) === 0) matches[key] = 0
    }
  }
  if (pictureBelow !== null) {
    for (let key = 1; key < matches.length; key++) {
      if (state[key] !== pictureStates.shown || (side[key] ?? 0) >= pictureBelow) matches[key] = 0
    }
  }
  if (samePicture !== null) keepSame(matches, columns, pictures, like.get(samePicture.id) ?? 0)
}

/** A picture that was never fetched is only known to be like itself. */
function keepSame(
  matches: Uint8Array,
  { has: bits }: Pick<Columns, 'has'>,
  pictures: PictureColumns,
  like: number
): void {
  if (pictures.state[like] === pictureStates.shown) {
    filterBySimilarImages(matches, pictures, like)
    return
  }
  const isListed = matches[like] === 1 && ((bits[like] ?? 0) & has.picture) !== 0
  matches.fill(0)
  if (isListed) matches[like] = 1
}

/** Clears the marks of products whose picture neither equals nor resembles that of the product `like`. */
function filterBySimilarImages(
  matches: Uint8Array,
  { state, content, look }: PictureColumns,
  like: number
): void {
  const contentAbove = content[2 * like] ?? 0
  const contentBelow = content[2 * like + 1] ?? 0
  const lookAbove = look[2 * like] ?? 0
  const lookBelow = look[2 * like + 1] ?? 0
  // Flat pictures have the same hash: only their bytes can be compared.
  const isFlat = lookAbove === 0 && lookBelow === 0
  const most = isFlat ? -1 : mostDifferentBits
  for (let key = 1, at = 2; key < matches.length; key++, at += 2) {
    const above = look[at] ?? 0
    const bits = bitsOf(above ^ lookAbove)
    // The upper halves differ for most.
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
