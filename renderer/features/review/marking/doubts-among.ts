import { emptyQuery, filterGroups, noFilters } from '../../../../electron/contract/empty-query'
import { ok, type Result } from '../../../../electron/contract/failure'
import { mostGroups } from '../../../../electron/contract/filter-parts'
import type { Filters, ProductQuery } from '../../../../electron/contract/product-query'
import {
  reviewStates,
  type DecidedMark,
  type ReviewMark,
  type ReviewState
} from '../../../../electron/contract/review-state'
import { call } from '../../../bridge'
import type { Overwritten } from './approval-question'

/** Products that a mark is for: named, or all of a list. */
export type MarkedOnScreen =
  { products: { id: string; contentFingerprint: string }[] } | { productQuery: ProductQuery; count: number }

type Listed = Extract<MarkedOnScreen, { productQuery: ProductQuery }>

/** What is to be thought of before many products are marked. */
export interface Doubts {
  /** Products with errors, for an approval. */
  errors: number
  /** Products with a mark that says something else. */
  overwritten: Overwritten
  /** Those that nothing of it is about; null: there are none, or no list holds just them. */
  others: { of: MarkedOnScreen; count: number } | null
}

/** Marks that another one contradicts, in the order in which they are told. */
const decided: readonly DecidedMark[] = ['approved', 'needs-work', 'ignored']
/**
 * What products with a mark are to a reviewer: where a team needs several approvals, one that others have not approved as well has an approval
 * all the same.
 */
export const statesWith: Record<DecidedMark, readonly ReviewState[]> = {
  approved: ['approved', 'awaiting-you', 'awaiting-others'],
  'needs-work': ['needs-work'],
  ignored: ['ignored']
}
const withErrors: Filters = { ...noFilters, finding: 'error' }
const none: Doubts = { errors: 0, overwritten: [], others: null }

/** Counts them in the catalog as it is now, however many there are: the marks that the list shows, in a team also those of others. */
export async function doubtsAmong(
  connectionId: string,
  wish: ReviewMark,
  of: MarkedOnScreen
): Promise<Result<Doubts>> {
  if (wish === 'unreviewed') return ok(none)
  // Of one product the person sees what it is marked as.
  const isOne = 'products' in of && of.products.length === 1
  const others = isOne ? [] : decided.filter((mark) => mark !== wish)
  return 'products' in of
    ? doubtsAmongNamed(connectionId, wish, of, others)
    : doubtsInList(connectionId, wish, of, others)
}

async function doubtsAmongNamed(
  connectionId: string,
  wish: ReviewMark,
  of: Extract<MarkedOnScreen, { products: unknown }>,
  others: readonly DecidedMark[]
): Promise<Result<Doubts>> {
  const ids = of.products.map(({ id }) => id)
  const listed = (filters: Filters): Promise<Result<string[]>> =>
    call('products:listed', { connectionId, productQuery: { ...emptyQuery, filters }, ids })
  const found = await Promise.all([
    wish === 'approved' ? listed(withErrors) : ok([]),
    ...others.map((mark) => listed({ ...noFilters, review: [...statesWith[mark]] }))
  ])
  const lists: string[][] = []
  for (const each of found) {
    if (!each.ok) return each
    lists.push(each.value)
  }
  const [wrong = [], ...marked] = lists
  const doubtful = new Set(lists.flat())
  const products = of.products.filter(({ id }) => !doubtful.has(id))
  return ok({
    errors: wrong.length,
    overwritten: told(others, (at) => marked[at]?.length ?? 0),
    others: products.length === 0 ? null : { of: { products }, count: products.length }
  })
}

const told = (marks: readonly DecidedMark[], countAt: (at: number) => number): Overwritten =>
  marks.map((mark, at) => ({ mark, count: countAt(at) })).filter(({ count }) => count > 0)

/**
 * No list is filtered by two findings at once, but one can hold what meets either: of a list A and the errors E, those in both are
 * A + E − (A or E).
 */
