import { filterGroups, noFilters } from '../../contract/empty-query'
import { excludedFilters, onlyFilter, withoutFilter } from '../../contract/filter-parts'
import type { Filters, Since, ProductQuery } from '../../contract/product-query'
import { emptyColumns, has, stampOf, type Columns } from './columns'
import { emptySet, type BitSet } from '../../bytes/bit-set'
import { marksLength, toKeySet, type KeySet } from './product-list'
import type { FindingBits } from './sidecars'
import type { ReviewColumns } from './review-columns'
import { filterByReviewers, filterByReviews, filterByTeam, filterByValues } from './review-filters'
import type { Scores } from '../search/search'
import { filterByPictures, type PictureParts } from './picture-filters'
import type { ReviewerColumns, TeamColumns } from './people-columns'
import type { TextColumns } from './text-columns'
import { isSeverity, ruleIds } from '../../contract/audit-rules'

export interface Conditions extends FilterColumns {
  columns: Columns
  /** A product must meet one of them; none: all products do. */
  groups: readonly Filters[]
  /** null: nothing is searched for. */
  scores: Scores | null
  /** `lastRunOf`. */
  lastRun: number
}

/** What filters ask of besides `Columns`; null: none asks of it. */
export interface FilterColumns {
  pictures: PictureParts | null
  reviews: ReviewColumns | null
  findings: FindingBits | null
  texts: TextColumns | null
  reviewers: ReviewerColumns | null
  team: TeamColumns | null
  /** By the views that filters name. */
  news: ShownNews
}

/** Products that were new in a view when it was opened last; null: nothing is known of the view. */
export type ShownNews = ReadonlyMap<string, { bits: BitSet; version: number } | null>

/** Returns the products that the search and one of the groups of filters let through. */
export type Matcher = (conditions: Conditions) => KeySet

/** Marks of all products up to a highest key, reused: allocating a megabyte costs as much as a filter. */
type Room = (highest: number) => Uint8Array<ArrayBuffer>

function createRoom(): Room {
  let marks = new Uint8Array(0)
  return (highest) => {
    if (marks.length < marksLength(highest)) marks = new Uint8Array(marksLength(highest + (highest >>> 3)))
    return marks.subarray(0, highest + 1)
  }
}

/** The marks with what follows them up to a whole word of a set, cleared. */
function wholeWords(marks: Uint8Array<ArrayBuffer>, highest: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(marks.buffer, marks.byteOffset, marksLength(highest))
  whole.fill(0, highest + 1)
  return whole
}

/**
 * One short loop for each active filter, over marks by key (1: let through). The loops do not branch on a product's values: where about
 * half of the products match, mispredicted branches cost five times as much.
 */
export function createMatcher(): Matcher {
  const [firstRoom, secondRoom, excludedRoom] = [createRoom(), createRoom(), createRoom()]
  // The products that are listed without a filter by change.
  let listed = { columns: emptyColumns(), version: -1, marks: new Uint8Array(0) }

  function listedIn(columns: Columns): Uint8Array {
    const { version, highest } = columns
    if (listed.columns !== columns || listed.version !== version) {
      listed = { columns, version, marks: new Uint8Array(highest + 1) }
      markListed(listed.marks, columns)
    }
    return listed.marks
  }

  /** The products that meet a group of filters. The marks stand in `room` until it is used again. */
  function groupIn(room: Room, conditions: Conditions, filters: Filters): Uint8Array<ArrayBuffer> {
    const { columns } = conditions
    const marks = room(columns.highest)
    const excluded = excludedFilters(filters)
    const required = excluded.reduce(withoutFilter, filters)
    marks.set(listedIn(columns))
    applyFilters(marks, conditions, required)
    for (const part of excluded) {
      const others = excludedRoom(columns.highest)
      others.set(listedIn(columns))
      applyFilters(others, conditions, onlyFilter(filters, part))
      for (let key = 0; key < marks.length; key++) marks[key] = (marks[key] ?? 0) & ((others[key] ?? 0) ^ 1)
    }
    return marks
  }

  return (conditions) => {
    const { columns, groups, scores } = conditions
    const matches = groupIn(firstRoom, conditions, groups[0] ?? noFilters)
    for (const filters of groups.slice(1)) {
      const others = groupIn(secondRoom, conditions, filters)
      for (let key = 0; key < matches.length; key++) matches[key] = (matches[key] ?? 0) | (others[key] ?? 0)
    }
    if (scores !== null) filterByScore(matches, scores)
    return toKeySet(wholeWords(matches, columns.highest))
  }
}

