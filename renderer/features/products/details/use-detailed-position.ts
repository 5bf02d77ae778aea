import { computed, type ComputedRef } from 'vue'
import type { Product } from '../../../../electron/contract/product'
import { useContinuousList, useProductDetails } from '../../catalog'

/** Rows before and after where the product stood in which it is looked for: a page has no more. */
const around = 200

/**
 * Where the product of the details stands among the rows or tiles on screen, from 0; null: it is none of them. Rows move while
 * others come and go, so it is looked for around where it stood as well.
 */
export function useDetailedPlace(productAt: (index: number) => Product | null): ComputedRef<number | null> {
  const details = useProductDetails()
  const list = useContinuousList()

  return computed(() => {
    // The rows of the list in one piece are not reactive themselves, this number is.
    if (details.shown === null || list.version < 0) return null
    const { product, index } = details.shown
    for (let off = 0; off <= around; off += 1) {
      for (const place of [index + off, index - off]) {
        if (place >= 0 && productAt(place)?.id === product.id) return place
      }
    }
    return null
  })
}
