import type { Picture } from '../contract/picture'
import type { Difference, Review } from '../contract/review'
import { isSamePicture, isSameFingerprint } from '../contract/content-fingerprint'
import type { FingerprintedContent } from './content-fingerprint'
import type { KeptReview } from './protocol'
import { markOf } from './db/review-row'

/** A product as the copy has it now. */
export type ProductNow = FingerprintedContent & { seen: string; key?: number }

/** Gives a picture's address the name that the window knows it by. `key`: the product that shows it now. */
export type NamePicture = (address: string, key?: number) => Picture

/** A review as the window gets it. @param now null: the copy does not have the product, or it is not known whether it does */
export function shownReview(
  productId: string,
  kept: KeptReview,
  now: ProductNow | null,
  picture: NamePicture
): Review {
  const mark = markOf(kept)
  const { note, markedAt, notedAt, draft, content, seen } = kept
  const isChanged = mark === 'approved' && now !== null && seen !== null && !isSameFingerprint(seen, now.seen)
  return {
    productId,
    mark,
    state: isChanged ? 'changed' : mark,
    note,
    // By the entries, since clocks go wrong (93).
    reviewer: kept.noteEntry > kept.markEntry ? kept.notedBy : kept.markedBy,
    markedAt,
    notedAt,
    draft,
    differences: isChanged && content !== null ? differencesOf({ ...content, seen }, now, picture) : []
  }
}

function differencesOf(
  before: Omit<ProductNow, 'key'>,
  after: ProductNow,
  picture: NamePicture
): Difference[] {
  const differences: Difference[] = []
  if (before.name !== after.name) {
    differences.push({ field: 'name', before: before.name, after: after.name })
  }
  if (before.price !== after.price) {
    differences.push({ field: 'price', before: before.price, after: after.price })
  }
  if ((before.description ?? '') !== (after.description ?? '')) {
    differences.push({ field: 'description', before: before.description, after: after.description })
  }
  if ((before.image ?? '') !== (after.image ?? '') || !isSamePicture(before.seen, after.seen)) {
    const named = (address: string | null, key?: number): Picture | null =>
      address === null ? null : picture(address, key)
    differences.push({ field: 'image', before: named(before.image), after: named(after.image, after.key) })
  }
  return differences
}
