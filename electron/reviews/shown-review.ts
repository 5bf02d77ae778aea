import type { FingerprintedContent } from '../catalog/content-fingerprint'
import type { CatalogProduct } from '../catalog/types'
import { isSamePicture, isSameFingerprint } from '../contract/content-fingerprint'
import type { Picture } from '../contract/picture'
import type { Difference, Review } from '../contract/review'
import { markOf } from './db/review-row'
import type { KeptReview } from './protocol'

/** A product as the catalog has it now. */
type ProductNow = FingerprintedContent & { contentFingerprint: string; key?: number }

/** Gives a picture's address the name that the window knows it by. `key`: the product that shows it now. */
type NamePicture = (address: string, key?: number) => Picture

/** A review as the window gets it. @param now null: the catalog does not have the product, or it is not known whether it does */
export function shownReview(
  productId: string,
  kept: KeptReview,
  now: (ProductNow & Pick<CatalogProduct, 'review'>) | null,
  picture: NamePicture
): Review {
  const mark = markOf(kept)
  const { note, markedBy, notedBy, markedAt, notedAt, draft, draftBegunOn, content, seen } = kept
  const isApproved = mark === 'approved' && now !== null && seen !== null
  // In a team another approval than the latest may be of what the product is.
  const isHeld = now?.review.own !== undefined && now.review.state === 'approved'
  const isOther = isApproved && !isHeld && !isSameFingerprint(seen, now.contentFingerprint)
  // What else the catalog knows: an error was found since.
  const isWorse = isApproved && !isOther && now.review.state === 'changed'
  const approvals = now?.review.approvals ?? null
  const alone = isOther || isWorse ? 'changed' : mark
  // In a team that needs several approvals the review is only the newest opinion.
  const state = approvals === null ? alone : (now?.review.state ?? alone)
  return {
    productId,
    mark,
    state,
    approvals,
    reason: kept.markReason,
    note,
    markedBy,
    notedBy,
    markedAt,
    notedAt,
    draft,
    draftBegunOn,
    differences:
      state === 'changed' && isOther && content !== null
        ? differencesOf({ ...content, contentFingerprint: seen }, now, picture)
        : [],
    isWorse
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
  if (
    (before.image ?? '') !== (after.image ?? '') ||
    !isSamePicture(before.contentFingerprint, after.contentFingerprint)
  ) {
    const named = (address: string | null, key?: number): Picture | null =>
      address === null ? null : picture(address, key)
    differences.push({ field: 'image', before: named(before.image), after: named(after.image, after.key) })
  }
  return differences
}
