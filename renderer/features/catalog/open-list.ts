import type { Filters } from '../../../electron/contract/product-query'
import { useProducts } from './product-pages'
import { useView } from './view'

/**
 * Lists what these filters and this search let through. What narrowed the list before goes: it would hide some of what is looked for. The
 * order stays.
 */
export async function showFiltered(connectionId: string, filters: Filters, search = ''): Promise<void> {
  const [products, view] = [useProducts(), useView()]
  // Where the list is not on screen it opens as it was kept.
  if (view.connectionId !== connectionId) await view.open(connectionId)
  view.keep({ search, filters, page: 1, scrollTop: 0 })
  if (products.connectionId === connectionId) await products.narrow({ search, filters })
}
