import { describe, expect, it } from 'vitest'
import { maxEntries, readPage } from '../../../electron/api/parse-answer'
import type { ScenarioName } from '../../support/faulty-store'
import { failureOf, pageOf, startBench } from './fixture'

describe("the form of the store's answer", () => {
  it.each(['items-missing', 'items-null', 'items-object'] as const)(
    'fault 33: %s is not a page and nothing of it is kept',
    async (scenario) => {
      const { ask, store, waits } = await startBench()
      store.scenario(scenario)
      expect(failureOf(await ask()).code).toBe('answer-unknown-form')
      expect(waits).toEqual([])
    }
  )

  it('fault 34: another page than asked for is refused, and it says which came', async () => {
    const { ask, store } = await startBench()
    store.scenario('wrong-page')
    expect(failureOf(await ask({ page: 4 }))).toMatchObject({ code: 'wrong-page', facts: { page: 5 } })
  })

  it('fault 34: a page that does not say its number is accepted', () => {
    const items = [{ id: '1', name: 'One', price: 1 }]
    for (const currentPage of [undefined, null, 'first', {}, 2.5]) {
      const answer = { status: 200, data: { items, currentPage, totalPages: 9, totalItems: 9 } }
      expect(pageOf(readPage(answer, { page: 3, limit: 1, status: 200 })).page).toBe(3)
    }
  })

  it('fault 35: no pages with items on the page means that their number is not known', async () => {
    const { ask, store } = await startBench()
    store.scenario('zero-pages')
    const page = pageOf(await ask())
    expect(page).toMatchObject({ totalPages: null, totalItems: 240, oddities: ['totals-unknown'] })
    expect(page.items).toHaveLength(25)
  })

  it('fault 36, 37: a list that changes while it is read is told with each page, as the store says it', async () => {
    const { ask, store } = await startBench()
    for (const [scenario, totals] of [
      ['shrinking', [230, 220]],
      ['growing', [250, 260]]
    ] as const) {
      store.scenario(scenario)
      const first = pageOf(await ask({ page: 1 }))
      const second = pageOf(await ask({ page: 2 }))
      expect([first.totalItems, second.totalItems]).toEqual(totals)
    }
  })

  it('fault 38: the same page again is refused when it says so', async () => {
    const { ask, store } = await startBench()
    store.scenario('same-page')
    expect(pageOf(await ask({ page: 1 })).items).toHaveLength(25)
    expect(failureOf(await ask({ page: 2 }))).toMatchObject({ code: 'wrong-page', facts: { page: 1 } })
  })

  it('fault 38: the same items under another number are given as they came, for one request each', async () => {
    const { ask, store } = await startBench()
    store.scenario('same-items')
    const first = pageOf(await ask({ page: 1 }))
    const second = pageOf(await ask({ page: 2 }))
    expect(second.items).toEqual(first.items)
    expect(store.pageRequests()).toBe(2)
  })

  it.each([
    ['totals-huge', { totalPages: null, totalItems: null, oddities: ['totals-unknown'] }],
    ['totals-nonsense', { totalPages: null, totalItems: null, oddities: ['totals-unknown'] }],
    ['totals-contradict', { totalPages: null, totalItems: 40, oddities: ['totals-unknown'] }],
    ['totals-text', { totalPages: 10, totalItems: 240, oddities: [] }]
  ] as [ScenarioName, object][])(
    'fault 39: of %s only what can be true is believed',
    async (scenario, totals) => {
      const { ask, store } = await startBench()
      store.scenario(scenario)
      const page = pageOf(await ask())
      expect(page).toMatchObject({ ...totals, pageSize: 25 })
      expect(page.items).toHaveLength(25)
    }
  )

  it('fault 40: an empty page before the end is told', async () => {
    const { ask, store } = await startBench()
    store.scenario('empty-before-end')
    expect(pageOf(await ask({ page: 3 }))).toMatchObject({
      items: [],
      oddities: ['empty-before-end'],
      totalItems: 240
    })
  })

  it('fault 41: a list without products is told as that and nothing else', async () => {
    const { ask, store } = await startBench()
    store.scenario('no-products')
    expect(pageOf(await ask())).toMatchObject({
      items: [],
      setAside: [],
      totalItems: 0,
      totalPages: 0,
      oddities: []
    })
  })

  it('fault 42: a store that gives fewer items than asked for shows its real page size', async () => {
    const { ask, store } = await startBench({}, { products: 43 })
    store.scenario('limit-capped')
    for (const page of [1, 2, 5]) {
      expect(pageOf(await ask({ page, limit: 25 }))).toMatchObject({
        pageSize: 10,
        oddities: ['limit-capped']
      })
    }
  })

  it('fault 42: a last page is short without being capped', async () => {
    const { ask } = await startBench({}, { products: 43 })
    expect(pageOf(await ask({ page: 2 }))).toMatchObject({ pageSize: 25, oddities: [] })
    const small = await startBench({}, { products: 7 })
    expect(pageOf(await small.ask())).toMatchObject({ pageSize: 25, oddities: [], totalPages: 1 })
  })

  it('a store that gives more items than asked for loses none of them', async () => {
    const { ask, store } = await startBench({}, { products: 130 })
    store.scenario('limit-ignored')
    const page = pageOf(await ask({ limit: 25 }))
    expect(page).toMatchObject({ pageSize: 60, limit: 25, oddities: [] })
    expect(page.items).toHaveLength(60)
    expect(pageOf(await ask({ limit: 25, page: 3 }))).toMatchObject({ pageSize: 60 })
  })

  it('more items than any page holds are refused, not cut', () => {
    const answer = { data: { items: Array.from({ length: maxEntries + 1 }, (_, id) => ({ id })) } }
    expect(failureOf(readPage(answer, { page: 1, limit: 25, status: 200 })).code).toBe('answer-too-large')
  })

  it.each([
    ['deep-json', 'answer-unknown-form'],
    ['deep-item', 'answer-unknown-form'],
    ['many-objects', 'answer-unknown-form'],
    ['huge-json', 'answer-too-large']
  ] as const)('fault 43: %s is refused before it costs memory', async (scenario, code) => {
    const { ask, store } = await startBench()
    store.scenario(scenario)
    expect(failureOf(await ask()).code).toBe(code)
  })

  it('fault 44: another status in the body is told, the products are kept', async () => {
    const { ask, store } = await startBench()
    store.scenario('status-differs')
    const page = pageOf(await ask())
    expect(page.oddities).toEqual(['status-differs'])
    expect(page.items).toHaveLength(25)
  })

  it('fault 44: a refusal inside HTTP 200 is a refusal', async () => {
    const { ask, store } = await startBench()
    store.scenario('status-inside')
    expect(failureOf(await ask())).toMatchObject({
      code: 'key-refused',
      facts: { status: 401, field: 'key' }
    })
    expect(store.pageRequests()).toBe(1)
  })
})
