import { ruleIds, severities } from '../../contract/audit-rules'
import { mostValues, type Facet, type FacetName, type Facets, type FacetValue } from '../../contract/facets'
import { activeFilters, withoutFilter } from '../../contract/filter-parts'
import type { Filters } from '../../contract/product-query'
import { reviewStates } from '../../contract/review-state'
import { has, stampOf } from './columns'
import { rulesAsked, sinceOf, type Conditions, type Matcher } from './filters'
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
      facet === 'change'
        ? countChanges(setOf, others, set, conditions)
        : countIn(set, facet, conditions, filters)
  }
  return counted
}

/** Which kinds of columns the facets need, besides those that the filters do. */
export function columnsOf(
  facets: readonly FacetName[]
): Record<'pictures' | 'reviews' | 'findings' | 'texts' | 'reviewers' | 'team', boolean> {
  const needs = (...names: FacetName[]): boolean => names.some((name) => facets.includes(name))
  return {
    pictures: needs('picture-state'),
    reviews: needs('review', 'reasons', 'note'),
    findings: needs('finding'),
    texts: needs('picture-host'),
    reviewers: needs('reviewer'),
    team: needs('assigned-to', 'disagreement')
  }
}

/** Since the last sync. Products that are gone are in no other list. */
function countChanges(
  setOf: (group: Filters) => KeySet,
  others: Filters,
  set: KeySet,
  conditions: FacetConditions
): Facet {
  const { columns, lastRun } = conditions
  const { added, changed } = columns
  const since = sinceOf(columns, 'last', lastRun)
  // Products of the initial import count as added by the first run.
  const firstNew = Math.max(since, stampOf(columns, 2))
  const counts = { new: 0, changed: 0, gone: 0 }
  for (let word = 0; word < set.bits.length; word++) {
    for (let left = set.bits[word] ?? 0; left !== 0; left &= left - 1) {
      const key = lowestKey(word, left)
      const isNew = Number((added[key] ?? 0) >= firstNew)
      counts.new += isNew
      counts.changed += (isNew ^ 1) & Number((changed[key] ?? 0) >= since)
    }
  }
  counts.gone = setOf({ ...others, change: { kind: 'gone', since: 'last' } }).count
  return fixed(['new', 'changed', 'gone'] as const, (kind) => counts[kind])
}

function countIn(
  set: KeySet,
  facet: Exclude<FacetName, 'change'>,
  { columns, pictures, reviews, findings, texts, reviewers, team }: FacetConditions,
  filters: Filters
): Facet {
  switch (facet) {
    case 'price':
      return yesOrNo(set, ['known', 'unknown'], countNumbers(set, columns.price))
    case 'picture':
      return yesOrNo(set, ['with', 'without'], countWith(histogram(set, columns.has, 16), has.picture))
    case 'description':
      return yesOrNo(set, ['with', 'without'], countWith(histogram(set, columns.has, 16), has.description))
    case 'note':
      return yesOrNo(set, ['with', 'without'], countWith(histogram(set, reviews?.of, 2 * noteBit), noteBit))
    case 'picture-state':
      return countPictureStates(set, columns.has, pictures?.pictures.state)
    case 'review': {
      const counts = histogram(set, reviews?.of, 2 * noteBit)
      return fixed(reviewStates, (state) => {
        const code = reviewStates.indexOf(state)
        return (counts[code] ?? 0) + (counts[code | noteBit] ?? 0)
      })
    }
    case 'finding':
      return countFindings(set, findings)
    case 'reasons':
      return countReasons(set, reviews, filters.reasons)
    case 'picture-host':
      return open(
        histogram(set, texts?.host, texts?.hosts.length ?? 1),
        texts?.hosts ?? [],
        filters.pictureHost
      )
    case 'reviewer': {
      const names = reviewers?.reviewers ?? []
      return open(histogram(set, reviewers?.by, names.length), names, filters.reviewer)
    }
    case 'assigned-to': {
      const names = team?.people ?? []
      return open(histogram(set, team?.assignedTo, names.length), names, filters.assignedTo)
    }
    case 'disagreement': {
      const disputed = histogram(set, team?.disputed, 2)[1] ?? 0
      return fixed(['yes'] as const, () => disputed)
    }
  }
}

function fixed<T extends string>(values: readonly T[], count: (value: T) => number): Facet {
  return { values: values.map((value) => ({ value, count: count(value) })), total: values.length }
}

function yesOrNo(set: KeySet, [yes, no]: readonly [string, string], count: number): Facet {
  return fixed([yes, no], (value) => (value === yes ? count : set.count - count))
}

/** How many products of a set have each value of a column; a product beyond its end has 0. One short loop: a million take some ms. */
function histogram(
  { bits }: KeySet,
  column: Uint8Array | Uint16Array | undefined,
  size: number
): Uint32Array {
  const counts = new Uint32Array(Math.max(1, size))
  const values = column ?? new Uint8Array(0)
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const value = values[lowestKey(word, left)] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
  }
  return counts
}

/** Of counts by value, the products whose value has a bit. */
function countWith(counts: Uint32Array, bit: number): number {
  return counts.reduce((sum, count, value) => sum + ((value & bit) === 0 ? 0 : count), 0)
}

/** Only NaN is no number. */
function countNumbers({ bits }: KeySet, column: Float64Array): number {
  let count = 0
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const value = column[lowestKey(word, left)] ?? NaN
      count += Number(value === value)
    }
  }
  return count
}

/** Broken pictures, and those that nobody has tried yet. */
function countPictureStates({ bits }: KeySet, hasBits: Uint8Array, states: Uint8Array | undefined): Facet {
  const state = states ?? new Uint8Array(0)
  const counts = { broken: 0, unchecked: 0 }
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const key = lowestKey(word, left)
      const known = state[key] ?? pictureStates.unknown
      const hasPicture = Number(((hasBits[key] ?? 0) & has.picture) !== 0)
      counts.broken += Number(known === pictureStates.broken)
      counts.unchecked += hasPicture & Number(known === pictureStates.unknown)
    }
  }
  return fixed(['broken', 'unchecked'] as const, (value) => counts[value])
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
function countReasons({ bits }: KeySet, reviews: ReviewColumns | null, chosen: readonly string[]): Facet {
  const needsWork = reviewStates.indexOf('needs-work')
  const { of = new Uint8Array(0), reasonOf = new Uint16Array(0), reasons = [''] } = reviews ?? {}
  const counts = new Uint32Array(reasons.length)
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] ?? 0; left !== 0; left &= left - 1) {
      const key = lowestKey(word, left)
      const reason = reasonOf[key] ?? 0
      counts[reason] = (counts[reason] ?? 0) + Number(((of[key] ?? 0) & stateMask) === needsWork)
    }
  }
  return listed(counts, reasons, chosen)
}

/** The values with the most products, and those that are chosen. The first name stands for no value. */
function open(counts: Uint32Array, names: readonly string[], chosen: readonly string[]): Facet {
  return listed(counts.subarray(1), names.slice(1), chosen)
}

function listed(counts: Uint32Array, names: readonly string[], chosen: readonly string[]): Facet {
  const all = names
    .map((value, index): FacetValue => ({ value, count: counts[index] ?? 0 }))
    .filter(({ value, count }) => count > 0 || chosen.includes(value))
    .sort((a, b) => b.count - a.count)
  return {
    values: all.filter(({ value }, at) => at < mostValues || chosen.includes(value)),
    total: all.length
  }
}
