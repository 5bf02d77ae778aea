import type { ProductPage } from '../../../electron/contract/product'

/** A remembered page younger than this is not asked for again, ms: leafing back and forth stays quiet. */
const youngEnough = 30_000

/**
 * Whether a page should be asked for again behind the rows. A page that came from memory because the store
 * could not be reached is not: that is for a person, or for the network's return.
 */
export function isRevalidationDue(page: ProductPage, now: number): boolean {
  if (!page.fromCopy || page.staleBecause !== null) return false
  const age = now - page.fetchedAt
  // A negative age means that the clock was set back: nothing is known of the page's age.
  return age < 0 || age > youngEnough
}

/** The last page's number at this limit; null when the store does not say how long its list is. */
export function lastPageFor(shown: ProductPage | null, limit: number): number | null {
  if (shown === null) return null
  if (shown.limit === limit && shown.totalPages !== null) return Math.max(1, shown.totalPages)
  if (shown.totalItems === null) return null
  return Math.max(1, Math.ceil(shown.totalItems / limit))
}
