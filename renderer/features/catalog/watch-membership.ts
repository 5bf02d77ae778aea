import type { ProductQuery } from '../../../electron/contract/product-query'
import { call } from '../../bridge'
import { onConnectionEvent } from '../../shared/data/open-connection'
import { latestOnly } from '../../shared/data/latest-only-queue'

/** Products that were chosen one by one in a list. */
export interface ChosenInList {
  productQuery: ProductQuery
  ids: string[]
}

/**
 * Tells, whenever the catalog or its reviews change, which of the chosen products their list does not hold any more: a sync took
 * them out of the catalog, or what they are now does not match. `now` null: none are chosen. Until its scope ends.
 */
export function watchMembership(
  connectionId: string,
  now: () => ChosenInList | null,
  take: (ids: readonly string[], of: ProductQuery) => void
): void {
  const inTurn = latestOnly()

  async function ask(): Promise<void> {
    const asked = now()
    if (asked === null) return
    const answer = await call('products:listed', { connectionId, ...asked })
    // Of what the catalog cannot tell nothing is taken away.
    if (!answer.ok) return
    const listed = new Set(answer.value)
    const missing = asked.ids.filter((id) => !listed.has(id))
    if (missing.length > 0) take(missing, asked.productQuery)
  }

  onConnectionEvent(connectionId, ['catalog:changed', 'reviews:changed'], () => {
    if (now()) void inTurn(ask)
  })
}
