import { longestObeyed } from '../../api/retry'
import type { Failure } from '../../contract/failure'

/** Which hosts have asked to be left alone, and until when. */
export interface HostRests {
  /** How long a host still wants to be left alone, in ms; 0: not at all. */
  left(host: string): number
  /** Notes what a host answered with. */
  note(host: string, failure: Failure): void
}

/** Hosts that are remembered: a catalog may name any number of them. */
export const mostRests = 1000

/** @param now ms since 1970 */
export function createHostRests(now: () => number): HostRests {
  const until = new Map<string, number>()
  /** Those that may be asked again or, where there are none, the one that was noted first. */
  const forgetSome = (): void => {
    for (const [host, end] of until) if (end <= now()) until.delete(host)
    const [first] = until.keys()
    if (until.size > mostRests && first !== undefined) until.delete(first)
  }
  return {
    left(host) {
      const left = (until.get(host) ?? 0) - now()
      // More than was ever asked for: the clock was set back (93).
      if (left > 0 && left <= longestObeyed) return left
      until.delete(host)
      return 0
    },
    note(host, { facts }) {
      if (facts.retryAfter === undefined || facts.retryAfter <= 0) return
      until.delete(host)
      until.set(host, now() + facts.retryAfter)
      if (until.size > mostRests) forgetSome()
    }
  }
}