/** Clears the marks of products that do not meet the filters, whatever `not` says. */
function applyFilters(matches: Uint8Array, conditions: Conditions, filters: Filters): void {
  const { columns, lastRun, pictures, reviews, findings, texts, reviewers, team, news } = conditions
  if (filters.change !== null) filterByChange(matches, columns, filters.change, lastRun)
  if (filters.newIn !== null) filterByNews(matches, news.get(filters.newIn.view)?.bits ?? emptySet)
  filterByPresence(matches, columns, filters)
  filterByPrice(matches, columns, filters)
  if (pictures !== null) filterByPictures(matches, columns, pictures, filters)
  if (reviews !== null) filterByReviews(matches, reviews, filters)
  if (reviewers !== null) filterByReviewers(matches, reviewers, filters)
  if (team !== null) filterByTeam(matches, team, filters)
  if (findings !== null) filterByFindings(matches, findings, filters)
  if (texts !== null) filterByTexts(matches, texts, filters)
}

/** Products that are gone are listed only by the filter for them. */
function markListed(marks: Uint8Array, { gone, has: bits }: Columns): void {
  for (let key = 0; key < marks.length; key++) {
    marks[key] = Number((gone[key] ?? 0) === 0) & (bits[key] ?? 0) & has.row
  }
}

function filterByChange(
  matches: Uint8Array,
  columns: Columns,
  change: NonNullable<Filters['change']>,
  lastRun: number
): void {
  const { added, changed, gone } = columns
  const since = sinceOf(columns, change.since, lastRun)
  if (change.kind === 'gone') {
    for (let key = 0; key < matches.length; key++) matches[key] = Number((gone[key] ?? 0) >= since)
    return
  }
  // Products of the initial import count as added by the first run.
  const firstNew = Math.max(since, stampOf(columns, 2))
  const isChanged = Number(change.kind === 'changed')
  for (let key = 0; key < matches.length; key++) {
    const isNew = Number((added[key] ?? 0) >= firstNew)
    const isLater = Number((changed[key] ?? 0) >= since) | (isChanged ^ 1)
    matches[key] = (matches[key] ?? 0) & (isNew ^ isChanged) & isLater
  }
}

/** The stamp that changes are counted from, at least 1; Infinity while no run has ended. */
export function sinceOf(columns: Columns, since: Since, lastRun: number): number {
  if (since !== 'last') return Math.max(1, stampOf(columns, since))
  return lastRun === 0 ? Infinity : stampOf(columns, lastRun)
}

function filterByNews(matches: Uint8Array, news: BitSet): void {
  for (let key = 0; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & ((news[key >>> 5] ?? 0) >>> (key & 31))
  }
}

function filterByPresence(
  matches: Uint8Array,
  { has: bits }: Columns,
  { picture, description }: Filters
): void {
  const asked = [
    { presence: picture, bit: has.picture },
    { presence: description, bit: has.description }
  ].filter(({ presence }) => presence !== 'any')
  if (asked.length === 0) return
  const mask = asked.reduce((sum, { bit }) => sum | bit, 0)
  const wanted = asked.reduce((sum, { presence, bit }) => sum | (presence === 'with' ? bit : 0), 0)
  for (let key = 0; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & Number(((bits[key] ?? 0) & mask) === wanted)
  }
}

