import type { Failure } from '../contract/failure'

/** How long to wait after failures in a row: `first` ms, doubled with each further one up to `longest`. */
export interface BackoffPolicy {
  first: number
  longest: number
  /** The wait is multiplied by a random number from `least` to `least + spread`, so that many clients do not return together. */
  jitter: { least: number; spread: number }
}

/** The wait after so many failures in a row (from 1), in ms. @param random from 0 to 1 */
export function backoffDelay(
  { first, longest, jitter }: BackoffPolicy,
  failures: number,
  random: number
): number {
  const bound = Math.min(longest, first * 2 ** Math.min(30, Math.max(0, failures - 1)))
  return bound * (jitter.least + jitter.spread * random)
}

/** Who has asked to be left alone (`Retry-After`), and until when. */
export interface BackoffRegistry {
  /** The failure that asked for the wait, with what is left of it as `retryAfter`; null: requests may be sent. */
  of(key: string): Failure | null
  /** Records a failure; one that asks for no wait, or for a shorter one than is running, changes nothing. */
  record(key: string, failure: Failure): void
  forget(key: string): void
}

interface Backoff {
  failure: Failure
  /** ms, as asked for. */
  wait: number
  /** ms since 1970. */
  until: number
}

/** Keys that are remembered: a catalog may name any number of hosts. */
export const mostBackoffs = 1000

/** @param now ms since 1970 */
export function createBackoffRegistry(now: () => number): BackoffRegistry {
  const backoffs = new Map<string, Backoff>()

  /** ms. More than was asked for means that the clock was set back (fault 93). */
  function leftOf({ until, wait }: Backoff): number {
    const left = until - now()
    return left <= wait ? Math.max(0, left) : 0
  }

  /** Forgets those that are over or, if there are none, the one that was recorded first. */
  function makeRoom(): void {
    for (const [key, backoff] of backoffs) if (leftOf(backoff) === 0) backoffs.delete(key)
    const [oldest] = backoffs.keys()
    if (backoffs.size > mostBackoffs && oldest !== undefined) backoffs.delete(oldest)
  }

  return {
    of(key) {
      const backoff = backoffs.get(key)
      if (backoff === undefined) return null
      const retryAfter = leftOf(backoff)
      if (retryAfter > 0) return { ...backoff.failure, facts: { ...backoff.failure.facts, retryAfter } }
      backoffs.delete(key)
      return null
    },
    record(key, failure) {
      const wait = failure.facts.retryAfter ?? 0
      const before = backoffs.get(key)
      if (wait <= (before ? leftOf(before) : 0)) return
      backoffs.delete(key)
      backoffs.set(key, { failure, wait, until: now() + wait })
      if (backoffs.size > mostBackoffs) makeRoom()
    },
    forget: (key) => void backoffs.delete(key)
  }
}
