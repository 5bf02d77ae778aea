import type { CatalogRule } from '../rule'

/** The picture is, or looks like, that of a product with another name. */
export const pictureSame: CatalogRule = {
  id: 'picture-same',
  severity: 'warning',
  needsFullForm: true,
  of: 'catalog'
}
