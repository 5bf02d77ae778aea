import type { Filters, Narrowing, Sort, SortKey } from '../../electron/contract/narrowing'

/** No filter at all. The contract's own stand beside its zod schemas, which the renderer does not load. */
export const noFilters: Filters = {
  priceFrom: null,
  priceTo: null,
  price: 'any',
  picture: 'any',
  description: 'any',
  change: null,
  setAside: false
}

/** The whole list in the store's own order. */
export const everything: Narrowing = { search: '', filters: noFilters, sort: null }

/** A filter that a person can take away by itself: a price range is one. */
export type FilterPart = 'price-range' | 'price' | 'picture' | 'description' | 'change' | 'set-aside'

const parts: { part: FilterPart; fields: (keyof Filters)[] }[] = [
  { part: 'price-range', fields: ['priceFrom', 'priceTo'] },
  { part: 'price', fields: ['price'] },
  { part: 'picture', fields: ['picture'] },
  { part: 'description', fields: ['description'] },
  { part: 'change', fields: ['change'] },
  { part: 'set-aside', fields: ['setAside'] }
]

/** The filters that are set, in the order in which they are offered. */
export function activeFilters(filters: Filters): FilterPart[] {
  return parts
    .filter(({ fields }) => fields.some((field) => filters[field] !== noFilters[field]))
    .map(({ part }) => part)
}

/** The filters without one of them. */
export function withoutFilter(filters: Filters, part: FilterPart): Filters {
  const fields = parts.find((each) => each.part === part)?.fields ?? []
  return { ...filters, ...Object.fromEntries(fields.map((field) => [field, noFilters[field]])) }
}

/** Whether the list is shorter than the store's for what a person asked: a search or a filter, not an order. */
export function isNarrowed({ search, filters }: Narrowing): boolean {
  return search.trim() !== '' || activeFilters(filters).length > 0
}

/** Whether the list is the store's own, neither narrowed nor reordered: only such pages can be asked of the store. */
export function isEverything(narrowing: Narrowing): boolean {
  const { sort } = narrowing
  return !isNarrowed(narrowing) && (sort === null || (sort.by === 'place' && !sort.descending))
}

/** Whether two narrowings ask the same. */
export function isSameNarrowing(a: Narrowing, b: Narrowing): boolean {
  return canonical(a) === canonical(b)
}

/** One text for all that asks the same, whatever the order of the fields. */
function canonical({ search, filters, sort }: Narrowing): string {
  const { priceFrom, priceTo, price, picture, description, change, setAside } = filters
  const since = change && [change.kind, change.since]
  const order = sort && [sort.by, sort.descending]
  return JSON.stringify([search, priceFrom, priceTo, price, picture, description, since, setAside, order])
}

/**
 * What a press on a heading makes of the order: ascending, descending, then as before the first press. `now` is what the
 * list goes by, ascending, while nothing is set: that order needs no setting, and one press turns it round.
 */
export function nextSort(sort: Sort | null, by: SortKey, now: SortKey | null): Sort | null {
  const set = sort ?? (now === null ? null : { by: now, descending: false })
  if (set?.by !== by) return by === now ? null : { by, descending: false }
  return set.descending ? null : { by, descending: true }
}
