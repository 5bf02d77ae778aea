import type { PageRequest, RawAnswer, StoreClient } from '../../api/types'
import { backoffDelay } from '../../async/backoff'
import type { Failure, Result } from '../../contract/failure'
import type { SyncTime } from '../run-context'
import { isPassing } from './failure-policy'

/** ms. The first retry comes soon (fault 14): after `soon` to twice as long. The waits after it double from `secondWait`. */
const soon = 500
const secondWait = 5000
const longestWait = 5 * 60_000
/** Bounded after the jitter, by `longestWait`. */
const policy = { first: secondWait, longest: Infinity, jitter: { least: 0.8, spread: 0.4 } }

/** Why nothing is requested now, and for how many more ms. `isLong`: worth showing. */
export interface Backoff {
  because: Failure
  ms: number
  isLong: boolean
}

/**
 * The access of all of a connection's syncs to its store: how much at once, and when not at all. It outlives a run: a store that asked for
 * a wait means the next run too.
 */
export interface StoreAccess {
  /** Whether another page may be requested now. */
  isOpen(): boolean
  /** Requests a page, once. */
  request(request: PageRequest): Promise<Result<RawAnswer>>
  /** Records a failure that `request` did not see: of a request that was sent elsewhere at `begun`, or found in an answer. */
  recordFailure(failure: Failure, begun: number): void
  /** null while requests may be sent. */
  backoff(): Backoff | null
  /** The person wants it: ends the wait, unless the store was asked too often. */
  retryNow(): void
  /** The network or the store is said to be back: retries soon, and later each time that it was not true. */
  retrySoon(): void
}

interface StoreAccessDeps {
  client: Pick<StoreClient, 'fetchAnswer'>
  time: SyncTime
  /** null: it answered a request that was sent after the last failure. */
  onReached: (failure: Failure | null) => void
}

export function createStoreAccess({ client, time, onReached }: StoreAccessDeps): StoreAccess {
  const concurrency = createConcurrency()
  let inFlight = 0
  let failures = 0
  /** How often it was said to be back since it last answered. */
  let falseHopes = 0
  let because: Failure | null = null
  /** Times of `elapsed`: the last failure, and the end of our own wait and of the one that the store asked for. */
  let failedAt = -Infinity
  let backoffUntil = -Infinity
  let retryAfterUntil = -Infinity
  /** Until when it is not believed that it is back. */
  let doubtUntil = -Infinity

  function recordFailure(failure: Failure, begun: number): void {
    if (!isPassing(failure)) return
    const now = time.elapsed()
    const { retryAfter } = failure.facts
    if (retryAfter !== undefined)
      retryAfterUntil = Math.max(retryAfterUntil, now + retryAfter + soon * time.random())
    // While the store's own wait lasts, it is the reason that is shown.
    if (retryAfter !== undefined || retryAfterUntil <= now) because = failure
    // Requests that were in flight share one cause: eight lost connections are one failure (fault 14).
    if (begun <= failedAt) return
    failedAt = now
    failures++
    concurrency.failed()
    backoffUntil = now + waitAfter(failures, time.random())
  }

  function recordSuccess(begun: number): void {
    const now = time.elapsed()
    concurrency.succeeded(now - begun)
    if (begun <= failedAt) return
    failures = 0
    falseHopes = 0
    backoffUntil = -Infinity
    doubtUntil = -Infinity
    // One answer does not take back the wait that the store asked for.
    if (retryAfterUntil <= now) because = null
  }

  return {
    recordFailure,
    isOpen() {
      // After a failure one page is requested, to see whether it passed.
      const most = because === null ? concurrency.limit() : 1
      return inFlight < most && time.elapsed() >= Math.max(backoffUntil, retryAfterUntil)
    },
    async request(request) {
      const begun = time.elapsed()
      inFlight++
      const result = await client.fetchAnswer({ ...request, attempts: 1 }).finally(() => inFlight--)
      if (result.ok) {
        recordSuccess(begun)
        // A request that was sent before the failure does not tell that it passed.
        if (begun > failedAt) onReached(null)
      } else if (result.failure.code !== 'cancelled') {
        recordFailure(result.failure, begun)
        onReached(result.failure)
      }
      return result
    },
    backoff() {
      const until = Math.max(backoffUntil, retryAfterUntil)
      const ms = until - time.elapsed()
      return because !== null && ms > 0 ? { because, ms, isLong: until - failedAt > 2 * soon } : null
    },
    retryNow() {
      if (because?.code === 'rate-limited') return
      backoffUntil = -Infinity
      failures = 0
    },
    retrySoon() {
      const now = time.elapsed()
      if (because === null || because.code === 'rate-limited' || now < doubtUntil) return
      // A store that answers small requests may go on failing at pages: its waits grow all the same.
      doubtUntil = now + secondWait * 2 ** falseHopes++
      backoffUntil = Math.min(backoffUntil, failedAt + waitAfter(1, time.random()))
    }
  }
}

/** ms. */
function waitAfter(failures: number, random: number): number {
  if (failures === 1) return soon * (1 + random)
  return Math.min(longestWait, backoffDelay(policy, failures - 1, random))
}

/** The most requests at once: more gain little and look like an attack. */
export const mostConcurrent = 8
const firstLimit = 2

/** How many pages may be requested at once: as many as the store answers without getting slower. */
interface Concurrency {
  /** From 1 to `mostConcurrent`. */
  limit(): number
  /** A page came after that many ms. */
  succeeded(ms: number): void
  failed(): void
}

/**
 * Additive increase, multiplicative decrease: begins with 2 and adds one with each page while pages come about as fast as when the store
 * had least to do. A failure halves the limit. After one, or once the limit was too high, one is added per round of requests only, so
 * that a store that does not state its limits is not driven into them again and again.
 */
export function createConcurrency(): Concurrency {
  let limit = firstLimit
  let isCareful = false
  let usual: number | null = null
  let best = Infinity

  return {
    limit: () => Math.floor(limit),
    succeeded(ms) {
      usual = usual === null ? ms : usual + (ms - usual) * 0.2
      // The best is forgotten slowly: a store that became slower for good is not punished for ever.
      best = Math.min(usual, best * 1.001)
      if (usual <= best * 2 + 25) limit = Math.min(mostConcurrent, limit + (isCareful ? 1 / limit : 1))
      else if (usual > best * 3 + 50) {
        limit = Math.max(1, limit - 0.5)
        isCareful = true
      }
    },
    failed() {
      limit = Math.max(1, Math.floor(limit / 2))
      isCareful = true
    }
  }
}
