import { emptyQuery, filterGroups, noFilters } from '../../../../electron/contract/empty-query'
import { ok, type Result } from '../../../../electron/contract/failure'
import { mostGroups } from '../../../../electron/contract/filter-parts'
import type { Filters, ProductQuery } from '../../../../electron/contract/product-query'
import { call } from '../../../bridge'

/** Products that a mark is for: named, or all of a list. */
export type MarkedOnScreen =
  { products: { id: string; contentFingerprint: string }[] } | { productQuery: ProductQuery; count: number }

const withErrors: Filters = { ...noFilters, finding: 'error' }

/** Products with errors among those that a mark is for. */
export interface ErrorsAmong {
  count: number
  /** Those without errors; null: there are none, or no list holds just them. */
  others: { of: MarkedOnScreen; count: number } | null
}

/** Counts them in the catalog as it is now, however many there are. */
export async function errorsAmong(connectionId: string, of: MarkedOnScreen): Promise<Result<ErrorsAmong>> {
  if ('productQuery' in of) return errorsOfList(connectionId, of)
  const productQuery = { ...emptyQuery, filters: withErrors }
  const ids = of.products.map(({ id }) => id)
  const listed = await call('products:listed', { connectionId, productQuery, ids })
  if (!listed.ok) return listed
  const wrong = new Set(listed.value)
  const products = of.products.filter(({ id }) => !wrong.has(id))
  const others = products.length === 0 ? null : { of: { products }, count: products.length }
  return ok({ count: wrong.size, others })
}

/**
 * No list is filtered by two findings at once, but one can hold what meets either: of a list A and the errors E, those in both are
 * A + E − (A or E).
 */
async function errorsOfList(
  connectionId: string,
  { productQuery, count }: Extract<MarkedOnScreen, { productQuery: ProductQuery }>
): Promise<Result<ErrorsAmong>> {
  const groups = filterGroups(productQuery)
  const errors = { ...productQuery, filters: withErrors, or: [] }
  // All products are in a list without filters; where there is no room for a further group, rather too many are told of.
  const canJoin = groups.length > 0 && groups.length <= mostGroups
  const either = { ...errors, or: groups }
  const sizes = await call('products:sizes', {
    connectionId,
    productQueries: canJoin ? [errors, productQuery, either] : [errors]
  })
  if (!sizes.ok) return sizes
  const [wrong = 0, all = count, joined = Math.max(wrong, all)] = sizes.value
  const found = Math.max(0, wrong + all - joined)
  const others = found > 0 && found < count ? withoutErrors(productQuery) : null
  return ok({
    count: found,
    others: others && { of: { productQuery: others, count: count - found }, count: count - found }
  })
}

/** The list without products that have errors; null where it asks for a finding itself, or for one thing or another. */
function withoutErrors(productQuery: ProductQuery): ProductQuery | null {
  const [filters = noFilters, ...or] = filterGroups(productQuery)
  if (or.length > 0 || filters.finding !== null) return null
  return { ...productQuery, filters: { ...filters, finding: 'error', not: [...filters.not, 'finding'] } }
}
