import type { Filters, ProductQuery } from './product-query'

/** No filter at all: what `filtersSchema` makes of nothing. Beside the schemas, which neither the window nor threads load. */
export const noFilters: Filters = {
  priceFrom: null,
  priceTo: null,
  price: 'any',
  picture: 'any',
  pictureState: 'any',
  pictureBelow: null,
  samePicture: null,
  description: 'any',
  review: [],
  reasons: [],
  note: 'any',
  finding: null,
  change: null,
  setAside: false
}

/** The whole list in the store's own order. */
export const emptyQuery: ProductQuery = { search: '', filters: noFilters, sort: null }

/** What was read back from a file has lists of its own, also where nothing is in them. */
export function isFilterSet(filters: Filters, field: keyof Filters): boolean {
  const value = filters[field]
  return Array.isArray(value) ? value.length > 0 : value !== noFilters[field]
}

/** Whether a filter is set. */
export function hasFilters(filters: Filters): boolean {
  return keysOf(noFilters).some((field) => isFilterSet(filters, field))
}

function keysOf<T extends object>(record: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = []
  for (const key in record) keys.push(key)
  return keys
}

/** Whether the list is shorter than the store's for what a person asked: a search or a filter, not an order. */
export function isFiltered({ search, filters }: ProductQuery): boolean {
  return search.trim() !== '' || hasFilters(filters)
}

/** Whether the list is the store's own, neither narrowed nor reordered: only such pages can be asked of the store. */
export function isUnfiltered(productQuery: ProductQuery): boolean {
  const { sort } = productQuery
  return !isFiltered(productQuery) && (sort === null || (sort.by === 'place' && !sort.descending))
}
