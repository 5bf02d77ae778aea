import { describe, expect, it } from 'vitest'
import type { Change } from '../../support/simulated-store'
import { startBench, type Bench } from './fixture'

/** Ten pages of twenty: read twice whole. */
const short = { products: 200, cap: 20, latency: [50, 50] as [number, number] }
/** A hundred pages: read twice in samples. */
const long = { products: 2000, cap: 20, latency: [50, 50] as [number, number] }

const change = (kind: Change['kind'], at: number, where: number, count = 1, to = 0): Change => {
  return { kind, at, where, count, to }
}

function expectCopied({ copy, store }: Bench): void {
  expect(copy.contents()).toEqual(store.contents())
}

/** Ids that this run marked as gone, though the store listed them all the time. */
async function wronglyGone(bench: Bench, run: () => Promise<unknown>): Promise<string[]> {
  const before = bench.copy.gone()
  bench.store.restart()
  await run()
  const always = new Set(bench.store.idsThroughout())
  return bench.copy.gone().filter((id) => always.has(id) && !before.includes(id))
}

describe('a list that moves while it is read', () => {
  it.each([
    ['fault 37: grows at the top', change('insert', 6, 0, 3)],
    ['fault 37: grows at the end', change('insert', 6, 1, 30)],
    ['fault 36: shrinks at the top', change('remove', 6, 0, 3)],
    ['fault 36: shrinks by whole pages', change('remove', 9, 0.1, 65)],
    ['is put in another order', change('move', 8, 0.05, 40, 0.9)],
    ['has two products change places', change('swap', 8, 0.05, 1, 0.9)],
    ['has products edited that were read already', change('edit', 8, 0, 5)]
  ])('%s: the copy is the list as it is in the end', async (_title, moved) => {
    const bench = startBench({ ...short, changes: [moved] })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: bench.store.size })
    expectCopied(bench)
  })

  it.each([
    ['fault 37: grows at the top', change('insert', 60, 0, 1), 0],
    ['fault 37: grows in the middle', change('insert', 60, 0.3, 45), 0],
    ['fault 36: shrinks at the top', change('remove', 60, 0, 1), 100],
    ['fault 36: shrinks in the middle', change('remove', 60, 0.3, 45), 100]
  ])(
    'a long list that %s is read again where it moved, and whole where something is missing',
    async (_title, moved, whole) => {
      const bench = startBench({ ...long, changes: [moved] })
      expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: bench.store.size })
      expectCopied(bench)
      expect(bench.store.requests.length).toBeLessThan(2 * 100 + 120 + whole)
    }
  )

  it.each([
    ['nothing else', 0],
    ['products removed all over the list before', 300]
  ])(
    'fault 36, 37: a product that moves to a page which was read, with no total changing, is not gone (%s)',
    async (_title, removed) => {
      for (let seed = 1; seed <= 3; seed++) {
        const bench = startBench({ products: 2000, cap: 10 }, seed)
        await bench.sync()
        for (let at = 0.5; at < removed; at++) bench.store.apply(change('remove', 0, at / removed))
        const pages = bench.store.size / 10
        const at = Math.floor(0.8 * pages)
        bench.store.nature.changes = [change('remove', at, 0.78), change('insert', at, 1)]
        expect(await wronglyGone(bench, bench.sync), `seed ${seed}`).toEqual([])
        expect(bench.state.last).toMatchObject({ outcome: 'complete', gone: removed + 1 })
        expectCopied(bench)
      }
    }
  )

  it('a long list that stood still is read once and in samples; where products are missing, a second time', async () => {
    const bench = startBench({ products: 4000, cap: 20 })
    await bench.sync()
    const requestsOf = async (): Promise<number> => {
      const before = bench.store.requests.length
      expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: bench.store.size })
      return bench.store.requests.length - before
    }
    expect(await requestsOf()).toBeLessThan(200 + 25)
    for (let at = 0.5; at < 1000; at++) bench.store.apply(change('remove', 0, at / 1000))
    expect(await requestsOf()).toBeLessThan(2 * 150 + 10)
    expect(bench.state.last).toMatchObject({ gone: 1000 })
    expect(await requestsOf()).toBeLessThan(150 + 25)
  })

  it('fault 36, 37: a list that never stands still ends as partial, within bounds, and nothing is gone', async () => {
    const changes = Array.from({ length: 3000 }, (_, at) => change(at % 2 ? 'remove' : 'insert', at, 0))
    const bench = startBench({ ...long })
    await bench.sync()
    bench.store.nature.changes.push(...changes)
    bench.store.restart()
    const asked = bench.store.requests.length
    expect(await bench.sync()).toMatchObject({ outcome: 'partial', gone: 0 })
    expect(bench.copy.gone()).toEqual([])
    // Once, three times as many pages again and fifty, and five checks.
    expect(bench.store.requests.length - asked).toBeLessThan(101 + 350 + 5 * 40)
  })

  it('fault 37: without totals, what comes behind a last page that has become full is read at once', async () => {
    for (const at of [12, 13, 14]) {
      const changes = [change('insert', at, 1, 5)]
      const bench = startBench({ products: 56, cap: 20, totals: 'none', latency: [50, 50], changes })
      expect(await bench.sync()).toMatchObject({ outcome: 'complete', here: 61 })
      expectCopied(bench)
      // To the first end in the dark, a check, on from there in the dark, a check: not one more for the new end alone.
      expect(bench.store.requests.length).toBeLessThanOrEqual(10 + 4 + 11 + 5)
    }
  })

  it('fault 34: what a person looks at meanwhile shows that the list moved: the pages beside it are read again', async () => {
    const bench = startBench({ ...long, cap: 10 })
    bench.syncs.start('c')
    await bench.until(() => bench.state.here >= 600)
    // Others stand first on the fifth page and on the sixth.
    for (const at of [41, 51]) bench.store.apply(change('swap', 0, (at - 0.5) / 2001, 1, (at + 0.5) / 2001))
    await bench.browse(5)
    expect(await bench.ended()).toMatchObject({ outcome: 'complete' })
    expectCopied(bench)
  })

  it('fault 37: two that come in at the top of a long list, one after the other, are both followed to the end', async () => {
    const bench = startBench({ products: 797, cap: 8, latency: [1, 400] }, 4)
    await bench.sync()
    bench.store.nature.changes = [57, 165].map((at) => change('insert', at, 0))
    expect(await wronglyGone(bench, bench.sync)).toEqual([])
    expect(bench.state.last).toMatchObject({ outcome: 'complete', added: 2, gone: 0 })
    expectCopied(bench)
  })
})

