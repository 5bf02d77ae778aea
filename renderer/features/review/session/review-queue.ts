import type { ProductQuery } from '../../../../electron/contract/product-query'
import type { ReviewQueue } from '../../../../electron/contract/review'
import type { ReviewState } from '../../../../electron/contract/review-state'
import { emptyQuery } from '../../../../electron/contract/empty-query'

/** As much as is looked for, in UTF-16 units; the contract says the same. */
const longestSearch = 200

/** What waits for a person: nothing was decided yet, or the product is not any more what was approved. */
export const toDoStates: readonly ReviewState[] = ['unreviewed', 'changed']

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
  const chosen = productQuery.filters.review
  if (scope === 'all') return chosen
  if (chosen.length === 0) return [...toDoStates]
  const waiting = chosen.filter((state) => toDoStates.includes(state))
  return waiting.length > 0 ? waiting : chosen
}

/** The list that a queue is read from; `find`: what is looked for within it. */
export function listOf(queue: Pick<ReviewQueue, 'productQuery' | 'scope'>, find = ''): ProductQuery {
  const { search, filters, sort } = queue.productQuery
  const words = [search.trim(), find.trim()].filter((text) => text !== '').join(' ')
  return {
    search: words.slice(0, longestSearch),
    // Items that could not be read are no products that could be marked.
    filters: { ...filters, review: statesOf(queue), setAside: false },
    sort
  }
}
