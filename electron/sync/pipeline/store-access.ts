import type { PageRequest, RawAnswer, StoreClient } from '../../api/types'
import type { Failure, Result } from '../../contract/failure'
import type { SyncTime } from '../run-context'
import { isPassing } from './failure-policy'

/** ms. The first try again comes soon (14); then each wait is twice the one before. */
const soon = 500
const firstWait = 5000
const longestWait = 5 * 60_000

/** Why nothing is asked now, and for how many more ms. `isLong`: worth being shown. */
export interface Backoff {
  because: Failure
  ms: number
  isLong: boolean
}

/**
 * The way to one store, for all that a sync asks of it: how much at once, and when not at all. It outlives a run, since
 * a store that asked for a wait means the next run too.
 */
export interface StoreAccess {
  /** Whether another page may be asked for now. */
  isOpen(): boolean
  /** Asks once. */
  ask(request: PageRequest): Promise<Result<RawAnswer>>
  /** What became of another question that was begun then, or what an answer turned out to be when it was read. */
  note(failure: Failure, begun: number): void
  /** null while something may be asked. */
  backoff(): Backoff | null
  /** The person wants it: no more waiting, unless the store was asked too often. */
  retryNow(): void
  /** The network, or the store, is said to be back: the same, but soon instead of now, and ever less often in vain. */
  retrySoon(): void
}

interface StoreAccessDeps {
  client: Pick<StoreClient, 'fetchAnswer'>
  time: SyncTime
  /** null: it answered what was asked since the last trouble. */
  onReached: (failure: Failure | null) => void
}

export function createStoreAccess({ client, time, onReached }: StoreAccessDeps): StoreAccess {
  const concurrency = createConcurrency()
  let inFlight = 0
  let troubles = 0
  /** How often it was said to be back since it last was. */
  let backs = 0
  let because: Failure | null = null
  /** Times of `elapsed`: when the last trouble was, until when we back off, and until when the store wants us to. */
  let troubleAt = -Infinity
  let backoffUntil = -Infinity
  let obeyUntil = -Infinity
  /** Until when it is not believed that it is back. */
  let doubtUntil = -Infinity

  function note(failure: Failure, begun: number): void {
    if (!isPassing(failure)) return
    const now = time.elapsed()
    const { retryAfter } = failure.facts
    if (retryAfter !== undefined) obeyUntil = Math.max(obeyUntil, now + retryAfter + soon * time.random())
    // While it is obeyed, what the store asked for is the reason.
    if (retryAfter !== undefined || obeyUntil <= now) because = failure
    // What was under way when it began is part of the same trouble: eight lost connections are one (14).
    if (begun <= troubleAt) return
    troubleAt = now
    troubles++
    concurrency.failed()
    backoffUntil = now + waitAfter(troubles, time.random())
  }

  function worked(begun: number): void {
    const now = time.elapsed()
    concurrency.succeeded(now - begun)
    if (begun <= troubleAt) return
    troubles = 0
    backs = 0
    backoffUntil = -Infinity
    doubtUntil = -Infinity
    // That the store answered one question does not mean that it takes back what it asked for.
    if (obeyUntil <= now) because = null
  }

  return {
    note,
    isOpen() {
      // After trouble one page is asked for, to see whether it passed.
      const room = because === null ? concurrency.limit() : 1
      return inFlight < room && time.elapsed() >= Math.max(backoffUntil, obeyUntil)
    },
    async ask(request) {
      const begun = time.elapsed()
      inFlight++
      const result = await client.fetchAnswer({ ...request, attempts: 1 }).finally(() => inFlight--)
      if (result.ok) {
        worked(begun)
        // What was asked before the trouble does not tell that it passed.
        if (begun > troubleAt) onReached(null)
      } else if (result.failure.code !== 'cancelled') {
        note(result.failure, begun)
        onReached(result.failure)
      }
      return result
    },
    backoff() {
      const until = Math.max(backoffUntil, obeyUntil)
      const ms = until - time.elapsed()
      return because !== null && ms > 0 ? { because, ms, isLong: until - troubleAt > 2 * soon } : null
    },
    retryNow() {
      if (because?.code === 'rate-limited') return
      backoffUntil = -Infinity
      troubles = 0
    },
    retrySoon() {
      const now = time.elapsed()
      if (because === null || because.code === 'rate-limited' || now < doubtUntil) return
      // A store that answers small questions may go on failing at pages: it keeps its waits.
      doubtUntil = now + firstWait * 2 ** backs++
      backoffUntil = Math.min(backoffUntil, troubleAt + waitAfter(1, time.random()))
    }
  }
}

/** ms: half a second at first, then 5 s to 5 min, within a fifth either way, so that many do not come back together. */
function waitAfter(troubles: number, random: number): number {
  if (troubles === 1) return soon * (1 + random)
  const wait = firstWait * 2 ** Math.min(troubles - 2, 20)
  return Math.min(longestWait, wait * (0.8 + 0.4 * random))
}

/** Never more requests at once than this: more gain little and look like an attack. */
export const mostConcurrent = 8
const first = 2

/** How many pages may be asked for at once: as many as the store answers without getting slower. */
interface Concurrency {
  /** From 1 to `mostConcurrent`. */
  limit(): number
  /** A page came, after that many ms. */
  succeeded(ms: number): void
  /** The store had trouble: half as many from now on, and more again only slowly. */
  failed(): void
}

/**
 * Begins with 2 and adds one with each page while pages come about as fast as when the store had least to do. After
 * trouble, or once it became too much, one is added for each round only, so that a store that says nothing of its limits is not driven into them
 * again and again.
 */
export function createConcurrency(): Concurrency {
  let limit = first
  let careful = false
  let usual: number | null = null
  let best = Infinity

  return {
    limit: () => Math.floor(limit),
    succeeded(ms) {
      usual = usual === null ? ms : usual + (ms - usual) * 0.2
      // The best is forgotten slowly: a store that became slower for good is not punished for ever.
      best = Math.min(usual, best * 1.001)
      if (usual <= best * 2 + 25) limit = Math.min(mostConcurrent, limit + (careful ? 1 / limit : 1))
      else if (usual > best * 3 + 50) {
        limit = Math.max(1, limit - 0.5)
        careful = true
      }
    },
    failed() {
      limit = Math.max(1, Math.floor(limit / 2))
      careful = true
    }
  }
}
