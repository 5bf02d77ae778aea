import type { CatalogRule } from '../rule'

/** The price is far from those of the products around it. */
export const priceOutlier: CatalogRule = {
  id: 'price-outlier',
  severity: 'warning',
  of: 'catalog'
}
