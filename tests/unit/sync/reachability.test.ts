import { describe, expect, it } from 'vitest'
import type { NetworkState } from '../../../electron/contract/coverage'
import { fail, ok, type Failure, type FailureCode, type Result } from '../../../electron/contract/failure'
import { createReachability, type Reachability } from '../../../electron/sync/reachability'

interface Bench {
  reachability: Reachability
  /** Waits that were begun and not called off, in ms, with what is to happen then. */
  waits: { ms: number; run: () => void }[]
  /** Probes under way, oldest first. */
  probes: {
    id: string
    answer: (result: Result<unknown>) => Promise<void>
    fail: (error: Error) => Promise<void>
  }[]
  changes: NetworkState[]
  back: string[]
  network: { online: boolean }
  clock: { now: number }
  /** Lets the one wait that there is come to its end. */
  pass(): void
}

function bench(): Bench {
  const waits: Bench['waits'] = []
  const probes: Bench['probes'] = []
  const changes: NetworkState[] = []
  const back: string[] = []
  const network = { online: true }
  const clock = { now: 0 }
  const reachability = createReachability({
    isOnline: () => network.online,
    now: () => clock.now,
    probe: (id) =>
      new Promise((resolve, reject) => {
        const end = async (how: () => void): Promise<void> => {
          probes.splice(probes.indexOf(probe), 1)
          how()
          // What waits for the probe goes on in the microtasks before this one.
          await new Promise((settled) => setImmediate(settled))
        }
        const probe: Bench['probes'][number] = {
          id,
          answer: (result) => end(() => resolve(result)),
          fail: (error) => end(() => reject(error))
        }
        probes.push(probe)
      }),
    onChange: (state) => changes.push(state),
    onBack: (id) => back.push(id),
    after(ms, run) {
      const wait = { ms, run }
      waits.push(wait)
      return () => {
        if (waits.includes(wait)) waits.splice(waits.indexOf(wait), 1)
      }
    },
    random: () => 1
  })
  const pass = (): void => {
    expect(waits).toHaveLength(1)
    waits.splice(0, 1)[0]?.run()
  }
  return { reachability, waits, probes, changes, back, network, clock, pass }
}

const failed = (code: FailureCode): Failure => ({ code, facts: {} })
const answer = (at: Bench, result: Result<unknown>): Promise<void> =>
  at.probes[0]?.answer(result) ?? Promise.reject(new Error('no probe is under way'))

describe('the states of the network', () => {
  it('nothing is known of a store that was not asked', () => {
    const { reachability, changes } = bench()
    expect(reachability.state('shop')).toEqual({
      connectionId: 'shop',
      state: 'unknown',
      because: null,
      since: null
    })
    expect(changes).toEqual([])
  })

  it('fault 22: a store that refuses the key has answered', () => {
    const { reachability } = bench()
    reachability.report('shop', failed('key-refused'))
    expect(reachability.state('shop')).toEqual({
      connectionId: 'shop',
      state: 'online',
      because: null,
      since: null
    })
  })

  it.each(['connection-refused', 'timeout', 'connection-lost', 'name-not-found', 'server-error'] as const)(
    'fault 2, 3, 31: with a network, a store that ends in %s is silent; without one there is no network',
    (code) => {
      const { reachability, network } = bench()
      reachability.report('shop', failed(code))
      expect(reachability.state('shop')).toMatchObject({ state: 'store-silent', because: { code } })
      network.online = false
      reachability.report('shop', failed(code))
      expect(reachability.state('shop')).toMatchObject({ state: 'no-network', because: null })
    }
  )

  it('a store on this computer is there without a network', () => {
    const { reachability, network } = bench()
    network.online = false
    reachability.report('demo', null)
    expect(reachability.state('demo').state).toBe('online')
  })

  it('what failed before anything was sent says nothing of the store', () => {
    const { reachability, changes } = bench()
    for (const code of ['cancelled', 'keychain-locked', 'credentials-missing', 'storage-failed'] as const)
      reachability.report('shop', failed(code))
    expect(reachability.state('shop').state).toBe('unknown')
    expect(changes).toEqual([])
  })

  it('is away since it was first not reached, whatever the reason is by now, until it is back', () => {
    const { reachability, network, clock } = bench()
    const since = (): number | null => reachability.state('shop').since
    clock.now = 1000
    reachability.report('shop', failed('timeout'))
    clock.now = 2000
    reachability.report('shop', failed('connection-refused'))
    network.online = false
    reachability.report('shop', failed('offline'))
    expect(since()).toBe(1000)
    reachability.report('shop', null)
    expect(since()).toBeNull()
    clock.now = 3000
    reachability.report('shop', failed('offline'))
    expect(since()).toBe(3000)
  })

  it('each is told once, also when it lasts', () => {
    const { reachability, changes } = bench()
    const failure = failed('timeout')
    for (const said of [null, null, failure, failure, null]) reachability.report('shop', said)
    expect(changes.map(({ state }) => state)).toEqual(['online', 'store-silent', 'online'])
  })
})

