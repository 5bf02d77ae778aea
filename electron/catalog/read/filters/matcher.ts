import type { Filters, Since } from '../../../contract/product-query'
import { emptyColumns, has, stampOf, type Columns } from '../columns'
import { marksLength, toKeySet, type KeySet } from '../key-set'
import type { FindingBits } from '../findings-file'
import { keepFindings } from './findings'
import { keepPictures, type PictureParts } from './pictures'
import { keepReviews } from './reviews'
import type { ReviewColumns } from '../review-columns'
import type { Scores } from '../../search/search'

/** What decides which products are listed. */
export interface Conditions {
  columns: Columns
  filters: Filters
  /** null: nothing is searched for. */
  scores: Scores | null
  /** `lastRunOf`. */
  lastRun: number
  /** null: no filter asks of pictures. */
  pictures: PictureParts | null
  /** null: neither a filter nor the order asks of reviews. */
  reviews: ReviewColumns | null
  /** null: no filter asks of findings. */
  findings: FindingBits | null
}

/** Tells which products the search and all filters let through. */
export type Matcher = (conditions: Conditions) => KeySet

/**
 * One short loop for each filter that is set, over marks by key (1: let through). None of them branches on what a product is
 * like: where a filter lets through about half of them, to guess wrong each other time costs five times as much.
 */
export function createMatcher(): Matcher {
  // Used again by each question: to take and return a megabyte costs as much as a filter does.
  let marks = new Uint8Array(0)
  // What is listed where nobody asks for changes.
  let listed = { columns: emptyColumns(), version: -1, marks: new Uint8Array(0) }

  function listedIn(columns: Columns): Uint8Array {
    const { version, highest } = columns
    if (listed.columns !== columns || listed.version !== version) {
      listed = { columns, version, marks: new Uint8Array(highest + 1) }
      markListed(listed.marks, columns)
    }
    return listed.marks
  }

  return ({ columns, filters, scores, lastRun, pictures, reviews, findings }) => {
    const length = marksLength(columns.highest)
    if (marks.length < length) marks = new Uint8Array(marksLength(columns.highest + (columns.highest >>> 3)))
    const all = marks.subarray(0, length)
    all.fill(0, columns.highest + 1)
    const matches = all.subarray(0, columns.highest + 1)
    matches.set(listedIn(columns))
    if (filters.change !== null) keepChange(matches, columns, filters.change, lastRun)
    keepPresence(matches, columns, filters)
    keepPrice(matches, columns, filters)
    if (pictures !== null) keepPictures(matches, columns, pictures, filters)
    if (reviews !== null) keepReviews(matches, reviews, filters)
    if (findings !== null) keepFindings(matches, findings, filters)
    if (scores !== null) keepFound(matches, scores)
    return toKeySet(all)
  }
}

/** Products that are gone are listed only when they are asked for. */
function markListed(marks: Uint8Array, { gone, has: bits }: Columns): void {
  for (let key = 0; key < marks.length; key++) {
    marks[key] = Number((gone[key] ?? 0) === 0) & (bits[key] ?? 0) & has.row
  }
}

function keepChange(
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
  // What was there from the start came with the first run, whichever brought it.
  const firstNew = Math.max(since, stampOf(columns, 2))
  const isChanged = Number(change.kind === 'changed')
  for (let key = 0; key < matches.length; key++) {
    const isNew = Number((added[key] ?? 0) >= firstNew)
    const isLater = Number((changed[key] ?? 0) >= since) | (isChanged ^ 1)
    matches[key] = (matches[key] ?? 0) & (isNew ^ isChanged) & isLater
  }
}

/** The run that changes are counted from, at least 1; when none has read the list there are none. */
function sinceOf(columns: Columns, since: Since, lastRun: number): number {
  if (since !== 'last') return Math.max(1, stampOf(columns, since))
  return lastRun === 0 ? Infinity : stampOf(columns, lastRun)
}

function keepPresence(matches: Uint8Array, { has: bits }: Columns, { picture, description }: Filters): void {
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
function keepPrice(matches: Uint8Array, { price }: Columns, filters: Filters): void {
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
    // NaN alone is not what it is.
    matches[key] = (matches[key] ?? 0) & (Number(value === value) ^ isUnknown)
  }
}

function keepFound(matches: Uint8Array, { of }: Scores): void {
  for (let key = 0; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & Number((of[key] ?? 0) !== 0)
  }
}
