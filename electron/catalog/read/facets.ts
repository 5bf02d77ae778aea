import { ruleIds, severities } from '../../contract/audit-rules'
import { mostValues, type Facet, type FacetName, type Facets, type FacetValue } from '../../contract/facets'
import { activeFilters, withoutFilter } from '../../contract/filter-parts'
import type { ChangeKind, Filters } from '../../contract/product-query'
import { reviewStates } from '../../contract/review-state'
import { has } from './columns'
import { rulesAsked, type Conditions, type Matcher } from './filters'
import { pictureStates } from './picture-columns'
import { lowestKey, type KeySet } from './product-list'
import { noteBit, stateMask, type ReviewColumns } from './review-columns'
import type { FindingBits } from './sidecars'

/** What a count goes by: all that a list does, with one group of filters. */
export type FacetConditions = Omit<Conditions, 'groups'>

/**
 * Counts the values of filters. Each counts the products that the other filters of the group let through, so that it says what
 * choosing the value would list. A pass over the products for each filter that is set, and one for each facet.
 *
 * @param facets the columns of `conditions` that they need must be there (`columnsOf`)
 */
export function countFacets(
  match: Matcher,
  conditions: FacetConditions,
  filters: Filters,
  facets: readonly FacetName[]
): Facets {
  const setOf = (group: Filters): KeySet => match({ ...conditions, groups: [group] })
  const whole = setOf(filters)
  const active = new Set<string>(activeFilters(filters))
  const counted: Facets = {}
  for (const facet of facets) {
    const others = withoutFilter(filters, facet)
    const set = active.has(facet) ? setOf(others) : whole
    counted[facet] =
      facet === 'change' ? countChanges(setOf, others) : countIn(set, facet, conditions, filters)
  }
  return counted
}

/** Which kinds of columns the facets need, besides those that the filters do. */
export function columnsOf(
  facets: readonly FacetName[]
): Record<'pictures' | 'reviews' | 'findings' | 'texts' | 'reviewers', boolean> {
  const needs = (...names: FacetName[]): boolean => names.some((name) => facets.includes(name))
  return {
    pictures: needs('picture-state'),
    reviews: needs('review', 'reasons', 'note'),
    findings: needs('finding'),
    texts: needs('picture-host'),
    reviewers: needs('reviewer')
  }
}

/** Since the last sync. Products that are gone are in no other list, so that each kind is a list of its own. */
function countChanges(setOf: (group: Filters) => KeySet, others: Filters): Facet {
  const kinds: ChangeKind[] = ['new', 'changed', 'gone']
  return fixed(kinds, (kind) => setOf({ ...others, change: { kind, since: 'last' } }).count)
}

function countIn(
  set: KeySet,
  facet: Exclude<FacetName, 'change'>,
  { columns, pictures, reviews, findings, texts, reviewers }: FacetConditions,
  filters: Filters
): Facet {
  switch (facet) {
    case 'price':
      return knownOrNot(set, ['known', 'unknown'], (key) => !Number.isNaN(columns.price[key] ?? NaN))
    case 'picture':
      return knownOrNot(set, ['with', 'without'], (key) => ((columns.has[key] ?? 0) & has.picture) !== 0)
    case 'description':
      return knownOrNot(set, ['with', 'without'], (key) => ((columns.has[key] ?? 0) & has.description) !== 0)
    case 'note':
      return knownOrNot(set, ['with', 'without'], (key) => ((reviews?.of[key] ?? 0) & noteBit) !== 0)
    case 'picture-state': {
      const counts = histogram(set, 3, (key) => pictures?.pictures.state[key] ?? pictureStates.unknown)
      const withPicture = countWhere(set, (key) => ((columns.has[key] ?? 0) & has.picture) !== 0)
      // A picture that was looked at, and whose address has gone since, is not known any more.
      const unchecked = withPicture - (counts[pictureStates.shown] ?? 0) - (counts[pictureStates.broken] ?? 0)
      return fixed(['broken', 'unchecked'], (state) =>
        state === 'broken' ? (counts[pictureStates.broken] ?? 0) : Math.max(0, unchecked)
      )
    }
    case 'review': {
      const counts = histogram(set, stateMask + 1, (key) => (reviews?.of[key] ?? 0) & stateMask)
      return fixed(reviewStates, (state) => counts[reviewStates.indexOf(state)] ?? 0)
    }
    case 'finding':
      return countFindings(set, findings)
    case 'reasons':
      return countReasons(set, reviews, filters.reasons)
    case 'picture-host':
      return open(set, (key) => texts?.host[key] ?? 0, texts?.hosts ?? [''], filters.pictureHost)
    case 'reviewer':
      return open(set, (key) => reviewers?.by[key] ?? 0, reviewers?.reviewers ?? [''], filters.reviewer)
  }
}