describe('the way back', () => {
  it('fault 13: a silent store is asked by itself, in growing waits, until it answers', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.reachability.report('shop', failed('connection-refused'))
    at.pass()
    const waited: number[] = []
    for (let round = 0; round < 6; round += 1) {
      await answer(at, fail('connection-refused'))
      expect(at.probes).toEqual([])
      waited.push(at.waits[0]?.ms ?? 0)
      at.pass()
    }
    expect(waited).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
    await answer(at, ok(null))
    expect(at.reachability.state('shop').state).toBe('online')
    expect(at.back).toEqual(['shop'])
    expect(at.waits).toEqual([])
  })

  it('a store that was not asked in this run is asked soon after it is looked at, unless a page told before', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.pass()
    expect(at.probes.map(({ id }) => id)).toEqual(['shop'])
    await answer(at, ok(null))
    expect(at.back).toEqual([])
    at.reachability.focus('other')
    at.reachability.report('other', null)
    expect(at.waits).toEqual([])
  })

  it('fault 22: a store that refuses the key is not asked again', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.pass()
    await answer(at, fail('key-refused'))
    expect(at.waits).toEqual([])
    at.reachability.networkChanged()
    expect(at.probes).toEqual([])
  })

  it('fault 78: without a readable key nothing is asked until something changes', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.pass()
    await answer(at, fail('keychain-locked'))
    expect(at.waits).toEqual([])
    at.reachability.networkChanged()
    expect(at.waits).toHaveLength(1)
  })

  it('fault 14: a change of the network asks at once, one probe at a time', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.reachability.report('shop', failed('offline'))
    for (let times = 0; times < 5; times += 1) at.reachability.networkChanged()
    expect(at.probes).toHaveLength(1)
    await answer(at, fail('offline'))
    expect(at.probes).toHaveLength(1)
    await answer(at, ok(null))
    expect(at.back).toEqual(['shop'])
    expect(at.probes).toEqual([])
  })

  it('a network that goes is noticed at the store that answered before', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.reachability.report('shop', null)
    at.reachability.networkChanged()
    expect(at.probes).toEqual([])
    at.network.online = false
    at.reachability.networkChanged()
    await answer(at, fail('offline'))
    expect(at.reachability.state('shop').state).toBe('no-network')
  })

  it('only the store that is looked at is asked', () => {
    const at = bench()
    at.reachability.focus('shop')
    at.reachability.report('shop', failed('timeout'))
    at.reachability.report('other', failed('timeout'))
    expect(at.waits).toHaveLength(1)
    at.reachability.focus(null)
    expect(at.waits).toEqual([])
  })

  it('a probe that was given up for another question is made up for', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.pass()
    await answer(at, fail('cancelled'))
    expect(at.waits).toHaveLength(1)
  })

  it('a probe that meets a bug is made up for', async () => {
    const at = bench()
    at.reachability.focus('shop')
    at.pass()
    await at.probes[0]?.fail(new Error('bug'))
    expect(at.waits).toHaveLength(1)
    at.pass()
    await answer(at, ok(null))
    expect(at.reachability.state('shop').state).toBe('online')
  })

  it('a connection that was changed begins anew', () => {
    const at = bench()
    at.reachability.focus('shop')
    at.reachability.report('shop', failed('timeout'))
    at.reachability.forget('shop')
    expect(at.reachability.state('shop').state).toBe('unknown')
    expect(at.waits).toEqual([])
    at.reachability.focus('shop')
    expect(at.waits).toHaveLength(1)
    at.reachability.close()
    expect(at.waits).toEqual([])
  })
})
