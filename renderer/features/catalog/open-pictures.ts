import type { Product } from '../../../electron/contract/product'
import { noFilters } from '../../../electron/contract/empty-query'
import { filtersForSamePicture } from './filters'
import { showFiltered } from './open-list'

/** Lists the products of a connection whose picture is, or looks like, that of this one. */
export function showSamePicture(connectionId: string, product: Pick<Product, 'id' | 'name'>): Promise<void> {
  return showFiltered(connectionId, filtersForSamePicture(product))
}

/** Lists the products of a connection whose pictures cannot be shown. */
export function showBrokenPictures(connectionId: string): Promise<void> {
  return showFiltered(connectionId, { ...noFilters, pictureState: 'broken' })
}
