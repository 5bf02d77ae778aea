import type { Change } from '../../../electron/contract/history'
import type { MarkableProduct } from '../review'

/** The product of a change, as a mark is for it; null: it is not known as it is now. */
export function productOfChange({
  product: { id, name, listed, now }
}: Pick<Change, 'product'>): MarkableProduct | null {
  // Where in the store it is listed is not told of a change.
  return now && { id, name, ...now, ...(listed ? {} : { position: null }) }
}
