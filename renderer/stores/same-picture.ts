import type { Product } from '../../electron/contract/product'
import { filtersForSamePicture } from './narrowing'
import { useProducts } from './products'

/**
 * Lists the products whose picture is, or looks like, that of this one. What narrowed the list before goes: it would hide
 * some of them. The order stays.
 */
export function showSamePicture(product: Pick<Product, 'id' | 'name'>): Promise<void> {
  return useProducts().narrow({ search: '', filters: filtersForSamePicture(product) })
}
