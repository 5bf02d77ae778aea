import type { CatalogRule } from '../rule'

/** Another product has the same name, but for case, spaces and signs that nobody sees. */
export const nameDuplicate: CatalogRule = {
  id: 'name-duplicate',
  severity: 'warning',
  of: 'catalog'
}
