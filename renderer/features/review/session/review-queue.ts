import { isRuleId, type RuleId } from '../../../../electron/contract/audit-rules'
import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ReviewQueue } from '../../../../electron/contract/review'
import {
  reviewStates,
  toDoStates,
  type QueueScope,
  type ReviewState
} from '../../../../electron/contract/review-state'
import { emptyQuery, filterGroups, noFilters } from '../../../../electron/contract/empty-query'

/** As much as is looked for, in UTF-16 units; the contract says the same. */
const longestSearch = 200

/** What there is to do in the whole catalog: the queue of somebody who has made none. */
export const wholeCatalog: ReviewQueue = {
  productQuery: emptyQuery,
  name: null,
  scope: 'to-do',
  productId: null,
  place: 1
}

/**
 * The states that products of a queue can be in; [] : any. A list that was itself made of marks, such as all that needs
 * work, has nothing that waits: then the person's own choice counts.
 */
export function statesOf({
  productQuery,
  scope
}: Pick<ReviewQueue, 'productQuery' | 'scope'>): ReviewState[] {
  const { review, not } = productQuery.filters
  const isExcluded = not.includes('review') && review.length > 0
  const chosen = isExcluded ? reviewStates.filter((state) => !review.includes(state)) : review
  if (scope === 'all' || scope === 'errors') return chosen
  if (scope !== 'to-do') return scope === 're-review' ? ['changed'] : ['needs-work']
  if (chosen.length === 0) return [...toDoStates]
  const waiting = chosen.filter((state) => toDoStates.includes(state))
  return waiting.length > 0 ? waiting : chosen
}

/** Findings that a list can be narrowed by beside its errors: a filter names one. */
const besideErrors: readonly (string | null)[] = [null, 'any', 'error']

/**
 * Whether what of a list is in a scope can be listed: of one that is made of other findings not what has errors, of one that is made of other marks
 * nothing with this one.
 */
export function hasScope(productQuery: ProductQuery, scope: QueueScope): boolean {
  const groups = filterGroups(productQuery)
  if (scope === 'errors')
    return groups.every(({ finding, not }) => besideErrors.includes(finding) && !not.includes('finding'))
  if (scope !== 're-review' && scope !== 'needs-work') return true
  const [state] = statesOf({ productQuery: emptyQuery, scope })
  return groups.every((filters) => {
    const states = statesOf({ productQuery: { ...emptyQuery, filters }, scope: 'all' })
    return states.length === 0 || (state !== undefined && states.includes(state))
  })
}

/** The rule whose findings a queue is made of; null: it is made of something else. */
export function ruleOf({ productQuery }: Pick<ReviewQueue, 'productQuery'>): RuleId | null {
  const groups = filterGroups(productQuery)
  const [{ finding, not } = noFilters] = groups
  return groups.length === 1 && finding !== null && isRuleId(finding) && !not.includes('finding')
    ? finding
    : null
}

/** Whether products that the store does not list anymore stand in a queue's list: only where a filter asks for them. */
export function listsGone({ productQuery }: Pick<ReviewQueue, 'productQuery'>): boolean {
  return filterGroups(productQuery).some(
    ({ change, not }) => change?.kind === 'gone' && !not.includes('change')
  )
}

/** The list that a queue is read from; `find`: what is looked for within it. */
export function listOf(queue: Pick<ReviewQueue, 'productQuery' | 'scope'>, find = ''): ProductQuery {
  const { productQuery, scope } = queue
  const words = [productQuery.search.trim(), find.trim()].filter((text) => text !== '').join(' ')
  const groups = filterGroups(productQuery)
  const isOfErrors = scope === 'errors' && hasScope(productQuery, scope)
  const [filters, ...or] = (groups.length > 0 ? groups : [noFilters]).map((group) => ({
    ...group,
    review: statesOf({ productQuery: { ...productQuery, filters: group }, scope }),
    not: group.not.filter((part) => part !== 'review'),
    finding: isOfErrors ? 'error' : group.finding,
    // Items that could not be read are no products that could be marked.
    setAside: false
  }))
  return { search: words.slice(0, longestSearch), filters: filters ?? noFilters, or, sort: productQuery.sort }
}
