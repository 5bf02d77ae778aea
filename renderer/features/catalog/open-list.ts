import type { RuleId } from '../../../electron/contract/audit-rules'
import { noFilters } from '../../../electron/contract/empty-query'
import type { Product } from '../../../electron/contract/product'
import type { Filters, Sort } from '../../../electron/contract/product-query'
import { defineConnectionStore } from '../../shared/data/open-connection'
import { filtersForSamePicture } from './filters'
import { useNamedViews } from './named-views'
import { useProducts } from './product-pages'
import { useView } from './view'

/** Lists other products of the connection, from wherever. What narrowed the list before goes: it would hide some of what is looked for. */
const useListOpener = defineConnectionStore(() => {
  const [products, view, named] = [useProducts(), useView(), useNamedViews()]

  /** Where the list is not on screen it opens as it was kept. */
  async function read(): Promise<void> {
    if (!view.isRead) await view.open()
  }

  async function open(filters: Filters, search: string): Promise<void> {
    await read()
    named.leave()
    view.keep({ search, filters, or: [], page: 1, scrollTop: 0 })
    if (products.isOpen) await products.narrow({ search, filters, or: [] })
  }

  async function sort(by: Sort | null): Promise<void> {
    await read()
    view.keep({ sort: by, page: 1, scrollTop: 0 })
    if (products.isOpen) await products.narrow({ sort: by })
  }

  return { open, sort }
})

/** Lists what these filters and this search let through. The order stays. */
export function showFiltered(filters: Filters, search = ''): Promise<void> {
  return useListOpener().open(filters, search)
}

/** Sorts the list, from wherever; null: the store's own order. What narrows it stays. */
export function sortList(by: Sort | null): Promise<void> {
  return useListOpener().sort(by)
}

/** Lists the product with this id, and others of whose id it is a part. */
export function showProduct(productId: string): Promise<void> {
  // More is cut by the searchbox too.
  return showFiltered(noFilters, productId.slice(0, 200))
}

/** The only filter that lists all of which a rule, or any, has found something. */
export function filtersForFinding(rule: RuleId | 'any'): Filters {
  return rule === 'set-aside' ? { ...noFilters, setAside: true } : { ...noFilters, finding: rule }
}

/** Lists the products, or for `set-aside` the items, of which this rule, or any, has found something. */
export function showFindings(rule: RuleId | 'any'): Promise<void> {
  return showFiltered(filtersForFinding(rule))
}

/** Lists the products whose picture is, or looks like, that of this one. */
export function showSamePicture(product: Pick<Product, 'id' | 'name'>): Promise<void> {
  return showFiltered(filtersForSamePicture(product))
}

/** Lists the products whose pictures cannot be shown. */
export function showBrokenPictures(): Promise<void> {
  return showFiltered({ ...noFilters, pictureState: 'broken' })
}
