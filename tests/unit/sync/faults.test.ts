import { describe, expect, it } from 'vitest'
import type { Trouble } from '../../support/simulated-store'
import { startBench, type Bench } from './fixture'

const minute = 60_000
const trouble = (kind: Trouble['kind'], at: number, times = 1, amount = 5): Trouble => {
  return { kind, at, for: times, amount }
}
/** Twenty pages of twenty. */
const twenty = { products: 400, cap: 20, latency: [50, 50] as [number, number] }
const complete = { outcome: 'complete', here: 400, total: 400 } as const

function expectCopied({ copy, store }: Bench): void {
  expect(copy.contents()).toEqual(store.contents())
}

describe('the way to the store', () => {
  it('fault 13: the network goes during a sync: it waits, and goes on by itself where it was', async () => {
    const bench = startBench(twenty)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 200)
    bench.store.isOffline = true
    await bench.until(() => bench.state.phase === 'waiting')
    const { because, resumeAt, here } = bench.state
    expect(because?.code).toBe('name-not-found')
    expect(resumeAt).toBeGreaterThan(bench.time.now())
    expect(here).toBeGreaterThanOrEqual(200)
    bench.store.isOffline = false
    expect(await bench.ended()).toMatchObject(complete)
    expectCopied(bench)
  })

  it('fault 13: while the network is away the store is asked ever less often, up to five minutes apart', async () => {
    const bench = startBench(twenty)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 200)
    bench.store.isOffline = true
    const from = bench.store.requests.length
    await bench.time.pass(3 * 60 * minute)
    const times = bench.store.requests.slice(from + 10).map(({ at }) => at)
    const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0))
    expect(Math.max(...waits)).toBeGreaterThan(3 * minute)
    expect(Math.max(...waits)).toBeLessThanOrEqual(5 * minute + 1000)
    expect(times.length).toBeLessThan(70)
    expect(bench.state.phase).toBe('waiting')
  })

  it('fault 13: it goes on at once when the network is said to be back', async () => {
    const bench = startBench(twenty)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 200)
    bench.store.isOffline = true
    await bench.time.pass(60 * minute)
    bench.store.isOffline = false
    bench.syncs.networkBack('c')
    await bench.time.pass(3000)
    expect(bench.state.last).toMatchObject(complete)
  })

  it('fault 14: all connections are dead after sleep: one page is tried again, not eight', async () => {
    const bench = startBench(twenty)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 200)
    bench.syncs.suspend()
    const asked = bench.store.requests.length
    await bench.time.pass(8 * 60 * minute)
    expect(bench.store.requests).toHaveLength(asked)
    expect(bench.state.phase).toBe('waiting')
    const dead = bench.store.requests.length
    bench.store.nature.troubles.push(trouble('reset', dead + 1, 8))
    bench.syncs.wake()
    await bench.until(() => bench.store.requests.length > dead)
    const woken = bench.time.elapsed()
    await bench.time.pass(400)
    // What it woke up to: at most as many as were under way, and no second round at once.
    expect(bench.store.requests.length - dead).toBeLessThanOrEqual(8)
    expect(await bench.ended()).toMatchObject(complete)
    const later = bench.store.requests.filter(({ at }) => at > woken + 60 && at < woken + 2000)
    expect(later.length).toBeGreaterThan(0)
    expect(bench.store.requests.slice(dead + 8, dead + 9)[0]?.at).toBeGreaterThan(woken + 500)
    expectCopied(bench)
  })

  it('fault 22: a refused key ends the run, and nothing is tried by itself until there is another', async () => {
    const bench = startBench(twenty)
    bench.schedule = '15-minutes'
    bench.syncs.follow(['c'])
    expect(await bench.ended()).toMatchObject(complete)
    bench.store.isRefusingKey = true
    await bench.until(() => bench.state.last?.outcome === 'failed')
    expect(bench.state).toMatchObject({ phase: 'idle', because: { code: 'key-refused' }, nextAt: null })
    expectCopied(bench)
    const asked = bench.store.requests.length
    await bench.time.pass(6 * 60 * minute)
    expect(bench.store.requests).toHaveLength(asked)

    // The person tries: once.
    expect(await bench.sync()).toMatchObject({ outcome: 'failed', because: { code: 'key-refused' } })
    await bench.time.pass(6 * 60 * minute)
    expect(bench.store.requests.length - asked).toBeLessThanOrEqual(2)

    bench.store.isRefusingKey = false
    bench.credentials = { ...bench.credentials, key: 'another-key' }
    await bench.time.pass(16 * minute)
    expect(bench.state.last).toMatchObject(complete)
  })

  it.each([
    ['was refused its key: it is tried again with the new one', 'off', true, 2],
    ['was refused its key: it is tried again with the new one', 'hourly', true, 2],
    ['could not be saved: it is tried again, as it would be by itself', 'hourly', false, 2],
    ['could not be saved: it is left alone where no run is to start by itself', 'off', false, 1]
  ] as const)(
    'fault 22: another key after a run that %s (schedule %s)',
    async (_t, schedule, isRefused, runs) => {
      const bench = startBench(twenty)
      bench.schedule = schedule
      if (isRefused) bench.store.isRefusingKey = true
      else bench.copy.failWith({ code: 'storage-failed', facts: {} })
      expect(await bench.sync()).toMatchObject({ run: 1, outcome: 'failed' })
      bench.store.isRefusingKey = false
      bench.copy.failWith(null)
      bench.credentials = { ...bench.credentials, key: 'another-key' }
      bench.syncs.keyChanged('c')
      expect(await bench.ended()).toMatchObject({ run: runs })
    }
  )

  it('another key starts nothing where the last run went well', async () => {
    const bench = startBench(twenty)
    bench.schedule = 'hourly'
    await bench.sync()
    bench.syncs.keyChanged('c')
    expect(bench.state).toMatchObject({ phase: 'idle', last: { run: 1 } })
  })

  it('fault 22: a key that was refused before the app was started again is not tried by itself either', async () => {
    const bench = startBench(twenty)
    bench.schedule = '15-minutes'
    bench.store.isRefusingKey = true
    bench.syncs.follow(['c'])
    await bench.until(() => bench.state.last?.outcome === 'failed')
    const asked = bench.store.requests.length
    bench.restart()
    bench.syncs.follow(['c'])
    await bench.time.pass(3 * 60 * minute)
    expect(bench.store.requests).toHaveLength(asked)
    bench.store.isRefusingKey = false
    bench.syncs.keyChanged('c')
    await bench.time.pass(16 * minute)
    expect(bench.state.last).toMatchObject(complete)
  })

  it.each([
    ['fault 28: 429', 'limited', 40],
    ['fault 28: 503', 'busy', 40],
    ['fault 30: 429 that asks for fifteen minutes', 'limited', 900]
  ] as const)('%s with a Retry-After: nothing is asked before it is over', async (_title, kind, seconds) => {
    const bench = startBench({ ...twenty, troubles: [trouble(kind, 12, 1, seconds)] })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'waiting')
    const { resumeAt } = bench.state
    expect((resumeAt ?? 0) - bench.time.now()).toBeGreaterThanOrEqual(seconds * 1000 - 1)
    // Neither the network nor a person shortens what the store asked for.
    bench.syncs.networkBack()
    bench.syncs.pause('c')
    bench.syncs.resume('c')
    expect(await bench.ended()).toMatchObject(complete)
    expect(bench.store.undercut).toBe(0)
    expect(bench.store.requests.length).toBeLessThan(60)
  })

  it('fault 28: the next run obeys what the store asked of the one before', async () => {
    const bench = startBench({ ...twenty, troubles: [trouble('limited', 12, 1, 300)] })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'waiting')
    bench.syncs.stop('c')
    expect(await bench.ended()).toMatchObject({ outcome: 'stopped' })
    expect(await bench.sync()).toMatchObject(complete)
    expect(bench.store.undercut).toBe(0)
  })

  it('fault 31: errors of the store are waited out, and half as much is asked for afterwards', async () => {
    const bench = startBench({ ...twenty, products: 4000, troubles: [trouble('error', 40, 3)] })
    const summary = await bench.sync()
    expect(summary).toMatchObject({ outcome: 'complete', here: 4000 })
    expectCopied(bench)
  })

  it('fault 31: a wait ends also where it does so between two looks at the clock', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const bench = startBench({ ...twenty, troubles: [trouble('error', 2, 6)] }, seed)
      bench.time.tick = 0.2
      expect(await bench.sync(), `seed ${seed}`).toMatchObject({ outcome: 'complete' })
    }
  })

  it.each([
    ['a short list', 200],
    ['a long list', 400]
  ])(
    'fault 31: one page of %s that the store cannot give leaves the run partial for that reason, and soon',
    async (_title, products) => {
      const bench = startBench({ ...twenty, products })
      const ask = bench.store.fetchAnswer
      let asked = 0
      Object.assign(bench.store, {
        fetchAnswer: (request: Parameters<typeof ask>[0]) => {
          if (request.page !== 7) return ask(request)
          asked++
          return Promise.resolve({ ok: false, failure: { code: 'server-error', facts: { status: 500 } } })
        }
      })
      const summary = await bench.sync()
      const here = products - 20
      expect(summary).toMatchObject({ outcome: 'partial', partly: 'unread', here, total: products, gone: 0 })
      expect(bench.copy.contents()).toHaveLength(here)
      // Five times in each of two readings.
      expect(asked).toBeLessThanOrEqual(10)
      expect(summary.duration).toBeLessThan(2 * minute)
    }
  )
})

