import type { Product } from '../../../electron/contract/product'
import type { Difference } from '../../../electron/contract/review'
import { isSamePicture } from '../../../electron/contract/content-fingerprint'

type Compared = Pick<Product, 'name' | 'price' | 'description' | 'picture' | 'contentFingerprint'>

/** In what of that which is looked at when a product is approved two states of it differ. */
export function differencesOf(before: Compared, after: Compared): Difference[] {
  const differences: Difference[] = [
    { field: 'name', before: before.name || null, after: after.name || null },
    { field: 'price', before: before.price, after: after.price },
    { field: 'description', before: before.description, after: after.description },
    { field: 'image', before: before.picture, after: after.picture }
  ]
  return differences.filter((each) =>
    each.field === 'image'
      ? each.before?.token !== each.after?.token ||
        !isSamePicture(before.contentFingerprint, after.contentFingerprint)
      : each.before !== each.after
  )
}
