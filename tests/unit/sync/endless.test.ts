import { describe, expect, it } from 'vitest'
import type { PageRequest, RawAnswer } from '../../../electron/api/types'
import type { Result } from '../../../electron/contract/failure'
import type { SyncSummary } from '../../../electron/contract/sync'
import { newCheckpoint } from '../../../electron/sync/crawl/checkpoint'
import { isBeyond, isRepeating, usualLimits } from '../../../electron/sync/crawl/crawl-limits'
import { seeded } from '../../../scripts/demo-store/random'
import { startBench, type Bench } from './fixture'

/** What a store says of one page; `count` is the number of the request, from 1. */
type Says = (asked: { page: number; count: number }) => {
  ids: string[]
  totalItems?: number
  totalPages?: number
}

/** Small enough to be reached in a test: 100 pages of 50, or 300 of one. */
const limits = { ...usualLimits, places: 5000, pages: 300 }

interface Endless extends Bench {
  requests: () => number
}

/** A sync with a store that has no list, but makes up an answer for whatever is asked. */
function benchWith(says: Says): Endless {
  const bench = startBench({}, 1, { limits })
  let count = 0
  const fetchAnswer = async ({ page, limit, signal }: PageRequest): Promise<Result<RawAnswer>> => {
    await bench.time.sleep(30, signal).catch(() => undefined)
    const { ids, ...totals } = says({ page, count: ++count })
    const items = ids.map((id) => ({ id, name: `Product ${id}`, price: 1 }))
    const body = { status: 200, message: 'ok', data: { items, currentPage: page, ...totals } }
    const bytes = new Uint8Array(new TextEncoder().encode(JSON.stringify(body)))
    const url = 'https://store.example/'
    return { ok: true, value: { page, limit, url, status: 200, contentType: 'application/json', bytes } }
  }
  Object.assign(bench.store, { fetchAnswer })
  return Object.assign(bench, { requests: () => count })
}

/** One whole run, of no more than so many requests. */
async function ended(bench: Endless, most: number): Promise<SyncSummary> {
  bench.syncs.start('c')
  await bench.until(() => bench.state.phase === 'idle' || bench.requests() > most)
  expect(bench.requests(), JSON.stringify(bench.state)).toBeLessThanOrEqual(most)
  return bench.ended()
}

const numbered = (first: number, count = 50): string[] =>
  Array.from({ length: count }, (_, index) => `P-${first + index}`)
const page50 = (page: number): string[] => numbered((page - 1) * 50 + 1)

const random = seeded(3)
const shuffled = (ids: string[]): string[] =>
  ids
    .map((id) => ({ id, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ id }) => id)

describe('a store that would keep a run going for ever', () => {
  it.each<[string, Says, number, Partial<SyncSummary>]>([
    [
      'fault 38: gives the same 50 products in another order, whatever page is asked for',
      () => ({ ids: shuffled(numbered(1)) }),
      30,
      { partly: 'repeating', products: 50, here: 50 }
    ],
    [
      'fault 38: does so and says that there are 5,000',
      () => ({ ids: shuffled(numbered(1)), totalItems: 5000 }),
      130,
      { partly: 'repeating', products: 50, here: 50 }
    ],
    [
      'fault 39: invents new products and never says how many there are',
      ({ page }) => ({ ids: page50(page) }),
      101,
      { partly: 'endless', here: 5000 }
    ],
    [
      'fault 39: invents new products and says that there are 500',
      ({ count }) => ({ ids: page50(count), totalItems: 500 }),
      101,
      { partly: 'endless', here: 5000 }
    ],
    [
      'fault 37: has a larger total with each page',
      ({ page }) => ({ ids: page50(page), totalItems: page * 50 + 100 }),
      101,
      { partly: 'endless', here: 5000 }
    ],
    [
      'fault 37: has a larger total with each request',
      ({ page, count }) => ({ ids: page50(page), totalItems: count * 500 }),
      101,
      { partly: 'endless', here: 5000 }
    ],
    [
      'fault 37: has more pages with each page, and says nothing else',
      ({ page }) => ({ ids: page50(page), totalPages: page + 2 }),
      101,
      { partly: 'endless', here: 5000 }
    ],
    [
      'fault 39: gives one product a page, and never says how many there are',
      ({ page }) => ({ ids: numbered(page, 1) }),
      301,
      { partly: 'endless', here: 300 }
    ],
    [
      'fault 39: gives one product a page, of a hundred million',
      ({ page }) => ({ ids: numbered(page, 1), totalItems: 100_000_000 }),
      301,
      { partly: 'endless', here: 300 }
    ],
    [
      'fault 38: gives the same product on each page of many',
      () => ({ ids: numbered(1, 1), totalItems: 2000 }),
      30,
      { partly: 'repeating', here: 1 }
    ]
  ])('%s: the run ends as partial', async (_title, says, most, summary) => {
    const bench = benchWith(says)
    expect(await ended(bench, most)).toMatchObject({ outcome: 'partial', gone: 0, ...summary })
    // What was given over and over is not counted as part of the list.
    const facts = await bench.copy.facts('c')
    expect(facts.ok && facts.value.coverage.here).toBe(summary.here)
  })

  it.each([2, 3, 7, 30])(
    'fault 38: gives its %i pages in a circle: the run ends as partial with each product once',
    async (length) => {
      const circle: Says = ({ page }) => ({ ids: page50(((page - 1) % length) + 1) })
      const products = length * 50
      const expected = { outcome: 'partial', partly: 'repeating', products, here: products, gone: 0 }
      // Round by round to where it begins again, and a little on.
      const most = 5 * (2 * length + 20)
      expect(await ended(benchWith(circle), most)).toMatchObject(expected)
      const told = benchWith((asked) => ({ ...circle(asked), totalItems: 50_000 }))
      expect(await ended(told, most)).toMatchObject(expected)
      const inAnyOrder = benchWith((asked) => ({ ids: shuffled(circle(asked).ids) }))
      expect(await ended(inAnyOrder, most)).toMatchObject(expected)
    }
  )

  it('fault 87: does so across kills as well', async () => {
    const bench = benchWith(({ page }) => ({ ids: page50(page) }))
    for (let kills = 0; kills < 5; kills++) {
      bench.syncs.start('c')
      await bench.time.pass(150)
      bench.restart()
    }
    expect(await ended(bench, 200)).toMatchObject({
      run: 1,
      outcome: 'partial',
      partly: 'endless',
      here: 5000
    })
  })
})

