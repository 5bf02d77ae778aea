import { filterGroups } from '../../contract/empty-query'
import type { Filters, ProductQuery } from '../../contract/product-query'
import { reviewStates } from '../../contract/review-state'
import type { ReviewerColumns, TeamColumns } from './people-columns'
import { noteBit, stateMask, type ReviewColumns } from './review-columns'

/** Clears the marks of products whose value, by its index from 1, is none of the chosen ones. `first`: 0, where '' stands for none. */
export function filterByValues(
  matches: Uint8Array,
  column: Uint16Array,
  values: readonly string[],
  chosen: readonly string[],
  first = 1
): void {
  const passes = Uint8Array.from(values, (value, index) => Number(index >= first && chosen.includes(value)))
  for (let key = 0; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & (passes[column[key] ?? 0] ?? 0)
  }
}

/** Whether a list depends on reviews. */
export function asksOfReviews(productQuery: ProductQuery): boolean {
  const isAsked = ({ review, reasons, note }: Filters): boolean =>
    review.length > 0 || reasons.length > 0 || note !== 'any'
  return productQuery.sort?.by === 'review' || filterGroups(productQuery).some(isAsked)
}

/** Whether a list depends on who reviewed, or when. */
export function asksOfReviewers({ reviewer, reviewed }: Filters): boolean {
  return reviewer.length > 0 || reviewed !== null
}

/** Clears the marks of products that the filters by reviewer and day do not let through. */
export function filterByReviewers(
  matches: Uint8Array,
  { by, at, reviewers }: ReviewerColumns,
  { reviewer, reviewed }: Filters
): void {
  if (reviewer.length > 0) filterByValues(matches, by, reviewers, reviewer)
  if (reviewed === null) return
  const from = reviewed.from === null ? 1 : startOfDay(reviewed.from, 0)
  const end = reviewed.to === null ? Infinity : startOfDay(reviewed.to, 1)
  for (let key = 0; key < matches.length; key++) {
    const time = at[key] ?? 0
    matches[key] = (matches[key] ?? 0) & Number(time >= from) & Number(time < end)
  }
}

/** Whether a list depends on what the team says of products. */
export function asksOfTeam({ assignedTo, disagreement }: Filters): boolean {
  return assignedTo.length > 0 || disagreement
}

/** Clears the marks of products that the filters by assignment and disagreement do not let through. */
export function filterByTeam(
  matches: Uint8Array,
  { assignedTo, disputed, people }: TeamColumns,
  filters: Filters
): void {
  if (filters.assignedTo.length > 0) filterByValues(matches, assignedTo, people, filters.assignedTo, 0)
  if (!filters.disagreement) return
  for (let key = 0; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & (disputed[key] ?? 0)
  }
}

/** When a day begins on this computer, or one some days later, in ms since 1970. Never 0, which stands for no time. */
function startOfDay(day: string, later: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return Math.max(1, new Date(year, month - 1, date + later).getTime())
}

/** Clears the marks of products that the filters by review do not let through. */
export function filterByReviews(matches: Uint8Array, columns: ReviewColumns, filters: Filters): void {
  const { of } = columns
  const { review, note } = filters
  if (filters.reasons.length > 0) filterByReasons(matches, columns, filters.reasons)
  if (review.length === 0 && note === 'any') return
  const passes = new Uint8Array(2 * noteBit)
  for (let code = 0; code < passes.length; code++) {
    const state = reviewStates[code & stateMask]
    const isWanted = review.length === 0 || (state !== undefined && review.includes(state))
    const hasNote = (code & noteBit) !== 0
    passes[code] = Number(isWanted && (note === 'any' || (note === 'with') === hasNote))
  }
  for (let key = 0; key < matches.length; key++) {
    matches[key] = (matches[key] ?? 0) & (passes[of[key] ?? 0] ?? 0)
  }
}

/** A product that needs work without a reason has the first one. */
function filterByReasons(
  matches: Uint8Array,
  { of, reasonOf, reasons }: ReviewColumns,
  wanted: Filters['reasons']
): void {
  const needsWork = reviewStates.indexOf('needs-work')
  const passes = Uint8Array.from(reasons, (reason) => Number(wanted.includes(reason)))
  for (let key = 0; key < matches.length; key++) {
    const isPass = ((of[key] ?? 0) & stateMask) === needsWork && passes[reasonOf[key] ?? 0] === 1
    if (!isPass) matches[key] = 0
  }
}
