import { useQuery, useQueryCache, type EntryKey } from '@pinia/colada'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, type ComputedRef } from 'vue'
import type { Channel, EventName, Input, Output } from '../../../electron/contract/channels'
import type { Failure } from '../../../electron/contract/failure'
import { call, on } from '../../bridge'

/**
 * ms between two counts of the whole catalog: a sync changes it all the time. After a person's marks, and a look for findings, it is counted
 * soon, at least `least` ms later and `times` as long as the last count took, so that nobody notices the counting.
 */
const pace = 2000
const soon = { least: 100, times: 20 }

type Invalidating = Extract<EventName, 'catalog:changed' | 'reviews:changed' | 'audit:changed'>

/** The events that invalidate what was read on a channel. */
const invalidatedBy: { channel: Channel; events: Invalidating[]; pace?: number }[] = [
  { channel: 'audit:of', events: ['audit:changed', 'reviews:changed'] },
  { channel: 'audit:twins', events: ['audit:changed'] },
  { channel: 'audit:scores', events: ['audit:changed'] },
  { channel: 'audit:exceptions', events: ['reviews:changed'] },
  { channel: 'products:facets', events: ['catalog:changed', 'reviews:changed', 'audit:changed'], pace },
  { channel: 'reviews:standing', events: ['catalog:changed', 'reviews:changed'] },
  { channel: 'reviews:agreement', events: ['reviews:changed'], pace },
  { channel: 'history:of', events: ['catalog:changed'] },
  // What a mark files as seen is read again beside it, and by no key.
  { channel: 'history:of', events: ['reviews:changed'], pace },
  { channel: 'history:unseen', events: ['catalog:changed', 'reviews:changed'], pace },
  { channel: 'products:sizes', events: ['catalog:changed', 'reviews:changed', 'audit:changed'], pace },
  { channel: 'today:summary', events: ['catalog:changed', 'reviews:changed', 'audit:changed'], pace },
  { channel: 'reviews:pace', events: ['reviews:changed'], pace },
  { channel: 'reviews:log', events: ['reviews:changed'] },
  { channel: 'reviews:progress', events: ['catalog:changed', 'reviews:changed'], pace }
]

/** Channels that read something of one connection. */
type ConnectionChannel = { [C in Channel]: Input<C> extends { connectionId: string } ? C : never }[Channel]

/** A query's failure as an error, which Colada expects. */
class QueryFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}

/** The query's key: the connection comes first, so that no result of one is taken for another's. */
export function queryKey<C extends ConnectionChannel>(channel: C, input: Input<C>): EntryKey {
  return [input.connectionId, channel, JSON.stringify(input)]
}

/** Refetches active queries that may be out of date; the others are refetched when they are used. */
const useInvalidation = defineStore('query-invalidation', () => {
  const cache = useQueryCache()
  const waiting = new Map<string, { at: number; timer: ReturnType<typeof setTimeout> }>()
  /** ms that the last answers took, by their channels. */
  const lasted = new Map<Channel, number>()

  function invalidate(connectionId: string, channel: Channel): void {
    const name = `${connectionId} ${channel}`
    clearTimeout(waiting.get(name)?.timer)
    waiting.delete(name)
    // The query itself reports a failure.
    cache.invalidateQueries({ key: [connectionId, channel] }).catch(() => undefined)
  }

  function invalidateIn(wait: number, connectionId: string, channel: Channel): void {
    const name = `${connectionId} ${channel}`
    const at = performance.now() + wait
    const before = waiting.get(name)
    if (before && before.at <= at) return
    clearTimeout(before?.timer)
    waiting.set(name, { at, timer: setTimeout(() => invalidate(connectionId, channel), wait) })
  }

  function hear(event: Invalidating, { connectionId }: { connectionId: string }): void {
    for (const { channel, events, pace: most } of invalidatedBy) {
      if (!events.includes(event)) continue
      if (most === undefined) {
        invalidate(connectionId, channel)
        continue
      }
      const after = Math.min(most, Math.max(soon.least, (lasted.get(channel) ?? 0) * soon.times))
      invalidateIn(event === 'catalog:changed' ? most : after, connectionId, channel)
    }
  }

  onScopeDispose(on('catalog:changed', (change) => hear('catalog:changed', change)))
  onScopeDispose(on('reviews:changed', (change) => hear('reviews:changed', change)))
  onScopeDispose(
    on('audit:changed', (state) => {
      if (state.phase !== 'running') hear('audit:changed', state)
    })
  )
  onScopeDispose(() => waiting.forEach(({ timer }) => clearTimeout(timer)))
  return { took: (channel: Channel, ms: number): void => void lasted.set(channel, ms) }
})

/** A value that is read over the bridge and kept current while it is used. */
export interface BridgeQuery<T> {
  /** null until it is read; a failed refetch keeps the last value. */
  data: ComputedRef<T | null>
  /** The failure of the last read; null: none. */
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
  const invalidation = useInvalidation()
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
        const began = performance.now()
        const answer = await call(channel, wish)
        invalidation.took(channel, performance.now() - began)
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
