import { describe, expect, it, onTestFinished } from 'vitest'
import { createReachability } from '../../../../electron/sync/reachability'
import type { StoreNature, Trouble } from '../../../support/simulated-store'
import { startBench, type Bench } from '../fixture'

const minute = 60_000
const forEver = 1e9
/** Two hundred pages of twenty. */
const long = { products: 4000, cap: 20 }
const trouble = (kind: Trouble['kind'], at: number, times = 1): Trouble => {
  return { kind, at, for: times, amount: 0 }
}

describe('what is told inside HTTP 200', () => {
  it.each([
    ['fault 9: a network’s sign-in page', 'portal', 'captive-portal'],
    ['fault 28, 44: status 429', 'limited-inside', 'rate-limited'],
    ['fault 31, 44: status 503', 'busy-inside', 'server-error']
  ] as const)('%s is waited out as anything else, ever longer', async (_title, kind, code) => {
    for (const at of [1, 30]) {
      const bench = startBench({ ...long, troubles: [trouble(kind, at, forEver)] })
      bench.syncs.start('c')
      await bench.time.pass(10 * minute)
      expect(bench.store.requests.length).toBeLessThan(at + 20)
      expect(bench.state).toMatchObject({ phase: 'waiting', because: { code } })
      expect(bench.reached.slice(-5).map((failure) => failure?.code)).toEqual(Array(5).fill(code))
    }
  })
})

describe('a store that asks for a wait', () => {
  it('fault 28, 31: is said to, also when what was under way fails otherwise', async () => {
    const busy: Trouble = { kind: 'busy', at: 100, for: 1, amount: 600 }
    const bench = startBench({ ...long, troubles: [busy, trouble('error', 101, 20)] })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'waiting')
    await bench.time.pass(1000)
    const codes = bench.reached.slice(99).map((failure) => failure?.facts.retryAfter)
    expect(codes).toContain(undefined)
    const because = { code: 'server-error', facts: { status: 503, retryAfter: 600_000 } }
    expect(bench.state).toMatchObject({ phase: 'waiting', because })
    expect(bench.store.undercut).toBe(0)
  })
})

describe('a store that fails at every page', () => {
  it.each(['error', 'reset', 'stall'] as const)(
    'fault 3, 5, 31: is waited for, and nothing is left out (%s)',
    async (kind) => {
      const bench = startBench(long)
      bench.syncs.start('c')
      await bench.until(() => bench.state.here >= 200)
      bench.store.nature.failsAbove = { limit: 0, kind }
      await bench.time.pass(60 * minute)
      expect(bench.state.phase).toBe('waiting')
      bench.store.nature.failsAbove = null
      expect(await bench.ended()).toMatchObject({ outcome: 'complete', here: 4000 })
    }
  )
})

/** A sync of the store that is looked at, with what follows whether it answers, put together as in the app. */
function startWatched(nature: Partial<StoreNature>): Bench {
  const bench = startBench(nature, 1, { onReached: (id, failure) => reachability.report(id, failure) })
  const { store, time, syncs, credentials } = bench
  const address = { baseUrl: 'https://store.example', apiPath: '/api/public/products' }
  const reachability = createReachability({
    isOnline: () => true,
    probe: () => store.fetchAnswer({ store: address, credentials, page: 1, limit: 25 }),
    onChange: () => undefined,
    onBack: (id) => syncs.networkBack(id),
    after(ms, run) {
      const calledOff = new AbortController()
      time.sleep(ms, calledOff.signal).then(run, () => undefined)
      return () => calledOff.abort()
    },
    random: time.random
  })
  reachability.focus('c')
  onTestFinished(() => reachability.close())
  return bench
}

describe('a store that is said to be back', () => {
  it('fault 31: is left alone for half a second after an error, whatever answers were on their way', async () => {
    const troubles = [100, 140, 180, 220, 260].map((at) => trouble('error', at))
    const bench = startWatched({ products: 8000, cap: 20, latency: [50, 100], troubles })
    const failedAt: number[] = []
    const ask = bench.store.fetchAnswer
    Object.assign(bench.store, {
      fetchAnswer: async (request: Parameters<typeof ask>[0]) => {
        const answer = await ask(request)
        if (!answer.ok && answer.failure.code === 'server-error') failedAt.push(bench.time.elapsed())
        return answer
      }
    })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 8000 })
    expect(failedAt).toHaveLength(5)
    for (const at of failedAt) {
      const next = bench.store.requests.find((request) => request.at >= at)
      expect((next?.at ?? 0) - at).toBeGreaterThanOrEqual(500)
    }
  })

  it.each(['error', 'reset', 'stall'] as const)(
    'fault 5, 31: is not asked every few seconds for pages that it cannot give (%s), while it answers small questions',
    async (kind) => {
      const bench = startWatched({ products: 40_000, cap: 100 })
      bench.syncs.start('c')
      await bench.until(() => bench.state.here >= 1000)
      const asked = bench.store.requests.length
      bench.store.nature.failsAbove = { limit: 25, kind }
      await bench.time.pass(60 * minute)
      const pages = bench.store.requests.slice(asked).filter(({ limit }) => limit > 25)
      expect(pages.length).toBeLessThan(60)
      bench.store.nature.failsAbove = null
      expect(await bench.ended()).toMatchObject({ outcome: 'complete', here: 40_000 })
    }
  )

  it('fault 13: is asked soon, if it had been away for long', async () => {
    const bench = startWatched(long)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 200)
    for (let times = 0; times < 3; times++) {
      bench.store.isOffline = true
      await bench.time.pass(60 * minute)
      bench.store.isOffline = false
      const { here } = bench.state
      // No longer than a probe may be away.
      await bench.time.pass(minute)
      expect(bench.state.phase === 'idle' || bench.state.here > here).toBe(true)
    }
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', here: 4000 })
  })
})
