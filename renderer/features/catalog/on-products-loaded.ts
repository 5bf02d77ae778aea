import { watch } from 'vue'
import type { ProductPage } from '../../../electron/contract/product'
import { useContinuousList } from './infinite-list'
import { useProducts } from './product-pages'

/**
 * Hears of all rows of the list that come on screen, or come anew: pages, and what is read of the list in one piece. Until the
 * scope that calls it has gone, or the returned function is called.
 */
export function onPageRead(take: (page: ProductPage) => void): () => void {
  const [products, list] = [useProducts(), useContinuousList()]
  const takeKnown = (page: ProductPage | null): void => {
    if (page) take(page)
  }
  const stopPages = watch(() => products.shown, takeKnown)
  // Of two stretches that come before the next frame both count.
  const stopList = watch(() => list.latest, takeKnown, { flush: 'sync' })
  return () => {
    stopPages()
    stopList()
  }
}
