import type { PageRequest, RawAnswer, StoreClient } from '../api/types'
import type { Failure, Result } from '../contract/failure'
import type { SyncTime } from './deps'
import { createPace } from './pace'
import { isPassing } from './verdict'

/** ms. The first try again comes soon (14); then each wait is twice the one before. */
const soon = 500
const firstWait = 5000
const longestWait = 5 * 60_000

/**
 * The way to one store, for all that a sync asks of it: how much at once, and when not at all. It outlives a run, since
 * a store that asked for a wait means the next run too.
 */
export interface Line {
  /** Whether another page may be asked for now. */
  isOpen(): boolean
  /** Asks once. */
  ask(request: PageRequest): Promise<Result<RawAnswer>>
  /** What an answer turned out to be when it was read: a network's sign-in page, an error inside HTTP 200. */
  note(failure: Failure, begun: number): void
  /** Why nothing is asked now, and for how many more ms; null while it may be. `isLong`: worth being shown. */
  rest(): { because: Failure; ms: number; isLong: boolean } | null
  /** The network is back, or the person wants it: no more waiting, unless the store was asked too often. */
  nudge(): void
}

export interface LineDeps {
  client: Pick<StoreClient, 'fetchAnswer'>
  time: SyncTime
  onReached: (failure: Failure | null) => void
}

export function createLine({ client, time, onReached }: LineDeps): Line {
  const pace = createPace()
  let inFlight = 0
  let troubles = 0
  let because: Failure | null = null
  /** Times of `elapsed`: when the last trouble was, until when we rest, and until when the store wants us to. */
  let troubleAt = -Infinity
  let restUntil = -Infinity
  let obeyUntil = -Infinity

  function note(failure: Failure, begun: number): void {
    if (!isPassing(failure)) return
    const now = time.elapsed()
    const { retryAfter } = failure.facts
    if (retryAfter !== undefined) obeyUntil = Math.max(obeyUntil, now + retryAfter + soon * time.random())
    because = failure
    // What was under way when it began is part of the same trouble: eight lost connections are one (14).
    if (begun <= troubleAt) return
    troubleAt = now
    troubles++
    pace.trouble()
    restUntil = now + waitAfter(troubles, time.random())
  }

  function worked(begun: number): void {
    const now = time.elapsed()
    pace.worked(now - begun)
    if (begun <= troubleAt) return
    troubles = 0
    restUntil = -Infinity
    // That the store answered one question does not mean that it takes back what it asked for.
    if (obeyUntil <= now) because = null
  }

  return {
    note,
    isOpen() {
      // After trouble one page is asked for, to see whether it passed.
      const room = because === null ? pace.width() : 1
      return inFlight < room && time.elapsed() >= Math.max(restUntil, obeyUntil)
    },
    async ask(request) {
      const begun = time.elapsed()
      inFlight++
      const result = await client.fetchAnswer({ ...request, attempts: 1 }).finally(() => inFlight--)
      if (result.ok) {
        worked(begun)
        onReached(null)
      } else if (result.failure.code !== 'cancelled') {
        note(result.failure, begun)
        onReached(result.failure)
      }
      return result
    },
    rest() {
      const until = Math.max(restUntil, obeyUntil)
      const ms = until - time.elapsed()
      return because !== null && ms > 0 ? { because, ms, isLong: until - troubleAt > 2 * soon } : null
    },
    nudge() {
      if (because?.code === 'rate-limited') return
      restUntil = -Infinity
      troubles = 0
    }
  }
}

/** ms: half a second at first, then 5 s to 5 min, within a fifth either way, so that many do not come back together. */
function waitAfter(troubles: number, random: number): number {
  if (troubles === 1) return soon * (1 + random)
  const wait = firstWait * 2 ** Math.min(troubles - 2, 20)
  return Math.min(longestWait, wait * (0.8 + 0.4 * random))
}
