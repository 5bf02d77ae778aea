import type { CatalogRule } from '../rule'

/** So many products (the threshold) have the same description. */
export const descriptionDuplicate: CatalogRule = {
  id: 'description-duplicate',
  severity: 'hint',
  needsFullForm: true,
  of: 'catalog'
}