describe('pages that are not what they should be', () => {
  it('fault 27: a store that refuses large pages is asked for smaller ones', async () => {
    const bench = startBench({ ...twenty, cap: null, refusesAbove: { limit: 60, status: 413 } })
    expect(await bench.sync()).toMatchObject(complete)
    expect(bench.store.requests.slice(0, 4).map(({ limit }) => limit)).toEqual([500, 250, 100, 50])
    expectCopied(bench)
  })

  it('fault 42: a limit that is capped silently is found with the first page', async () => {
    const bench = startBench({ ...twenty, cap: 10 })
    expect(await bench.sync()).toMatchObject(complete)
    expect(bench.store.requests.slice(0, 3).map(({ limit }) => limit)).toEqual([500, 10, 10])
    expectCopied(bench)
  })

  it('fault 42: also without totals, and where pages are cut short instead of moved together', async () => {
    const bench = startBench({ ...twenty, cap: 30, capKind: 'cuts-pages', totals: 'none' })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 400, total: null })
    expectCopied(bench)
  })

  it('fault 34: a page that says it is another is asked for again', async () => {
    const bench = startBench({ ...twenty, troubles: [trouble('wrong-page', 9, 2)] })
    expect(await bench.sync()).toMatchObject(complete)
    expectCopied(bench)
  })

  it.each(['both', 'none'] as const)(
    'fault 38: the same page again and again ends the run (totals: %s)',
    async (totals) => {
      const bench = startBench({ ...twenty, totals })
      await bench.sync()
      const before = bench.copy.contents()
      bench.store.nature.troubles.push({ kind: 'other-page', at: 1, for: 1e6, amount: 0 })
      const ask = bench.store.fetchAnswer
      Object.assign(bench.store, {
        fetchAnswer: async (request: Parameters<typeof ask>[0]) => {
          const answer = await ask({ ...request, page: 1 })
          if (!answer.ok) return answer
          const text = new TextDecoder().decode(answer.value.bytes)
          const bytes = new Uint8Array(
            new TextEncoder().encode(text.replace('"currentPage":1', `"currentPage":${request.page}`))
          )
          return { ok: true, value: { ...answer.value, page: request.page, bytes } }
        }
      })
      bench.store.restart()
      const asked = bench.store.requests.length
      bench.syncs.start('c')
      await bench.until(() => ['idle', 'asking'].includes(bench.state.phase))
      expect(bench.store.requests.length - asked).toBeLessThan(250)
      if (bench.state.phase === 'asking') bench.syncs.answerDrop('c', false)
      expect(await bench.ended()).toMatchObject({ gone: 0 })
      expect(bench.state.last?.outcome).not.toBe('complete')
      expect(bench.copy.gone()).toEqual([])
      expect(new Set(bench.copy.listed()).size).toBe(before.length)
    }
  )

  it('fault 40: an empty page before the end is read again', async () => {
    const bench = startBench({ ...twenty, troubles: [trouble('empty', 8)] })
    expect(await bench.sync()).toMatchObject(complete)
    expectCopied(bench)
  })

  it('fault 38, 46: a page on which nothing could be read is read again: it may be another one', async () => {
    const bench = startBench({ products: 60, bad: 7, cap: 1 })
    const ask = bench.store.fetchAnswer
    let isMixedUp = true
    Object.assign(bench.store, {
      fetchAnswer: async (request: Parameters<typeof ask>[0]) => {
        if (request.page !== 31 || !isMixedUp) return ask(request)
        isMixedUp = false
        // The page before, which has an item without an id alone, under the number of this one.
        const answer = await ask({ ...request, page: 29 })
        if (!answer.ok) return answer
        const text = new TextDecoder()
          .decode(answer.value.bytes)
          .replace('"currentPage":29', '"currentPage":31')
        return { ok: true, value: { ...answer.value, page: 31, bytes: new TextEncoder().encode(text) } }
      }
    })
    expect(bench.store.contents()[28]).toBe('!id-missing')
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 60 })
    expectCopied(bench)
  })

  it('fault 40, 41: an empty page is not the end of the list because it cannot be read when it is looked at again', async () => {
    const bench = startBench({ products: 110, cap: 10, totals: 'none', latency: [40, 40] })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 110 })
    const ask = bench.store.fetchAnswer
    let asked = 0
    Object.assign(bench.store, {
      fetchAnswer: async (request: Parameters<typeof ask>[0]) => {
        const answer = await ask(request)
        if (request.page !== 3 || !answer.ok || ++asked > 4) return answer
        const text = asked === 1 ? '{"data":{"items":[]}}' : '<html><body>Our shop</body></html>'
        const bytes = new Uint8Array(new TextEncoder().encode(text))
        return { ok: true, value: { ...answer.value, bytes } }
      }
    })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 110, gone: 0 })
  })

  it('fault 40: one that stays empty leaves the run partial, and nothing is gone', async () => {
    const bench = startBench(twenty)
    await bench.sync()
    const ask = bench.store.fetchAnswer
    Object.assign(bench.store, {
      fetchAnswer: (request: Parameters<typeof ask>[0]) =>
        request.page === 8 ? Promise.resolve(empty(request.page, request.limit)) : ask(request)
    })
    expect(await bench.sync()).toMatchObject({ outcome: 'partial', gone: 0, here: 380 })
    expect(bench.copy.gone()).toEqual([])
  })

  it.each(['none', 'nonsense', 'pages', 'too-few'] as const)(
    'fault 35, 39: with totals that are %s the list is read until it ends, and no total is claimed',
    async (totals) => {
      const bench = startBench({ ...twenty, totals })
      expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 400, total: null })
      expectCopied(bench)
    }
  )

  it('fault 39: a total that is larger than the list leaves the run partial', async () => {
    const bench = startBench({ ...twenty, totals: 'too-many' })
    expect(await bench.sync()).toMatchObject({ outcome: 'partial', here: 400, total: 403 })
    expect(bench.copy.contents()).toEqual(bench.store.contents())
  })
})

function empty(page: number, limit: number): unknown {
  const data = { items: [], currentPage: page, totalItems: 400, totalPages: 20 }
  const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ status: 200, message: '', data })))
  const url = 'https://store.example/'
  return { ok: true, value: { page, limit, url, status: 200, contentType: 'application/json', bytes } }
}
