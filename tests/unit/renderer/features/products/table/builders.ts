import type { Product, ProductPage } from '../../../../../../electron/contract/product'

/** A product with nothing remarkable about it, save what the test sets. */
export function product(changes: Partial<Product> = {}): Product {
  return {
    id: 'p-1',
    name: 'Walnut bowl',
    price: 24.5,
    description: 'Turned from one piece.',
    picture: null,
    flags: [],
    position: 1,
    change: null,
    changedFields: [],
    pricePercent: null,
    review: { state: 'unreviewed', approvals: null, reason: null, note: '', reviewer: '', reviewedAt: null },
    findings: [],
    contentFingerprint: '0123456789abcdef',
    ...changes
  }
}

/** A full page of a list of 1,240 products, fetched just now; `page` and `limit` decide which items are on it. */
export function productPage(changes: Partial<ProductPage> = {}): ProductPage {
  const page = changes.page ?? 1
  const limit = changes.limit ?? 25
  const pageSize = changes.pageSize ?? limit
  const first = (page - 1) * pageSize + 1
  const count = Math.max(0, Math.min(pageSize, 1240 - first + 1))
  return {
    connectionId: 'shop',
    page,
    limit,
    pageSize,
    form: 'full',
    items: Array.from({ length: count }, (_, index) =>
      product({ id: `p-${first + index}`, name: `Product ${first + index}`, position: first + index })
    ),
    setAside: [],
    totalItems: 1240,
    totalPages: Math.ceil(1240 / pageSize),
    oddities: [],
    fetchedAt: Date.now(),
    fromCopy: false,
    staleBecause: null,
    order: 'store',
    terms: [],
    coverage: { here: 1240, products: 1240, setAside: 0, total: 1240, asOf: Date.now(), state: 'complete' },
    ...changes
  }
}
