import type { CatalogRule } from '../rule'

/** The store's list has the id at several places. */
export const idTwice: CatalogRule = {
  id: 'id-twice',
  severity: 'error',
  of: 'catalog'
}
