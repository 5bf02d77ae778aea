import { describe, expect, it } from 'vitest'
import type { Trouble } from '../../support/simulated-store'
import { startBench } from './fixture'

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
