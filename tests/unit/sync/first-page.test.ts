import { describe, expect, it } from 'vitest'
import type { Trouble } from '../../support/simulated-store'
import { startBench, type Bench } from './fixture'

const minute = 60_000
const sizesOf = ({ store }: Bench): number[] => store.requests.map(({ limit }) => limit)
const kinds: Trouble['kind'][] = ['error', 'stall', 'reset']

describe('a store that has errors when it is asked for large pages', () => {
  it.each(kinds)('fault 3, 5, 31: is asked for smaller ones soon (%s)', async (kind) => {
    const bench = startBench({ products: 400, failsAbove: { limit: 100, kind } })
    bench.syncs.start('c')
    expect(await bench.time.until(() => bench.state.phase === 'idle', 6 * minute)).toBe(true)
    expect(bench.state.last).toMatchObject({ outcome: 'complete', here: 400 })
    expect(bench.copy.contents()).toEqual(bench.store.contents())
    expect(sizesOf(bench).filter((size) => size > 100).length).toBeLessThanOrEqual(8)
    expect(sizesOf(bench).at(-1)).toBe(100)
  })

  it('fault 31: is read in the smallest, where it gives these alone', async () => {
    const bench = startBench({ products: 400, failsAbove: { limit: 25, kind: 'error' } })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 400 })
    expect(sizesOf(bench).at(-1)).toBe(25)
  })
})

describe('a store that is down when a run begins', () => {
  it.each(kinds)('fault 3, 5, 31: is asked ever less often, whatever the size (%s)', async (kind) => {
    const bench = startBench({ products: 4000, failsAbove: { limit: 0, kind } })
    bench.syncs.start('c')
    await bench.time.pass(3 * 60 * minute)
    expect(bench.state).toMatchObject({ phase: 'waiting', here: 0 })
    expect(bench.store.requests.length).toBeLessThan(50)
  })

  it.each(kinds)('fault 3, 5, 31: is read in the largest pages once it is back (%s)', async (kind) => {
    for (const seconds of [1, 10, 30, 60, 120, 300, 900, 1200, 3600]) {
      const bench = startBench({ products: 600, failsAbove: { limit: 0, kind } }, seconds)
      bench.syncs.start('c')
      await bench.time.pass(seconds * 1000)
      bench.store.nature.failsAbove = null
      expect(await bench.ended()).toMatchObject({ outcome: 'complete', here: 600 })
      expect(sizesOf(bench).at(-1)).toBe(500)
    }
  })
})
