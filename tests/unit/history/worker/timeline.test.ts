import { describe, expect, it } from 'vitest'
import { item, items, rawPages, type Item } from '../../catalog/writing-side'
import { line, openPast, type Past } from './past'

async function sync({ side }: Past, list: Item[], at: number): Promise<void> {
  const { run } = side.begin(at)
  for (const page of rawPages(list, 10)) side.commit(run, [page], null, at)
  await side.finish(run, { total: list.length, at })
}

describe('the timeline of a product', () => {
  it('tells what happened, newest first, and what the price was from when on', async () => {
    const past = openPast()
    await sync(past, items('a', 'b'), 100)
    await sync(past, [item('a', { price: 2 }), item('b')], 200)
    await sync(past, items('b'), 300)
    await sync(past, [item('a', { price: 3 }), item('b')], 400)
    const timeline = await past.history.timeline('a')
    expect(timeline.changes.map(line)).toEqual(['a price 2 → 3', 'a back', 'a gone', 'a price 1 → 2'])
    expect(timeline.since).toBe(100)
    expect(timeline.prices).toEqual([
      { at: 100, price: 1 },
      { at: 200, price: 2 },
      { at: 300, price: null },
      { at: 400, price: 3 }
    ])
  })

  it('begins where the product was first listed', async () => {
    const past = openPast()
    await sync(past, items('a'), 100)
    await sync(past, items('a', 'b'), 200)
    const timeline = await past.history.timeline('b')
    expect(timeline).toMatchObject({ since: 200, prices: [{ at: 200, price: 1 }] })
    expect(timeline.changes.map(line)).toEqual(['b new'])
  })

  it('has one price where nothing changed', async () => {
    const past = openPast()
    await sync(past, items('a'), 100)
    await sync(past, items('a'), 200)
    expect(await past.history.timeline('a')).toEqual({
      changes: [],
      prices: [{ at: 100, price: 1 }],
      since: 100
    })
  })

  it('knows when a price was unknown', async () => {
    const past = openPast()
    await sync(past, [item('a', { price: null })], 100)
    await sync(past, items('a'), 200)
    const { prices } = await past.history.timeline('a')
    expect(prices).toEqual([
      { at: 100, price: null },
      { at: 200, price: 1 }
    ])
  })

  it('is empty for an id that the copy does not know', async () => {
    expect(await openPast().history.timeline('nobody')).toEqual({ changes: [], prices: [], since: null })
  })
})