function fixed<T extends string>(values: readonly T[], count: (value: T) => number): Facet {
  return { values: values.map((value) => ({ value, count: count(value) })), total: values.length }
}

function knownOrNot(set: KeySet, [yes, no]: readonly [string, string], is: (key: number) => boolean): Facet {
  const count = countWhere(set, is)
  return fixed([yes, no], (value) => (value === yes ? count : set.count - count))
}

function eachKey({ bits }: KeySet, visit: (key: number) => void): void {
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) visit(lowestKey(word, left))
  }
}

function countWhere(set: KeySet, is: (key: number) => boolean): number {
  let count = 0
  eachKey(set, (key) => (count += Number(is(key))))
  return count
}

function histogram(set: KeySet, size: number, indexOf: (key: number) => number): Uint32Array {
  const counts = new Uint32Array(size)
  eachKey(set, (key) => {
    const index = indexOf(key)
    counts[index] = (counts[index] ?? 0) + 1
  })
  return counts
}

/** `any`, each severity, and each rule by itself. */
function countFindings({ bits }: KeySet, findings: FindingBits | null): Facet {
  const values = ['any' as const, ...severities, ...ruleIds]
  const masks = Uint32Array.from(values, (value) => (findings === null ? 0 : rulesAsked(findings, value)))
  const counts = new Uint32Array(values.length)
  for (const [first, row] of findings?.rows ?? []) {
    for (const [at, found] of row.entries()) {
      const key = first + at
      if (found === 0 || (((bits[key >>> 5] ?? 0) >>> (key & 31)) & 1) === 0) continue
      for (let value = 0; value < counts.length; value++) {
        counts[value] = (counts[value] ?? 0) + Number((found & (masks[value] ?? 0)) !== 0)
      }
    }
  }
  return fixed(values, (value) => counts[values.indexOf(value)] ?? 0)
}

/** Of products that need work; '' : without a reason. */
function countReasons(set: KeySet, reviews: ReviewColumns | null, chosen: readonly string[]): Facet {
  const needsWork = reviewStates.indexOf('needs-work')
  const { of = [], reasonOf = [], reasons = [''] } = reviews ?? {}
  // 0 stands for products that do not need work.
  return open(
    set,
    (key) => (((of[key] ?? 0) & stateMask) === needsWork ? 1 + (reasonOf[key] ?? 0) : 0),
    ['', ...reasons],
    chosen
  )
}

/** The values with the most products, and those that are chosen. `indexOf` tells a product's value; 0: it has none. */
function open(
  set: KeySet,
  indexOf: (key: number) => number,
  names: readonly string[],
  chosen: readonly string[]
): Facet {
  const counts = histogram(set, names.length, indexOf)
  const all = names
    .map((value, index): FacetValue => ({ value, count: counts[index] ?? 0 }))
    .slice(1)
    .filter(({ value, count }) => count > 0 || chosen.includes(value))
    .sort((a, b) => b.count - a.count)
  return {
    values: all.filter(({ value }, at) => at < mostValues || chosen.includes(value)),
    total: all.length
  }
}