/** An unknown price is NaN, which no bound lets through. */
function filterByPrice(matches: Uint8Array, { price }: Columns, filters: Filters): void {
  const { priceFrom, priceTo } = filters
  if (priceFrom !== null || priceTo !== null) {
    const [from, to] = [priceFrom ?? -Infinity, priceTo ?? Infinity]
    for (let key = 0; key < matches.length; key++) {
      const value = price[key] ?? NaN
      matches[key] = (matches[key] ?? 0) & Number(value >= from) & Number(value <= to)
    }
  }
  if (filters.price === 'any') return
  const isUnknown = Number(filters.price === 'unknown')
  for (let key = 0; key < matches.length; key++) {
    const value = price[key] ?? NaN
    // Only NaN differs from itself.
    matches[key] = (matches[key] ?? 0) & (Number(value === value) ^ isUnknown)
  }
}

function filterByScore(matches: Uint8Array, { of }: Scores): void {
  let first = 0
  if (of instanceof Uint8Array) {
    // Four products at once.
    const fours = new Uint32Array(matches.buffer, matches.byteOffset, matches.length >>> 2)
    const scores = new Uint32Array(of.buffer, of.byteOffset, fours.length)
    for (let at = 0; at < fours.length; at++) {
      const four = scores[at] ?? 0
      // The highest bit of each byte tells whether any bit of it is set.
      const isScored = ((four & 0x7f7f7f7f) + 0x7f7f7f7f) | four
      fours[at] = (fours[at] ?? 0) & ((isScored >>> 7) & 0x01010101)
    }
    first = 4 * fours.length
  }
  for (let key = first; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & Number((of[key] ?? 0) !== 0)
  }
}

/** The characters that a text must have, at least and at most. */
type Length = Filters['nameLength']

/** Whether a list depends on the length of texts or the addresses of pictures. */
export function asksOfTexts({ nameLength, descriptionLength, pictureHost }: Filters): boolean {
  return nameLength !== null || descriptionLength !== null || pictureHost.length > 0
}

/** Clears the marks of products that the filters by length and host do not let through. */
function filterByTexts(matches: Uint8Array, texts: TextColumns, filters: Filters): void {
  filterByLength(matches, texts.name, filters.nameLength)
  filterByLength(matches, texts.description, filters.descriptionLength)
  if (filters.pictureHost.length > 0) filterByValues(matches, texts.host, texts.hosts, filters.pictureHost)
}

/** A text that there is not has no length. */
function filterByLength(matches: Uint8Array, lengths: Uint16Array, length: Length): void {
  if (length === null) return
  const [from, to] = [Math.max(1, length.from ?? 1), length.to ?? Infinity]
  for (let key = 0; key < matches.length; key++) {
    const value = lengths[key] ?? 0
    matches[key] = (matches[key] ?? 0) & Number(value >= from) & Number(value <= to)
  }
}

/** Whether a list depends on findings. */
export function asksOfFindings(productQuery: ProductQuery): boolean {
  const isAsked = ({ finding }: Filters): boolean => finding !== null
  return productQuery.sort?.by === 'findings' || filterGroups(productQuery).some(isAsked)
}

/** Clears the marks of products without findings by the rule, or by any. */
function filterByFindings(matches: Uint8Array, findings: FindingBits, { finding }: Filters): void {
  if (finding === null) return
  const { rows, productsInRow } = findings
  const mask = rulesAsked(findings, finding)
  for (let first = 0; first < matches.length; first += productsInRow) {
    const bits = rows.get(first) ?? nothing
    const last = Math.min(matches.length, first + productsInRow)
    for (let key = first; key < last; key++) {
      matches[key] = (matches[key] ?? 0) & Number(((bits[key - first] ?? 0) & mask) !== 0)
    }
  }
}

/** The bits of the rules that a filter by findings is for. */
export function rulesAsked({ severities }: FindingBits, finding: NonNullable<Filters['finding']>): number {
  if (finding === 'any') return 0xffffffff
  return isSeverity(finding) ? severities[finding] : 1 << ruleIds.indexOf(finding)
}

const nothing = new Uint32Array(0)
