import { describe, expect, it } from 'vitest'
import type { PageRequest, RawAnswer } from '../../../electron/api/types'
import type { Result } from '../../../electron/contract/failure'
import { startBench, type Bench } from './fixture'

/** A store that had 60 products when it was read, and now answers every page with this data. */
async function emptied(data: object): Promise<Bench> {
  const bench = startBench({ products: 60 })
  await bench.sync()
  const fetchAnswer = async ({ page, limit, signal }: PageRequest): Promise<Result<RawAnswer>> => {
    await bench.time.sleep(30, signal).catch(() => undefined)
    const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify({ status: 200, data })))
    const url = 'https://store.example/'
    return { ok: true, value: { page, limit, url, status: 200, contentType: 'application/json', bytes } }
  }
  Object.assign(bench.store, { fetchAnswer })
  return bench
}

describe('a page that says so, when somebody looks at it', () => {
  it('fault 41: begins a run that asks, once an hour at most', async () => {
    const bench = await emptied({ items: [] })
    bench.schedule = 'daily'
    bench.syncs.startForShrink('c')
    await bench.until(() => bench.state.phase === 'asking')
    bench.syncs.startForShrink('c')
    bench.syncs.answerDrop('c', false)
    expect(await bench.ended()).toMatchObject({ run: 2, outcome: 'declined' })
    bench.syncs.startForShrink('c')
    expect(bench.state.phase).toBe('idle')
    await bench.time.pass(3_600_000)
    bench.syncs.startForShrink('c')
    await bench.until(() => bench.state.phase === 'asking')
  })

  it('begins nothing where the person wants no run to start by itself', async () => {
    const bench = await emptied({ items: [] })
    bench.syncs.startForShrink('c')
    expect(bench.state.phase).toBe('idle')
  })
})

describe('a list that is suddenly empty', () => {
  it.each([
    ['with both totals', { totalItems: 0, totalPages: 0 }],
    ['with one empty page', { totalItems: 0, totalPages: 1 }],
    ['with a number of items alone', { totalItems: 0 }],
    ['with a number of pages alone', { totalPages: 0 }],
    ['with one page, and no number of items', { totalPages: 1 }],
    ['with three empty pages, and no number of items', { totalPages: 3 }],
    ['with totals that exclude each other', { totalItems: 0, totalPages: 3 }],
    ['without totals', {}]
  ])('fault 41: %s: the person is asked, and may keep the copy', async (_title, totals) => {
    const bench = await emptied({ items: [], ...totals })
    const before = bench.copy.contents()
    bench.syncs.start('c')
    await bench.until(() => bench.state.phase === 'asking' || bench.state.phase === 'idle')
    expect(bench.state).toMatchObject({ phase: 'asking', drop: { before: 60, now: 0 } })
    expect(bench.copy.contents()).toEqual(before)
    bench.syncs.answerDrop('c', false)
    expect(await bench.ended()).toMatchObject({ outcome: 'declined', gone: 0 })
    expect(bench.copy.contents()).toEqual(before)
  })

  it.each([
    ['60 items', { totalItems: 60 }],
    ['60 items on three pages', { totalItems: 60, totalPages: 3 }]
  ])('fault 40: that still says it has %s: it is told that the store gave fewer', async (_title, totals) => {
    const bench = await emptied({ items: [], ...totals })
    expect(await bench.sync()).toMatchObject({
      outcome: 'partial',
      partly: 'short',
      here: 0,
      total: 60,
      gone: 0
    })
    expect(bench.copy.listed()).toHaveLength(60)
  })
})
