import { describe, expect, it } from 'vitest'
import type { RawDifferences } from '../../../../electron/catalog/history-types'
import { createCatalogComparison } from '../../../../electron/history/worker/compare-catalogs'
import { item, items, rawPage, storePage } from '../../catalog/writing-side'
import { firstPage, line, openPast, type Past } from './past'

const bases: [string, string] = ['https://live.example', 'https://test.example']

function compare(before: Past, after: Past, compareTwo = createCatalogComparison()): Promise<RawDifferences> {
  return compareTwo(before, after, { bases, kinds: [], leastPercent: null, ...firstPage })
}

describe('two copies', () => {
  it('are compared by the ids of their products, exactly', async () => {
    const [live, test] = [openPast(), openPast()]
    await live.side.sync([item('a', { price: 10 }), item('B'), item('c')])
    await test.side.sync([item('c', { description: 'Other' }), item('a', { price: 15 }), item('b')])
    const found = await compare(live, test)
    expect(found.changes.map(line)).toEqual([
      'c description About c → Other',
      'a price 10 → 15',
      'b new',
      'B gone'
    ])
    expect(found.changes.map(({ ofFirst }) => ofFirst)).toEqual([false, false, false, true])
    expect(found.changes[1]?.percent).toBe(50)
    expect(found.counts).toMatchObject({ new: 1, gone: 1, price: 1, description: 1 })
    expect(found.untold).toEqual([])
  })

  it('do not differ by pictures that each store serves itself under the same path', async () => {
    const [live, test] = [openPast(), openPast()]
    await live.side.sync([
      item('a', { image: 'https://live.example/a.jpg' }),
      item('b', { image: 'https://live.example/b.jpg' })
    ])
    await test.side.sync([
      item('a', { image: 'https://test.example/a.jpg' }),
      item('b', { image: 'https://test.example/new/b.jpg' })
    ])
    expect((await compare(live, test)).changes.map(({ product }) => product.id)).toEqual(['b'])
  })

  it('claim nothing of what an incomplete copy may only lack', async () => {
    const [live, test] = [openPast(), openPast()]
    await live.side.sync(items('a', 'b'))
    test.side.save(storePage(rawPage([item('a', { price: 2 }), ...items('c', 'd')], 1, 2)))
    const found = await compare(live, test)
    expect(found.untold).toEqual(['gone'])
    expect(found.changes.map(line)).toEqual(['a price 1 → 2', 'c new'])
    expect([found.before.state, found.after.state]).toEqual(['complete', 'partial'])
    const back = await compare(test, live)
    expect(back.untold).toEqual(['new'])
    expect(back.changes.map(line)).toEqual(['a price 2 → 1', 'c gone'])
  })

  it('say nothing of texts and pictures that the short form does not have', async () => {
    const [full, short] = [openPast(), openPast()]
    await full.side.sync(items('a', 'b'))
    const bare = { description: undefined, image: undefined }
    await short.side.sync([item('a', bare), item('b', { ...bare, price: 3 })], 2, 'short')
    const found = await compare(full, short)
    expect(found.untold).toEqual(['description', 'image'])
    expect(found.changes.map(line)).toEqual(['b price 1 → 3'])
  })

  it('leave out what the store does not list anymore', async () => {
    const [live, test] = [openPast(), openPast()]
    await live.side.sync(items('a', 'b'))
    await live.side.sync(items('a'))
    await test.side.sync(items('a', 'b'))
    expect((await compare(live, test)).changes.map(line)).toEqual(['b new'])
  })

  it('are compared anew once one of them was written', async () => {
    const [live, test] = [openPast(), openPast()]
    await live.side.sync(items('a'))
    await test.side.sync(items('a'))
    const compareTwo = createCatalogComparison()
    expect((await compare(live, test, compareTwo)).total).toBe(0)
    await test.side.sync(items('a', 'b'))
    expect((await compare(live, test, compareTwo)).changes.map(line)).toEqual(['b new'])
  })
})