describe('a store that gives its last page for all after it', () => {
  it('fault 38, 39: and once told a total that is too large: what comes again is not the end of the list', async () => {
    const list = Array.from({ length: 142 }, (_, index) => (index % 11 === 1 ? 'P-first' : `P-${index}`))
    list[140] = 'P-first'
    const bench = benchWith(({ page }) => {
      const from = Math.min(2 * page - 2, 140)
      return { ids: list.slice(from, from + 2), ...(page < 20 ? { totalItems: 193 } : {}) }
    })
    expect(await bench.sync()).toMatchObject({ outcome: 'partial', here: 142 })
    expect(bench.copy.contents()).toHaveLength(142)
  })
})

describe('a list that is only unusual', () => {
  it('fault 45: without a total, each product in two places, far apart: the run is complete', async () => {
    // The second time in another order, or its pages would be earlier ones once more.
    const ids = numbered(1, 2000)
    const list = [...ids, ...shuffled(ids)]
    const bench = benchWith(({ page }) => ({ ids: list.slice((page - 1) * 50, page * 50) }))
    expect(await bench.sync()).toMatchObject({
      outcome: 'complete',
      here: 4000,
      products: 2000,
      partly: null
    })
  })

  it('one product that is given for whatever page: the run is complete', async () => {
    expect(
      await ended(
        benchWith(() => ({ ids: numbered(1, 1) })),
        20
      )
    ).toMatchObject({ outcome: 'complete' })
  })
})

describe('how far a list is read', () => {
  it('is two million places without a total that is believed, or twice as many as were told at first', () => {
    const checkpoint = { ...newCheckpoint(500), highest: 4000 }
    expect(isBeyond(checkpoint, 4000, usualLimits)).toBe(false)
    expect(isBeyond(checkpoint, 4001, usualLimits)).toBe(true)
    expect(isBeyond({ ...checkpoint, totalAtFirst: 50_000_000 }, 200_000, usualLimits)).toBe(false)
    expect(isBeyond({ ...checkpoint, totalAtFirst: 50_000_000 }, 200_001, usualLimits)).toBe(true)
  })

  it('is 200,000 pages, however small they are', () => {
    const checkpoint = { ...newCheckpoint(1), totalAtFirst: 100_000_000 }
    expect(isBeyond(checkpoint, 200_000, usualLimits)).toBe(false)
    expect(isBeyond(checkpoint, 200_001, usualLimits)).toBe(true)
  })

  it('ends where nothing new came for longer than all that was new', () => {
    const checkpoint = { ...newCheckpoint(50), highest: 80 }
    expect(isRepeating(checkpoint, 40)).toBe(false)
    expect(isRepeating(checkpoint, 41)).toBe(true)
    expect(isRepeating({ ...checkpoint, highest: 21 }, 20)).toBe(false)
  })
})
