import { watch } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { useReviews } from '../reviews'

/**
 * On a page that tells of a product that it changed since it was approved, but not all that changed: a decision on it is asked for twice where
 * there are changes that nobody has seen, as in Changes.
 *
 * @param isShown whether what changed of the product of this ID stands beside it
 * @param onAsked it is asked: what changed may be shown now
 * @returns for a mark of a product the numbers of its changes that are on screen: none; undefined: they are not asked about
 */
export function useUntoldChanges(
  isShown: (productId: string) => boolean,
  onAsked: () => void = () => undefined
): (product: Pick<Product, 'id' | 'review'>) => (() => number[]) | undefined {
  const reviews = useReviews()
  /** The product that was asked about last. */
  let asked: string | undefined
  watch(
    () => reviews.last,
    (last) => {
      if (last?.kind !== 'marked' || last.otherChanges !== true) return
      asked = last.stale[0]
      onAsked()
    },
    { flush: 'sync' }
  )
  return ({ id, review }) =>
    review.state !== 'changed' || id === asked || isShown(id) ? undefined : () => []
}
