import { isRuleId, rulesOfLooks } from '../../../electron/contract/audit-rules'
import { filterGroups, noFilters } from '../../../electron/contract/empty-query'
import { excludedFilters } from '../../../electron/contract/filter-parts'
import type { Filters, ProductQuery, Sort, SortKey } from '../../../electron/contract/product-query'

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
export function asksOfPictures(productQuery: Pick<ProductQuery, 'filters' | 'or'>): boolean {
  return filterGroups(productQuery).some(isOfPictures)
}

function isOfPictures({ pictureState, pictureBelow, samePicture, finding }: Filters): boolean {
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

/** Whether two queries list the same products, in whatever order. */
export function isSameList(one: Omit<ProductQuery, 'sort'>, other: Omit<ProductQuery, 'sort'>): boolean {
  return isSameQuery({ ...one, sort: null }, { ...other, sort: null })
}

/** One text for all that asks the same, whatever the order of fields and choices. */
function canonical(productQuery: ProductQuery): string {
  const { search, filters, sort } = productQuery
  const groups = [filters, ...filterGroups({ ...productQuery, filters: noFilters })].map(canonicalFilters)
  return JSON.stringify([search, groups, sort && [sort.by, sort.descending]])
}

function canonicalFilters(filters: Filters): unknown[] {
  const { change, nameLength, descriptionLength, reviewed, samePicture, newIn } = filters
  const ranges = [nameLength, descriptionLength, reviewed].map((range) => range && [range.from, range.to])
  const nested = {
    ranges,
    change: change && [change.kind, change.since],
    // The name in a filter is for people; which product or view it is, its id says.
    samePicture: samePicture?.id ?? null,
    newIn: newIn?.view ?? null,
    not: excludedFilters(filters)
  }
  const plain = Object.entries(filters)
    .filter(([, value]) => typeof value !== 'object' || Array.isArray(value))
    .filter(([field]) => field !== 'not')
    .map(([field, value]) => [field, Array.isArray(value) ? [...value].sort() : value])
    .sort()
  return [plain, nested]
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
