import type { Filters } from '../../electron/contract/narrowing'
import type { Product } from '../../electron/contract/product'
import { filtersForSamePicture, noFilters } from './narrowing'
import { useProducts } from './products'
import { useView } from './view'

/** What narrowed the list before goes: it would hide some of what is looked for. The order stays. */
async function show(connectionId: string, filters: Filters): Promise<void> {
  const [products, view] = [useProducts(), useView()]
  // Where the list is not on screen it opens as it was kept.
  if (view.connectionId !== connectionId) await view.open(connectionId)
  view.keep({ search: '', filters, page: 1, scrollTop: 0 })
  if (products.connectionId === connectionId) await products.narrow({ search: '', filters })
}

/** Lists the products of a connection whose picture is, or looks like, that of this one. */
export function showSamePicture(connectionId: string, product: Pick<Product, 'id' | 'name'>): Promise<void> {
  return show(connectionId, filtersForSamePicture(product))
}

/** Lists the products of a connection whose pictures cannot be shown. */
export function showBrokenPictures(connectionId: string): Promise<void> {
  return show(connectionId, { ...noFilters, pictureState: 'broken' })
}
