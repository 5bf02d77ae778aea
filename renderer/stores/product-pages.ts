import type { Failure, FailureCode } from '../../electron/contract/failure'
import type { ProductPage } from '../../electron/contract/product'

/** A remembered page younger than this is not asked for again, ms: leafing back and forth stays quiet. */
const youngEnough = 30_000

/** Failures that a network which comes back may have cured. */
export const networkCodes: ReadonlySet<FailureCode> = new Set([
  'name-not-found',
  'connection-refused',
  'unreachable',
  'offline',
  'timeout',
  'connection-lost',
  'captive-portal',
  'proxy-unreachable'
])

/** Failures that only a person can cure: the key or the user id must be put right first. */
const keyCodes: ReadonlySet<FailureCode> = new Set([
  'key-refused',
  'forbidden',
  'credentials-missing',
  'credentials-invalid'
])

/** Whether the network's return is a reason to ask again. */
export function isOfTheNetwork(failure: Failure): boolean {
  return networkCodes.has(failure.code)
}

/** Whether the way on is to replace the key, and asking again by itself is pointless. */
export function isOfTheKey(failure: Failure): boolean {
  return keyCodes.has(failure.code)
}

/**
 * Whether a page should be asked for again behind the rows. A page that came from memory because the store
 * could not be reached is not: that is for a person, or for the network's return.
 */
export function isRevalidationDue(page: ProductPage, now: number): boolean {
  if (!page.fromMemory || page.staleBecause !== null) return false
  const age = now - page.fetchedAt
  // A negative age means that the clock was set back: nothing is known of the page's age.
  return age < 0 || age > youngEnough
}

/** The items a page of this limit will really have, as far as the page shown tells: the store may cap it. */
export function pageSizeFor(shown: ProductPage | null, limit: number): number {
  const capped = shown !== null && shown.pageSize < shown.limit
  return capped ? Math.min(limit, shown.pageSize) : limit
}

/** The last page's number at this limit; null when the store does not say how long its list is. */
export function lastPageFor(shown: ProductPage | null, limit: number): number | null {
  if (shown === null) return null
  if (shown.limit === limit && shown.totalPages !== null) return Math.max(1, shown.totalPages)
  if (shown.totalItems === null) return null
  return Math.max(1, Math.ceil(shown.totalItems / pageSizeFor(shown, limit)))
}
