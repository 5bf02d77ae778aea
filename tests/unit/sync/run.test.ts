import { describe, expect, it, vi } from 'vitest'
import { startBench } from './fixture'

const minute = 60_000

describe('a sync of the whole list', () => {
  it('leaves every entry in the copy, in the store’s order', async () => {
    const { sync, copy, store } = startBench({ products: 1234, cap: 100, twice: 97, bad: 41 })
    const twice = store.contents().filter((line) => line === store.contents()[0]).length - 1
    expect(twice).toBe(12)
    const summary = await sync()
    expect(summary).toMatchObject({
      outcome: 'complete',
      here: 1234,
      products: 1234 - 30 - twice,
      total: 1234,
      setAside: 30,
      because: null
    })
    expect(copy.contents()).toEqual(store.contents())
    // The coverage line counts the same things.
    const facts = await copy.facts('c')
    expect(facts.ok && facts.value.coverage).toMatchObject({
      here: 1234,
      products: summary.products,
      setAside: 30,
      total: 1234
    })
  })

  it('says what is new, changed and gone since the last one', async () => {
    const { sync, copy, store } = startBench({ products: 60 })
    expect(await sync()).toMatchObject({ outcome: 'complete', added: 0, changed: 0, gone: 0 })
    store.apply({ kind: 'insert', where: 0.5, to: 0, count: 3 })
    store.apply({ kind: 'remove', where: 0.9, to: 0, count: 2 })
    store.apply({ kind: 'edit', where: 0, to: 0, count: 4 })
    expect(await sync()).toMatchObject({ outcome: 'complete', added: 3, changed: 4, gone: 2 })
    expect(copy.contents()).toEqual(store.contents())
    expect(copy.gone()).toHaveLength(2)
  })

  it('reads a short list twice and a long one in samples, and looks twice behind the end', async () => {
    const short = startBench({ products: 900, cap: 100 })
    await short.sync()
    expect(short.store.requests.map(({ page }) => page).sort((a, b) => a - b)).toEqual([
      1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10
    ])
    const long = startBench({ products: 10_000, cap: 25 })
    expect(await long.sync()).toMatchObject({ outcome: 'complete', here: 10_000 })
    expect(long.store.requests.length).toBeLessThanOrEqual(401 + 2 + 20)
    expect(new Set(long.store.requests.map(({ page }) => page)).size).toBe(401)
  })

  it('begins with two requests at once and goes up to eight', async () => {
    const { sync, store } = startBench({ products: 4000, cap: 50, latency: [30, 30] })
    await sync()
    expect(store.requests.filter(({ at }) => at === 30)).toHaveLength(2 + 1)
    expect(store.mostInFlight).toBe(8)
  })

  it('a store that gets slower the more it is asked is asked less', async () => {
    const bench = startBench({ products: 6000, cap: 50, latency: [30, 30] })
    const { store } = bench
    const inFlight: number[] = []
    const ask = store.fetchAnswer
    let now = 0
    // 30 ms for one, and twice as long for each that is asked beside it.
    Object.assign(store, {
      fetchAnswer: async (request: Parameters<typeof ask>[0]) => {
        inFlight.push(++now)
        await bench.time.sleep(30 * 2 ** now)
        const answer = await ask(request)
        now--
        return answer
      }
    })
    await bench.sync()
    expect(Math.max(...inFlight.slice(-60))).toBeLessThanOrEqual(5)
  })

  it('tells how fast it goes, how long it takes and what there is', async () => {
    const bench = startBench({ products: 20_000, cap: 20, latency: [200, 200] })
    bench.syncs.start('c')
    await bench.time.pass(20_000)
    const { phase, here, total, totalMoved, rate, timeLeft, startedAt } = bench.state
    expect({ phase, total, totalMoved }).toEqual({ phase: 'fetching', total: 20_000, totalMoved: false })
    // Eight pages of 20 in 200 ms.
    expect(rate).toBeGreaterThan(750)
    expect(rate).toBeLessThan(850)
    expect(timeLeft).toBeCloseTo(((20_000 - here) * 1000) / (rate ?? 0), 3)
    expect(startedAt).toBe(bench.time.now() - 20_000)
    bench.store.apply({ kind: 'insert', where: 1, to: 0, count: 1 })
    await bench.time.pass(1000)
    expect(bench.state).toMatchObject({ total: 20_001, totalMoved: true })
    bench.syncs.stop('c')
    await bench.ended()
  })

  it('tells of itself at most four times a second, and of each phase', async () => {
    const bench = startBench({ products: 3000, cap: 20, latency: [10, 10] })
    const times: number[] = []
    const before = bench.told.length
    bench.syncs.start('c')
    await bench.until(() => {
      times.push(bench.time.elapsed())
      return bench.state.phase === 'idle'
    })
    const told = bench.told.slice(before)
    const phases = told.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1])
    expect(phases).toEqual(['fetching', 'checking', 'finishing', 'idle'])
    expect(told.length).toBeLessThanOrEqual(4 + 4 * ((times.at(-1) ?? 0) / 1000))
  })
})

