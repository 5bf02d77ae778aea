import { isRuleId, rulesOfLooks } from '../../../electron/contract/audit-rules'
import { isFilterSet, noFilters } from '../../../electron/contract/empty-query'
import type { Filters, ProductQuery, Sort, SortKey } from '../../../electron/contract/product-query'
import { reviewStates } from '../../../electron/contract/review-state'

/** A filter that a person can take away by itself: a price range is one. */
export type FilterPart =
  | 'price-range'
  | 'price'
  | 'picture'
  | 'picture-state'
  | 'picture-below'
  | 'same-picture'
  | 'description'
  | 'review'
  | 'reasons'
  | 'note'
  | 'finding'
  | 'change'
  | 'set-aside'

const parts: { part: FilterPart; fields: (keyof Filters)[] }[] = [
  { part: 'price-range', fields: ['priceFrom', 'priceTo'] },
  { part: 'price', fields: ['price'] },
  { part: 'picture', fields: ['picture'] },
  { part: 'picture-state', fields: ['pictureState'] },
  { part: 'picture-below', fields: ['pictureBelow'] },
  { part: 'same-picture', fields: ['samePicture'] },
  { part: 'description', fields: ['description'] },
  { part: 'review', fields: ['review'] },
  { part: 'reasons', fields: ['reasons'] },
  { part: 'note', fields: ['note'] },
  { part: 'finding', fields: ['finding'] },
  { part: 'change', fields: ['change'] },
  { part: 'set-aside', fields: ['setAside'] }
]

/** The filters that are set, in the order in which they are offered. */
export function activeFilters(filters: Filters): FilterPart[] {
  return parts
    .filter(({ fields }) => fields.some((field) => isFilterSet(filters, field)))
    .map(({ part }) => part)
}

/** The filters without one of them. */
export function withoutFilter(filters: Filters, part: FilterPart): Filters {
  const fields = parts.find((each) => each.part === part)?.fields ?? []
  return { ...filters, ...Object.fromEntries(fields.map((field) => [field, noFilters[field]])) }
}

/** Filters of what was found out about pictures: they only know those that were looked at. */
export type PictureFilters = Pick<Filters, 'picture' | 'pictureState' | 'pictureBelow' | 'samePicture'>

/**
 * The filters with one of a picture changed, and without those that no product could meet together with it: one without
 * a picture has no broken one, and a picture that cannot be shown, or that nobody looked at, has no size and no double.
 */
export function withPictureFilter(filters: Filters, change: Partial<PictureFilters>): Filters {
  const next = { ...filters, setAside: false, ...change }
  if (change.picture === 'without')
    return { ...next, pictureState: 'any', pictureBelow: null, samePicture: null }
  const isOfState = change.pictureState !== undefined && change.pictureState !== 'any'
  const isOfKnown = (change.pictureBelow ?? null) !== null || (change.samePicture ?? null) !== null
  if ((isOfState || isOfKnown) && next.picture === 'without') next.picture = 'any'
  if (isOfState) return { ...next, pictureBelow: null, samePicture: null }
  return isOfKnown ? { ...next, pictureState: 'any' } : next
}

/** Whether a filter asks what only pictures that were looked at can answer. */
export function asksOfPictures({ pictureState, pictureBelow, samePicture, finding }: Filters): boolean {
  const isRuleOfPictures = finding !== null && isRuleId(finding) && rulesOfLooks.has(finding)
  return pictureState === 'broken' || pictureBelow !== null || samePicture !== null || isRuleOfPictures
}

/** The longest name of a product in a filter, in UTF-16 units: it is for people, who read no more of it. */
const longestName = 200

/** The only filter that lists all products with the picture of this one, or one that looks like it. */
export function filtersForSamePicture({ id, name }: { id: string; name: string | null }): Filters {
  return { ...noFilters, samePicture: { id, name: (name ?? '').slice(0, longestName) } }
}

/** Whether two narrowings ask the same. */
export function isSameQuery(a: ProductQuery, b: ProductQuery): boolean {
  return canonical(a) === canonical(b)
}

/** One text for all that asks the same, whatever the order of the fields. */
function canonical({ search, filters, sort }: ProductQuery): string {
  const { priceFrom, priceTo, price, description, change, setAside } = filters
  const { picture, pictureState, pictureBelow, samePicture, note, finding } = filters
  const since = change && [change.kind, change.since]
  const order = sort && [sort.by, sort.descending]
  // The name in a filter is for people; which product it is, its id says.
  const pictures = [picture, pictureState, pictureBelow, samePicture?.id ?? null]
  const states = reviewStates.filter((state) => filters.review.includes(state))
  const decided = [states, [...filters.reasons].sort(), note, finding]
  const texts = [search, description]
  return JSON.stringify([texts, priceFrom, priceTo, price, pictures, decided, since, setAside, order])
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
