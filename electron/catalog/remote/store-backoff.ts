import type { Failure } from '../../contract/failure'

/** Which stores have asked to be left alone, and until when. */
export interface StoreRests {
  /** What the store of this connection said, with the ms that are left of its wait; null: it may be asked. */
  of(connectionId: string): Failure | null
  /** Notes why a store did not answer as it should. */
  note(connectionId: string, failure: Failure): void
  forget(connectionId: string): void
}

interface Rest {
  failure: Failure
  /** ms, as asked for. */
  wait: number
  /** ms since 1970. */
  until: number
}

/** @param now ms since 1970 */
export function createStoreRests(now: () => number): StoreRests {
  const rests = new Map<string, Rest>()

  function leftOf({ until, wait }: Rest): number {
    const left = until - now()
    // More than was asked for: the clock was set back (93).
    return left <= wait ? Math.max(0, left) : 0
  }

  return {
    of(connectionId) {
      const rest = rests.get(connectionId)
      if (rest === undefined) return null
      const retryAfter = leftOf(rest)
      if (retryAfter > 0) return { ...rest.failure, facts: { ...rest.failure.facts, retryAfter } }
      rests.delete(connectionId)
      return null
    },
    note(connectionId, failure) {
      const wait = failure.facts.retryAfter ?? 0
      const before = rests.get(connectionId)
      if (wait > (before ? leftOf(before) : 0))
        rests.set(connectionId, { failure, wait, until: now() + wait })
    },
    forget: (connectionId) => void rests.delete(connectionId)
  }
}
