import { watch } from 'vue'
import type { Today } from '../../../electron/contract/today'
import { endStartup } from '../../bridge/startup'
import { useBridgeQuery, type BridgeQuery } from '../../shared/data/queries'

/** What there is to know of a store's day, kept current. Where the app starts with it, all else waits for its answer. */
export function useToday(connectionId: () => string): BridgeQuery<Today> {
  const query = useBridgeQuery('today:summary', () => ({ connectionId: connectionId() }))
  watch(
    () => query.data.value !== null || query.failure.value !== null,
    (isThere) => {
      if (isThere) requestAnimationFrame(() => setTimeout(endStartup, 0))
    },
    { immediate: true, flush: 'post' }
  )
  return query
}