describe('what a person does with a run', () => {
  it('a pause asks nothing more, keeps what was under way, and is not counted', async () => {
    const bench = startBench({ products: 2000, cap: 20, latency: [50, 50] })
    bench.syncs.start('c')
    await bench.time.pass(500)
    bench.syncs.pause('c')
    await bench.time.pass(1000)
    const { here } = bench.state
    const asked = bench.store.requests.length
    await bench.time.pass(10 * minute)
    expect(bench.state).toMatchObject({ phase: 'paused', here })
    expect(bench.store.requests).toHaveLength(asked)
    bench.syncs.resume('c')
    const summary = await bench.ended()
    expect(summary).toMatchObject({ outcome: 'complete', here: 2000 })
    expect(summary.duration).toBeLessThan(5000)
    // Nothing that had come was asked for again.
    expect(bench.store.requests.length).toBeLessThanOrEqual(101 + 20)
  })

  it('a run that goes on after a pause says so at once, and not that it waits', async () => {
    const bench = startBench({ products: 2000, cap: 20, latency: [50, 50] })
    for (let part = 0; part < 12; part++) {
      if (part === 0) bench.syncs.start('c')
      else expect(bench.syncs.resume('c').phase, `after ${part} pauses`).not.toBe('waiting')
      const before = bench.told.length
      await bench.time.pass(70 + part * 7)
      if (bench.state.phase === 'idle') break
      expect(bench.told.slice(before).map(({ phase }) => phase)).not.toContain('waiting')
      bench.syncs.pause('c')
      // Everything that was under way arrives; the last of it is still to be committed.
      await bench.time.pass(40 + part * 5)
    }
  })

  it('a stop keeps what was read, and the next run begins anew', async () => {
    const bench = startBench({ products: 2000, cap: 20, latency: [50, 50] })
    bench.syncs.start('c')
    await bench.time.pass(500)
    bench.syncs.stop('c')
    const stopped = await bench.ended()
    expect(stopped).toMatchObject({ outcome: 'stopped', gone: 0 })
    expect(stopped.here).toBeGreaterThan(100)
    expect(bench.copy.contents()).toEqual(bench.store.contents().slice(0, stopped.here))
    expect(await bench.sync()).toMatchObject({ run: 2, outcome: 'complete', here: 2000 })
  })

  it('a start while a run is under way does nothing', async () => {
    const bench = startBench({ products: 500, cap: 20 })
    bench.syncs.start('c')
    await bench.time.pass(200)
    bench.syncs.start('c')
    expect(await bench.ended()).toMatchObject({ run: 1, outcome: 'complete' })
    const runs = await bench.syncs.runs('c')
    expect(runs.ok && runs.value).toHaveLength(1)
  })

  it('another key is used from then on, also in the middle of a run, which goes on where it was', async () => {
    const bench = startBench({ products: 4000, cap: 20, latency: [50, 50] })
    const { store } = bench
    const asked: { key: string; page: number }[] = []
    const ask = store.fetchAnswer
    Object.assign(store, {
      fetchAnswer: (request: Parameters<typeof ask>[0]) => {
        asked.push({ key: request.credentials.key, page: request.page })
        return ask(request)
      }
    })
    bench.syncs.start('c')
    await bench.time.pass(1000)
    bench.syncs.pause('c')
    await bench.time.pass(1000)
    const before = asked.splice(0)
    bench.credentials = { ...bench.credentials, key: 'another' }
    bench.syncs.keyChanged('c')
    await bench.time.pass(minute)
    expect(bench.state).toMatchObject({ phase: 'paused' })
    expect(asked).toEqual([])
    bench.syncs.resume('c')
    expect(await bench.ended()).toMatchObject({ run: 1, outcome: 'complete', here: 4000 })
    expect(new Set(asked.map(({ key }) => key))).toEqual(new Set(['another']))
    expect(asked[0]?.page).toBeGreaterThan(before.length / 2)
  })

  it('a bug ends the run alone: it is told, and the next run goes on', async () => {
    const bench = startBench({ products: 200, cap: 20 })
    const broken = vi.spyOn(bench.store, 'fetchAnswer').mockRejectedValue(new TypeError('canary'))
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'idle')
    expect(bench.state.because).toEqual({ code: 'internal', facts: {} })
    broken.mockRestore()
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 200 })
    await bench.syncs.forget('c')
  })

  it('a run that a bug ends leaves no question on its way', async () => {
    const bench = startBench({ products: 2000, cap: 20 })
    const ask = bench.store.fetchAnswer.bind(bench.store)
    const open = new Set<AbortSignal | undefined>()
    vi.spyOn(bench.store, 'fetchAnswer').mockImplementation(async (request) => {
      open.add(request.signal)
      const answer = await ask(request)
      open.delete(request.signal)
      return answer
    })
    vi.spyOn(bench.copy.runs, 'commit').mockRejectedValue(new TypeError('canary'))
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'idle')
    expect(bench.state.because).toEqual({ code: 'internal', facts: {} })
    expect([...open].filter((signal) => signal?.aborted !== true)).toEqual([])
  })

  it('a run that a bug ends while it is checked writes nothing more', async () => {
    const bench = startBench({ products: 200, cap: 20 })
    const ask = bench.store.fetchAnswer.bind(bench.store)
    let isChecked = false
    vi.spyOn(bench.store, 'fetchAnswer').mockImplementation((request) => {
      // The look behind the end is taken while pages are read again.
      if (request.page === 11 && isChecked) return Promise.reject(new TypeError('canary'))
      isChecked ||= request.page === 11
      return ask(request)
    })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'idle')
    expect(bench.state.because).toEqual({ code: 'internal', facts: {} })
    const commits = bench.copy.commits()
    await bench.time.pass(minute)
    expect(bench.copy.commits()).toBe(commits)
  })

  it('a connection that is forgotten asks nothing and tells nothing more', async () => {
    const bench = startBench({ products: 2000, cap: 20 })
    bench.syncs.start('c')
    await bench.time.pass(500)
    await bench.syncs.forget('c')
    const [asked, told, commits] = [bench.store.requests.length, bench.told.length, bench.copy.commits()]
    await bench.time.pass(minute)
    expect([bench.store.requests.length, bench.told.length, bench.copy.commits()]).toEqual([
      asked,
      told,
      commits
    ])
  })
})
