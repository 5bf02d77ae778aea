import type { Filters } from '../../../electron/contract/product-query'
import { useProducts } from './product-pages'
import { useView } from './view'
import type { RuleId } from '../../../electron/contract/audit-rules'
import { noFilters } from '../../../electron/contract/empty-query'
import type { Product } from '../../../electron/contract/product'
import { filtersForSamePicture } from './filters'

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

/** The only filter that lists all of which a rule, or any, has found something. */
export function filtersForFinding(rule: RuleId | 'any'): Filters {
  return rule === 'set-aside' ? { ...noFilters, setAside: true } : { ...noFilters, finding: rule }
}

/** Lists the products of a connection, or for `set-aside` the items, of which this rule, or any, has found something. */
export function showFindings(connectionId: string, rule: RuleId | 'any'): Promise<void> {
  return showFiltered(connectionId, filtersForFinding(rule))
}

/** Lists the products of a connection whose picture is, or looks like, that of this one. */
export function showSamePicture(connectionId: string, product: Pick<Product, 'id' | 'name'>): Promise<void> {
  return showFiltered(connectionId, filtersForSamePicture(product))
}

/** Lists the products of a connection whose pictures cannot be shown. */
export function showBrokenPictures(connectionId: string): Promise<void> {
  return showFiltered(connectionId, { ...noFilters, pictureState: 'broken' })
}

/** Lists the product of a connection with this id, and others of whose id it is a part. */
export function showProduct(connectionId: string, productId: string): Promise<void> {
  // More is cut by the searchbox too.
  return showFiltered(connectionId, noFilters, productId.slice(0, 200))
}