describe('a list that shrinks suddenly', () => {
  it.each([
    ['to nothing', 1],
    ['by more than half', 0.6]
  ])('fault 41: %s: the person is asked before anything is written', async (_title, part) => {
    const bench = startBench(short)
    await bench.sync()
    const before = bench.copy.contents()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 200 * part })
    const commits = bench.copy.commits()
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    const missing = 200 * part
    expect(bench.state.drop).toEqual({ kind: 'shorter', before: 200, now: 200 - missing, missing })
    expect(bench.copy.commits()).toBe(commits + 1)
    expect(bench.copy.contents()).toEqual(before)

    bench.syncs.answerDrop('c', false)
    expect(await bench.ended()).toMatchObject({ outcome: 'declined', gone: 0 })
    expect(bench.copy.contents()).toEqual(before)

    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    bench.syncs.answerDrop('c', true)
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', gone: 200 * part })
    expectCopied(bench)
  })

  it('fault 41: without totals it is noticed in the end, and nothing is gone unless the person believes it', async () => {
    const bench = startBench({ ...short, totals: 'none' })
    await bench.sync()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 150 })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    expect(bench.state.drop).toEqual({ kind: 'shorter', before: 200, now: 50, missing: 150 })
    bench.syncs.answerDrop('c', false)
    expect(await bench.ended()).toMatchObject({ outcome: 'declined', gone: 0 })
    expect(bench.copy.gone()).toEqual([])
  })

  it('fault 41: the question outlives the app', async () => {
    const bench = startBench(short)
    await bench.sync()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 150 })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    bench.restart()
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    bench.syncs.answerDrop('c', true)
    expect(await bench.ended()).toMatchObject({ run: 2, outcome: 'complete', gone: 150 })
  })

  it('fault 41: a person can stop instead of answering', async () => {
    const bench = startBench(short)
    await bench.sync()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 150 })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    bench.syncs.stop('c')
    expect(await bench.ended()).toMatchObject({ outcome: 'stopped', gone: 0 })
    expect(bench.copy.contents()).toHaveLength(200)
  })

  it('fault 112: as many products as before, but most of them others: the person is asked', async () => {
    const bench = startBench(short)
    await bench.sync()
    const before = bench.copy.listed()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 110 })
    bench.store.apply({ kind: 'insert', where: 0, to: 0, count: 110 })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    expect(bench.state.drop).toEqual({ kind: 'others', before: 200, now: 90, missing: 110 })
    bench.syncs.answerDrop('c', false)
    expect(await bench.ended()).toMatchObject({ outcome: 'declined', gone: 0 })
    expect(bench.copy.gone()).toEqual([])
    expect(bench.copy.listed()).toEqual(expect.arrayContaining(before))

    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    expect(bench.state.drop).toMatchObject({ kind: 'others' })
    bench.syncs.answerDrop('c', true)
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', gone: 110 })
    expectCopied(bench)
    // What was believed once is the copy: nothing is asked of it again.
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: 0 })
  })

  it('fault 112: half of the products may be others without a question', async () => {
    const bench = startBench(short)
    await bench.sync()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 100 })
    bench.store.apply({ kind: 'insert', where: 0, to: 0, count: 100 })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: 100 })
  })

  it('fault 112: that a person saw another list while they were asked is followed before anything is gone', async () => {
    const bench = startBench(short)
    await bench.sync()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 150 })
    bench.store.apply({ kind: 'insert', where: 0, to: 0, count: 150 })
    bench.store.restart()
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    bench.store.apply(change('swap', 0, 0.02, 1, 0.9))
    await bench.browse(1, 20)
    bench.syncs.answerDrop('c', true)
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', gone: 150 })
    expectCopied(bench)
  })

  it('fault 113: a list that shrinks by less than half again and again: the person is asked', async () => {
    const bench = startBench({ products: 1000, cap: 100 })
    await bench.sync()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 490 })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: 490 })
    bench.restart()
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 240 })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    expect(bench.state.drop).toEqual({ kind: 'shrinking', before: 1000, now: 270, missing: 240 })
    bench.syncs.answerDrop('c', true)
    expect(await bench.ended()).toMatchObject({ outcome: 'complete', gone: 240 })
    // It is the measure from now on.
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 130 })
    expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: 130 })
    bench.store.apply({ kind: 'remove', where: 0, to: 0, count: 10 })
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking')
    expect(bench.state.drop).toMatchObject({ kind: 'shrinking', before: 270, now: 130 })
  })

  describe('and gets others instead', () => {
    /** Exchanges products that were listed from the start for as many new ones. */
    const exchange = (bench: Bench, count: number): void => {
      bench.store.apply({ kind: 'remove', where: 1 - count / 1000, to: 0, count })
      bench.store.apply({ kind: 'insert', where: 0, to: 0, count })
    }
    const hours = (count: number): number => count * 3_600_000

    it('fault 113: less than half of them at a time, but most of them within a week: the person is asked', async () => {
      const bench = startBench({ products: 1000, cap: 100 })
      const { startedAt: since } = await bench.sync()
      for (const count of [300, 200]) {
        await bench.time.pass(hours(24))
        exchange(bench, count)
        expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: count })
      }
      bench.restart()
      exchange(bench, 100)
      for (const believes of [false, true]) {
        bench.syncs.start('c')
        await bench.until(() => bench.state.phase === 'asking')
        expect(bench.state.drop).toEqual({ kind: 'renewed', since, before: 1000, now: 400, missing: 100 })
        bench.syncs.answerDrop('c', believes)
        expect(await bench.ended()).toMatchObject({ gone: believes ? 100 : 0 })
      }
      expectCopied(bench)
      // It is the measure from now on.
      exchange(bench, 400)
      expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: 400 })
      exchange(bench, 200)
      bench.syncs.start('c')
      await bench.until(() => bench.state.phase === 'asking')
      expect(bench.state.drop).toMatchObject({ kind: 'renewed', before: 1000, now: 400 })
    })

    it('fault 113: half of them within a week, again and again: nobody is asked', async () => {
      const bench = startBench({ products: 1000, cap: 100 })
      await bench.sync()
      for (let day = 0; day < 15; day++) {
        await bench.time.pass(hours(24))
        exchange(bench, 70)
        expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: 70 })
      }
    })

    it('fault 113: less than half of them while nobody synced for a week: nobody is asked', async () => {
      const bench = startBench({ products: 1000, cap: 100 })
      await bench.sync()
      for (const count of [450, 450]) {
        await bench.time.pass(hours(24 * 7 + 1))
        exchange(bench, count)
        expect(await bench.sync()).toMatchObject({ outcome: 'complete', gone: count })
      }
    })
  })
})
