import { isFilterSet, noFilters } from './empty-query'
import type { Filters } from './product-query'

/** The filters that a person sets, excludes and removes one by one: a price range is one. In the order in which they are offered. */
export const filterParts = [
  'price-range',
  'price',
  'picture',
  'picture-state',
  'picture-below',
  'picture-host',
  'same-picture',
  'name-length',
  'description',
  'description-length',
  'review',
  'reasons',
  'reviewer',
  'reviewed',
  'assigned-to',
  'disagreement',
  'note',
  'finding',
  'change',
  'new-in',
  'set-aside'
] as const
export type FilterPart = (typeof filterParts)[number]

/** Hosts, or reviewers, that can be chosen together. */
export const mostChosen = 30
/** Groups of filters besides the first. */
export const mostGroups = 5

const fieldsOf: Record<FilterPart, readonly Exclude<keyof Filters, 'not'>[]> = {
  'price-range': ['priceFrom', 'priceTo'],
  price: ['price'],
  picture: ['picture'],
  'picture-state': ['pictureState'],
  'picture-below': ['pictureBelow'],
  'picture-host': ['pictureHost'],
  'same-picture': ['samePicture'],
  'name-length': ['nameLength'],
  description: ['description'],
  'description-length': ['descriptionLength'],
  review: ['review'],
  reasons: ['reasons'],
  reviewer: ['reviewer'],
  reviewed: ['reviewed'],
  'assigned-to': ['assignedTo'],
  disagreement: ['disagreement'],
  note: ['note'],
  finding: ['finding'],
  change: ['change'],
  'new-in': ['newIn'],
  'set-aside': ['setAside']
}

/** Parts that list what no other filter lists: there is nothing to take them away from. */
export function canBeExcluded(filters: Filters, part: FilterPart): boolean {
  return part !== 'set-aside' && !(part === 'change' && filters.change?.kind === 'gone')
}

/** The parts that are set, excluded or not. */
export function activeFilters(filters: Filters): FilterPart[] {
  return filterParts.filter((part) => fieldsOf[part].some((field) => isFilterSet(filters, field)))
}

/** The parts that must not hold. */
export function excludedFilters(filters: Filters): FilterPart[] {
  return activeFilters(filters).filter((part) => filters.not.includes(part) && canBeExcluded(filters, part))
}

/** The filters without one of them. */
export function withoutFilter(filters: Filters, part: FilterPart): Filters {
  return { ...filters, ...fieldsFrom(noFilters, part), not: filters.not.filter((each) => each !== part) }
}

/** One of the filters alone, not excluded. */
export function onlyFilter(filters: Filters, part: FilterPart): Filters {
  return { ...noFilters, ...fieldsFrom(filters, part) }
}

function fieldsFrom(filters: Filters, part: FilterPart): Partial<Filters> {
  return Object.fromEntries(fieldsOf[part].map((field) => [field, filters[field]]))
}
