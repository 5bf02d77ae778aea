import type { Failure } from '../../contract/failure'

/** Pictures in a row that a host fails with before it is left alone: one that fails alone says nothing of the others. */
const mostInARow = 3
/** ms of the first rest, doubled for each further one, up to the longest. */
const firstRest = 15_000
const longestRest = 600_000

interface Host {
  /** Failures since it last answered. */
  inARow: number
  rests: number
  /** As `elapsed`. */
  until: number
  because: Failure | null
}

/** Which picture servers want to be left alone, and until when. Times as `elapsed`, in ms. */
export interface RestingHosts {
  isResting(host: string): boolean
  answered(host: string): void
  failed(host: string, failure: Failure): void
  /** The first that may be asked again; null: none rests. */
  next(): { until: number; because: Failure | null } | null
  clear(): void
}

export function createRestingHosts(time: { elapsed: () => number; random: () => number }): RestingHosts {
  const hosts = new Map<string, Host>()
  return {
    isResting: (host) => (hosts.get(host)?.until ?? 0) > time.elapsed(),
    answered: (host) => hosts.delete(host),
    failed(name, failure) {
      const host = hosts.get(name) ?? { inARow: 0, rests: 0, until: 0, because: null }
      hosts.set(name, host)
      host.because = failure
      host.inARow++
      const now = time.elapsed()
      // Several are under way at once: what they bring together is one failure.
      if (host.until > now) return
      if (host.inARow < mostInARow && failure.code !== 'rate-limited') return
      const wait = Math.min(longestRest, firstRest * 2 ** Math.min(host.rests, 10))
      host.until = now + Math.max(wait * (0.75 + time.random() / 4), failure.facts.retryAfter ?? 0)
      host.rests++
      host.inARow = 0
    },
    next() {
      const resting = [...hosts.values()].filter(({ until }) => until > time.elapsed())
      if (resting.length === 0) return null
      return resting.reduce((first, one) => (one.until < first.until ? one : first))
    },
    clear: () => hosts.clear()
  }
}
