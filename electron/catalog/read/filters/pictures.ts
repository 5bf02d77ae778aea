import type { Filters } from '../../../contract/product-query'
import { has, type Columns } from '../columns'
import { keepSimilarImages } from './similar-images'
import { pictureStates, type PictureColumns } from '../picture-columns'

/** What is known of pictures, and the product whose picture others are compared with (0: there is no such product). */
export interface PictureParts {
  pictures: PictureColumns
  like: number
}

/** Whether a list depends on what is known of pictures. */
export function asksOfPictures({ pictureState, pictureBelow, samePicture }: Filters): boolean {
  return pictureState !== 'any' || pictureBelow !== null || samePicture !== null
}

/** Takes the products out (0, by key) that the filters of pictures do not let through. */
export function keepPictures(
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
  if (samePicture !== null) keepSame(matches, columns, pictures, like)
}

/** Of a picture that nobody has looked at only that is known: it is like itself. */
function keepSame(
  matches: Uint8Array,
  { has: bits }: Pick<Columns, 'has'>,
  pictures: PictureColumns,
  like: number
): void {
  if (pictures.state[like] === pictureStates.shown) {
    keepSimilarImages(matches, pictures, like)
    return
  }
  const isListed = matches[like] === 1 && ((bits[like] ?? 0) & has.picture) !== 0
  matches.fill(0)
  if (isListed) matches[like] = 1
}