async function doubtsInList(
  connectionId: string,
  wish: ReviewMark,
  { productQuery, count }: Listed,
  others: readonly DecidedMark[]
): Promise<Result<Doubts>> {
  const isApproval = wish === 'approved'
  const groups = filterGroups(productQuery)
  const errors = { ...productQuery, filters: withErrors, or: [] }
  // All products are in a list without filters; where there is no room for a further group, rather too many are told of.
  const canJoin = groups.length > 0 && groups.length <= mostGroups
  const rest = undoubted(productQuery, isApproval, others)
  const lists = {
    errors: isApproval ? [errors] : [],
    joined: isApproval && canJoin ? [productQuery, { ...errors, or: groups }] : [],
    marked: others.map((mark) => markedIn(productQuery, mark)),
    rest: rest ? [rest] : []
  }
  const sizes = await call('products:sizes', {
    connectionId,
    productQueries: [
      ...lists.errors,
      ...lists.joined,
      ...lists.marked.filter((list) => list !== null),
      ...lists.rest
    ]
  })
  if (!sizes.ok) return sizes
  const left = [...sizes.value]
  const take = (list: unknown): number => (list ? (left.shift() ?? 0) : 0)
  const wrong = take(lists.errors[0])
  const all = lists.joined.length > 0 ? take(true) : count
  const joined = lists.joined.length > 0 ? take(true) : Math.max(wrong, all)
  const marks = lists.marked.map(take)
  const undisputed = take(rest)
  const doubts = {
    errors: Math.max(0, wrong + all - joined),
    overwritten: told(others, (at) => marks[at] ?? 0)
  }
  const isPart = rest !== null && undisputed > 0 && undisputed < count
  return ok({
    ...doubts,
    others: isPart ? { of: { productQuery: rest, count: undisputed }, count: undisputed } : null
  })
}

const withGroups = (productQuery: ProductQuery, [first, ...or]: readonly Filters[]): ProductQuery | null =>
  first === undefined || or.length > mostGroups ? null : { ...productQuery, filters: first, or: [...or] }

/** The states that a group of filters lets through. */
function statesOf({ review, not }: Filters): readonly ReviewState[] {
  if (review.length === 0) return reviewStates
  return reviewStates.filter((state) => review.includes(state) !== not.includes('review'))
}

function withStates(filters: Filters, states: readonly ReviewState[]): Filters[] {
  if (states.length === 0) return []
  return [{ ...filters, review: [...states], not: filters.not.filter((part) => part !== 'review') }]
}

const groupsOf = (productQuery: ProductQuery): readonly Filters[] => {
  const groups = filterGroups(productQuery)
  return groups.length === 0 ? [productQuery.filters] : groups
}

/** The part of a list that has a mark; null: there is none, or no list holds just that. */
function markedIn(productQuery: ProductQuery, mark: DecidedMark): ProductQuery | null {
  const groups = groupsOf(productQuery).flatMap((filters) =>
    withStates(
      filters,
      statesOf(filters).filter((state) => statesWith[mark].includes(state))
    )
  )
  return withGroups(productQuery, groups)
}

/** The list without products that have errors or a mark that would be overwritten; null where no list holds just these. */
function undoubted(
  productQuery: ProductQuery,
  isApproval: boolean,
  others: readonly DecidedMark[]
): ProductQuery | null {
  const groups = groupsOf(productQuery)
  if (isApproval && (groups.length > 1 || groups[0]?.finding !== null)) return null
  const kept = groups.flatMap((filters) =>
    withStates(
      filters,
      statesOf(filters).filter((state) => !others.some((mark) => statesWith[mark].includes(state)))
    )
  )
  const right = isApproval
    ? kept.map((filters): Filters => ({ ...filters, finding: 'error', not: [...filters.not, 'finding'] }))
    : kept
  return withGroups(productQuery, right)
}
