import type { CatalogRule } from '../rule'

/** Items that could not be read. It finds no products, but counts the items. */
export const setAside: CatalogRule = {
  id: 'set-aside',
  severity: 'error',
  of: 'catalog'
}
