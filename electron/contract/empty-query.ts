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
  pictureHost: [],
  nameLength: null,
  description: 'any',
  descriptionLength: null,
  review: [],
  reasons: [],
  reviewer: [],
  reviewed: null,
  assignedTo: [],
  disagreement: false,
  note: 'any',
  finding: null,
  change: null,
  newIn: null,
  setAside: false,
  not: []
}

/** The whole list in the store's own order. */
export const emptyQuery: ProductQuery = { search: '', filters: noFilters, or: [], sort: null }

/** Whether a field narrows the list. `not` does not by itself. */
export function isFilterSet(filters: Filters, field: keyof Filters): boolean {
  const value = filters[field]
  if (field === 'not') return false
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

/** The groups of filters of a list, of which a product must meet one; those without a filter are none. */
export function filterGroups({ filters, or }: Pick<ProductQuery, 'filters' | 'or'>): Filters[] {
  return [filters, ...or].filter(hasFilters)
}

/** Whether the list is shorter than the store's for what a person asked: a search or a filter, not an order. */
export function isFiltered(productQuery: ProductQuery): boolean {
  return productQuery.search.trim() !== '' || filterGroups(productQuery).length > 0
}

/** Whether the list is the store's own, neither narrowed nor reordered: only such pages can be asked of the store. */
export function isUnfiltered(productQuery: ProductQuery): boolean {
  const { sort } = productQuery
  return !isFiltered(productQuery) && (sort === null || (sort.by === 'place' && !sort.descending))
}

/**
 * Whether a list is the same to everybody: syncs are counted by each computer for itself, and so is what is new in a view.
 */
export function isForTeam(productQuery: ProductQuery): boolean {
  return filterGroups(productQuery).every(
    ({ change, newIn }) => newIn === null && (change === null || change.since === 'last')
  )
}
