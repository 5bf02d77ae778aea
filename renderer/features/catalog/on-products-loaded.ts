import { watch } from 'vue'
import type { ProductPage } from '../../../electron/contract/product'
import { useContinuousList } from './infinite-list'
import { useProducts } from './product-pages'

/**
 * Hears of all rows of the list that come on screen, or come anew: pages, and what is read of the list in one piece. Until the
 * scope that calls it has gone.
 */
export function onProductsLoaded(take: (page: ProductPage) => void): void {
  const [products, list] = [useProducts(), useContinuousList()]
  const takeKnown = (page: ProductPage | null): void => {
    if (page) take(page)
  }
  watch(() => products.shown, takeKnown)
  // Of two stretches that come before the next frame both count.
  watch(() => list.latest, takeKnown, { flush: 'sync' })
}
