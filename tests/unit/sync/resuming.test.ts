import { describe, expect, it } from 'vitest'
import type { PageRequest, RawAnswer } from '../../../electron/api/types'
import type { Result } from '../../../electron/contract/failure'
import { startBench, type Bench } from './fixture'

const hour = 3_600_000
const nature = { products: 2000, cap: 20, latency: [50, 50] as [number, number] }

function expectCopied({ copy, store }: Bench): void {
  expect(copy.contents()).toEqual(store.contents())
}

describe('a sync that was cut off', () => {
  it.each([300, 1000, 1900])('fault 87: killed with %i entries here, it goes on from there', async (here) => {
    const bench = startBench(nature)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= here)
    bench.restart()
    const asked = bench.store.requests.length
    bench.syncs.start('c')
    const summary = await bench.ended()
    expect(summary).toMatchObject({ run: 1, outcome: 'complete', here: 2000 })
    expectCopied(bench)
    // What is left, the batch that was under way, a look back, and the samples.
    expect(bench.store.requests.length - asked).toBeLessThan((2000 - here) / 20 + 30 + 35)
  })

  it('fault 87: killed again and again, between any two batches, it comes to its end', async () => {
    const bench = startBench({ ...nature, products: 600 })
    let kills = 0
    bench.syncs.start('c')
    for (;;) {
      // Each time it lives for one batch more: the pages of a check are read again when it is cut off in the middle.
      const commits = bench.copy.commits() + 1 + kills
      await bench.until(() => bench.copy.commits() >= commits || bench.state.phase === 'idle')
      if (bench.state.phase === 'idle') break
      bench.restart()
      bench.syncs.start('c')
      kills++
      expect(kills).toBeLessThan(12)
    }
    expect(kills).toBeGreaterThan(3)
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', here: 600 })
    expectCopied(bench)
  })

  it('fault 87: what moved before the kill is still known after it', async () => {
    const bench = startBench({
      ...nature,
      changes: [{ at: 40, kind: 'insert', where: 0.02, to: 0, count: 7 }]
    })
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 1200)
    bench.restart()
    bench.syncs.start('c')
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', here: 2007 })
    expectCopied(bench)
  })

  it('fault 36, 87: the end of the list is looked at again after a kill, since what was seen of it may be lost', async () => {
    const bench = startBench()
    let list = ['A']
    let readings = 0
    const fetchAnswer = async ({ page, limit, signal }: PageRequest): Promise<Result<RawAnswer>> => {
      await bench.time.sleep(30, signal).catch(() => undefined)
      if (page === 1) readings++
      // It grows at the top while its only page is read a second time,
      if (page === 1 && readings === 2) list = ['B', 'A']
      const items = list.slice(page - 1, page).map((id) => ({ id, name: id, price: 1 }))
      // and is emptied right after that page is read for the first time after the kill.
      if (page === 1 && readings === 3) list = []
      const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ data: { items } })))
      const url = 'https://store.example/'
      return { ok: true, value: { page, limit, url, status: 200, contentType: 'application/json', bytes } }
    }
    Object.assign(bench.store, { fetchAnswer })
    bench.syncs.start('c')
    await bench.until(() => bench.copy.listed().includes('B'))
    expect(readings).toBe(2)
    bench.restart()
    bench.syncs.start('c')
    await bench.until(() => ['asking', 'idle'].includes(bench.state.phase))
    bench.syncs.answerDrop('c', true)
    expect(await bench.ended()).toMatchObject({ run: 1, outcome: 'complete', here: 0 })
  })

  it('fault 97: the app quits in the middle of a run, and the run goes on the next time', async () => {
    const bench = startBench(nature)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 1000)
    await bench.syncs.close()
    expect(bench.state.phase).toBe('idle')
    bench.restart()
    bench.syncs.start('c')
    expect(await bench.ended()).toMatchObject({ run: 1, outcome: 'complete', here: 2000 })
  })

  it('fault 87: it goes on by itself when the app starts again, long before the next one is due', async () => {
    const bench = startBench(nature)
    bench.schedule = 'daily'
    await bench.sync()
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 1000)
    bench.restart()
    const asked = bench.store.requests.length
    bench.syncs.follow(['c'])
    await bench.until(() => bench.state.last?.run === 2)
    expect(bench.state.last).toMatchObject({ outcome: 'complete', here: 2000 })
    expect(bench.store.requests[asked]?.page).toBeGreaterThan(10)
  })

  it('fault 87: where the schedule is off it waits for the button', async () => {
    const bench = startBench(nature)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 1000)
    bench.restart()
    const asked = bench.store.requests.length
    bench.syncs.follow(['c'])
    await bench.time.pass(2 * hour)
    expect(bench.store.requests).toHaveLength(asked)
    expect(await bench.sync()).toMatchObject({ run: 1, outcome: 'complete' })
  })

  it.each(['hourly', 'off'] as const)(
    'fault 87: paused by the person it is paused when the app starts again, with the schedule %s, and goes on when they say so',
    async (schedule) => {
      const bench = startBench(nature)
      bench.schedule = schedule
      bench.syncs.start('c')
      await bench.until(() => bench.state.here >= 1000)
      bench.syncs.pause('c')
      await bench.time.pass(1000)
      const asked = bench.store.requests.length
      for (let restarts = 0; restarts < 2; restarts++) {
        bench.restart()
        const told = bench.told.length
        bench.syncs.follow(['c'])
        await bench.time.pass(2 * hour)
        expect(bench.state).toMatchObject({ phase: 'paused', total: 2000 })
        expect(bench.state.here).toBeGreaterThanOrEqual(800)
        const phases = bench.told.slice(told).map(({ phase }) => phase)
        expect([...new Set(phases)].filter((phase) => phase !== 'idle')).toEqual(['paused'])
      }
      expect(bench.store.requests).toHaveLength(asked)
      bench.syncs.resume('c')
      const summary = await bench.ended()
      expect(summary).toMatchObject({ run: 1, outcome: 'complete', here: 2000 })
      expect(summary.duration).toBeLessThan(hour)
      expectCopied(bench)
    }
  )

  it('fault 87: resumed before the app ends it goes on by itself when that starts again', async () => {
    const bench = startBench(nature)
    bench.schedule = 'hourly'
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 300)
    bench.syncs.pause('c')
    await bench.time.pass(1000)
    bench.syncs.resume('c')
    await bench.until(() => bench.state.here >= 1000)
    bench.restart()
    bench.syncs.follow(['c'])
    await bench.until(() => bench.state.last !== null)
    expect(bench.state.last).toMatchObject({ run: 1, outcome: 'complete' })
  })

  it('a run that the person paused and stopped leaves nothing paused', async () => {
    const bench = startBench(nature)
    bench.schedule = 'hourly'
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 300)
    bench.syncs.pause('c')
    await bench.time.pass(1000)
    bench.syncs.stop('c')
    await bench.ended()
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 300)
    bench.restart()
    bench.syncs.follow(['c'])
    await bench.until(() => bench.state.last?.run === 2)
    expect(bench.state.last).toMatchObject({ outcome: 'complete' })
  })

  it('a run that was cut off more than a day ago begins anew', async () => {
    const bench = startBench(nature)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 1000)
    bench.restart()
    await bench.time.pass(25 * hour)
    bench.syncs.start('c')
    expect(await bench.ended()).toMatchObject({ run: 2, outcome: 'complete', here: 2000 })
  })
})

describe('the disk', () => {
  it('a copy that cannot be written ends the run with the reason', async () => {
    const bench = startBench(nature)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 500)
    bench.copy.failWith({ code: 'storage-failed', facts: { reason: 'disk full' } })
    expect(await bench.ended()).toMatchObject({
      outcome: 'failed',
      because: { code: 'storage-failed' },
      gone: 0
    })
    bench.copy.failWith(null)
    expect(await bench.sync()).toMatchObject({ outcome: 'complete' })
  })

  it('fault 89: a writer that dies once costs a batch, not the run', async () => {
    const bench = startBench(nature)
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 500)
    const commits = bench.copy.commits()
    bench.copy.failWith({ code: 'internal', facts: {} })
    await bench.until(() => bench.copy.commits() > commits)
    bench.copy.failWith(null)
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', here: 2000 })
    expectCopied(bench)
  })
})
