import { useQuery, useQueryCache, type EntryKey } from '@pinia/colada'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, type ComputedRef } from 'vue'
import type { Channel, EventName, Input, Output } from '../../../electron/contract/channels'
import type { Failure } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'

/** What is counted over the whole catalog is counted again no more often than this, ms: a sync changes the catalog all the time. */
const pace = 2000

type Invalidating = Extract<EventName, 'catalog:changed' | 'reviews:changed' | 'audit:changed'>

/** After which events what was read on a channel may be another by now. */
const invalidatedBy: { channel: Channel; events: Invalidating[]; pace?: number }[] = [
  { channel: 'audit:of', events: ['audit:changed', 'reviews:changed'] },
  { channel: 'audit:scores', events: ['audit:changed'] },
  { channel: 'audit:exceptions', events: ['reviews:changed'] },
  { channel: 'products:facets', events: ['catalog:changed', 'reviews:changed', 'audit:changed'], pace },
  { channel: 'history:of', events: ['catalog:changed'] },
  { channel: 'history:unseen', events: ['catalog:changed'], pace },
  { channel: 'products:sizes', events: ['catalog:changed', 'reviews:changed', 'audit:changed'], pace },
  { channel: 'reviews:log', events: ['reviews:changed'] },
  { channel: 'reviews:progress', events: ['catalog:changed', 'reviews:changed'], pace }
]

/** Channels that read something of one connection. */
type ConnectionChannel = { [C in Channel]: Input<C> extends { connectionId: string } ? C : never }[Channel]

/** Why a query failed, as Colada has errors. */
class QueryFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Names what is read: its connection first, so that nothing of one is ever taken for another's. */
export function queryKey<C extends ConnectionChannel>(channel: C, input: Input<C>): EntryKey {
  return [input.connectionId, channel, JSON.stringify(input)]
}

/** Reads again what is on screen and may be another by now; the rest is read when it is looked at. */
const useInvalidation = defineStore('query-invalidation', () => {
  const cache = useQueryCache()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()

  function invalidate(connectionId: string, channel: Channel): void {
    waiting.delete(`${connectionId} ${channel}`)
    // Why it could not be read its query tells.
    cache.invalidateQueries({ key: [connectionId, channel] }).catch(() => undefined)
  }

  function hear(event: Invalidating, { connectionId }: { connectionId: string }): void {
    for (const { channel, events, pace: wait } of invalidatedBy) {
      const name = `${connectionId} ${channel}`
      if (!events.includes(event) || waiting.has(name)) continue
      if (wait === undefined) invalidate(connectionId, channel)
      else
        waiting.set(
          name,
          setTimeout(() => invalidate(connectionId, channel), wait)
        )
    }
  }

  onScopeDispose(on('catalog:changed', (change) => hear('catalog:changed', change)))
  onScopeDispose(on('reviews:changed', (change) => hear('reviews:changed', change)))
  onScopeDispose(
    on('audit:changed', (state) => {
      if (state.phase !== 'running') hear('audit:changed', state)
    })
  )
  onScopeDispose(() => waiting.forEach((timer) => clearTimeout(timer)))
  return {}
})

/** What is read over the bridge and kept current for as long as it is looked at. */
export interface BridgeQuery<T> {
  /** null until it is read; it stays where it cannot be read again. */
  data: ComputedRef<T | null>
  /** Why it could not be read, the last time. */
  failure: ComputedRef<Failure | null>
  /** Reads it anew; settles when that is done. */
  reload: () => Promise<void>
}

/**
 * Reads on a channel while `isWanted`; `input` null: nothing. To be called in the setup of a component.
 */
export function useBridgeQuery<C extends ConnectionChannel>(
  channel: C,
  input: () => Input<C> | null,
  isWanted: () => boolean = () => true
): BridgeQuery<Output<C>> {
  useInvalidation()
  const query = useQuery<Output<C>>(() => {
    const wish = input()
    return {
      key: wish === null ? ['', channel] : queryKey(channel, wish),
      enabled: wish !== null && isWanted(),
      // What no event tells of is read again whenever somebody comes to look.
      staleTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      async query() {
        if (wish === null) throw new Error('nothing is asked for')
        const answer = await call(channel, wish)
        if (!answer.ok) throw new QueryFailure(answer.failure)
        return answer.value
      }
    }
  })
  return {
    data: computed(() => query.data.value ?? null),
    failure: computed(() => (query.error.value instanceof QueryFailure ? query.error.value.failure : null)),
    async reload() {
      await query.refetch()
    }
  }
}
