import { describe, expect, it } from 'vitest'
import type { CatalogDb } from '../../../electron/catalog/types'
import { fail } from '../../../electron/contract/failure'
import type { FaultyStore } from '../../support/faulty-store'
import { testFolder } from '../../support/folder'
import { eventually } from '../../support/eventually'
import { ids, idsOf, narrowed, openCatalog, pageOf, query, realBench } from './bench'

const settled = (store: FaultyStore, requests: number): Promise<unknown> =>
  eventually(() => expect(store.pageRequests()).toBe(requests))

/** What was asked of the store: page and items a page. */
const asked = (store: FaultyStore): string[] =>
  store.requests.map(({ url }) => {
    const { searchParams } = new URL(url, store.baseUrl)
    return `${searchParams.get('pageNo')} of ${searchParams.get('limit')}`
  })

describe('the pages of a real store', () => {
  it('come from the store first, then from the copy with their age, and with pictures by their opaque names', async () => {
    const { store, catalog, clock } = await realBench()
    const first = pageOf(await catalog.page(query(1)))
    expect(first).toMatchObject({
      page: 1,
      pageSize: 25,
      totalItems: 100,
      totalPages: 4,
      fetchedAt: 1000,
      fromCopy: false,
      staleBecause: null,
      order: 'store',
      terms: [],
      coverage: { here: 25, total: 100, asOf: 1000, state: 'partial' }
    })
    expect(first.items[0]).toMatchObject({
      id: 'P-00001',
      position: 1,
      change: null,
      changedFields: [],
      pricePercent: null,
      picture: { token: `${store.baseUrl}/images/1.png`, host: 'picture.example' }
    })
    expect(first.items[0]).not.toHaveProperty('image')
    await settled(store, 2)
    clock.time = 5000
    const again = pageOf(await catalog.page(query(1)))
    expect(again).toMatchObject({ items: first.items, fetchedAt: 1000, fromCopy: true, staleBecause: null })
  })

  it('are there after a restart, as old as they are', async () => {
    const folder = testFolder()
    const before = openCatalog(folder)
    const { store, catalog } = await realBench({ copy: before })
    const seen = pageOf(await catalog.page(query(4)))
    await before.close()
    const after = await realBench({ copy: openCatalog(folder) })
    await after.store.goOffline()
    after.clock.time = 99_000
    const shown = pageOf(await after.catalog.page(query(4)))
    expect(idsOf(shown)).toEqual(idsOf(seen))
    expect(shown).toMatchObject({ fetchedAt: 1000, fromCopy: true, totalItems: 100, staleBecause: null })
    expect(store.pageRequests()).toBe(1)
  })

  it('of any size are answered from what pages of other sizes brought', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(1, { limit: 100 }))
    expect(idsOf(pageOf(await catalog.page(query(3, { limit: 10 }))))).toEqual(ids(21, 30))
    expect(idsOf(pageOf(await catalog.page(query(2, { limit: 33 }))))).toEqual(ids(34, 66))
    expect(store.pageRequests()).toBe(1)
  })

  it('with a gap are filled up with what is missing alone', async () => {
    const { store, catalog } = await realBench()
    store.shelf.cap = 20
    await catalog.page(query(1, { limit: 20 }))
    await settled(store, 2)
    store.requests.length = 0
    const page = pageOf(await catalog.page(query(1, { limit: 100 })))
    expect(idsOf(page)).toEqual(ids(1, 100))
    expect(page.fromCopy).toBe(true)
    // The store caps what it is asked for at first, so that the first answer is of places that are known.
    expect(asked(store)).toEqual(['1 of 100', '3 of 20', '4 of 20', '5 of 20'])
  })

  it('the next page is fetched ahead once, and shown without asking again; after the last there is none', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(3))
    await settled(store, 2)
    await eventually(async () => expect(pageOf(await catalog.page(query(4))).fromCopy).toBe(true))
    expect(store.pageRequests()).toBe(2)
  })

  it('the page after one that was fetched ahead is fetched ahead too', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(1))
    await eventually(async () => expect(pageOf(await catalog.page(query(2))).fromCopy).toBe(true))
    await settled(store, 3)
  })

  it('an old page is fetched ahead of one that is young, not of one that is as old', async () => {
    const { store, catalog, clock } = await realBench()
    await catalog.page(query(1, { limit: 100 }))
    clock.time = 60_000
    await catalog.page(query(1))
    await catalog.page(query(2))
    expect(store.pageRequests()).toBe(1)
    await catalog.page(query(2, { from: 'store' }))
    await settled(store, 3)
    expect(asked(store)).toEqual(['1 of 100', '2 of 25', '3 of 25'])
  })

  it('a refresh asks the store, also for what is in the copy', async () => {
    const { store, catalog, clock } = await realBench()
    await catalog.page(query(4))
    clock.time = 9000
    store.shelf.edits.set(80, { name: 'Another name' })
    const page = pageOf(await catalog.page(query(4, { from: 'store' })))
    expect(page).toMatchObject({ fetchedAt: 9000, fromCopy: false })
    expect(page.items[4]?.name).toBe('Another name')
    expect(store.pageRequests()).toBe(2)
  })

  it('fault 2: without the store what was seen is shown with the reason, what was not is a failure', async () => {
    const { store, catalog, reached } = await realBench()
    await catalog.page(query(4))
    await store.goOffline()
    const stale = pageOf(await catalog.page(query(4, { from: 'store' })))
    expect(stale).toMatchObject({ fetchedAt: 1000, fromCopy: true })
    expect(stale.staleBecause?.code).toBe('connection-refused')
    expect(await catalog.page(query(1))).toMatchObject({ failure: { code: 'connection-refused' } })
    expect(pageOf(await catalog.page(query(4))).staleBecause).toBeNull()
    expect(reached).toEqual([null, 'connection-refused', 'connection-refused'])
  })

  it('fault 2: without the store a page of which only a part was seen is shown in part, with the reason', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(4))
    await store.goOffline()
    const part = pageOf(await catalog.page(query(1, { limit: 100 })))
    expect(idsOf(part)).toEqual(ids(76, 100))
    expect(part).toMatchObject({ fromCopy: true, staleBecause: { code: 'connection-refused' } })
    expect(part.coverage).toMatchObject({ here: 25, total: 100, state: 'partial' })
  })

  it('fault 22: after a refused key nothing is fetched by itself; the person’s next success begins it again', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(1))
    await settled(store, 2)
    await eventually(async () => expect(pageOf(await catalog.page(query(2))).fromCopy).toBe(true))
    await settled(store, 3)
    store.scenario('key-refused')
    const refused = pageOf(await catalog.page(query(2, { from: 'store' })))
    expect(refused.staleBecause?.code).toBe('key-refused')
    const requests = store.pageRequests()
    for (const page of [1, 2, 1, 3]) await catalog.page(query(page))
    expect(store.pageRequests()).toBe(requests)
    store.scenario('healthy')
    await catalog.page(query(3, { from: 'store' }))
    await settled(store, requests + 2)
  })

  it('fault 28: while the store wants to be left alone nothing is asked, whoever wants it', async () => {
    const { store, catalog, clock } = await realBench()
    await catalog.page(query(4))
    const wait = 15 * 60_000
    store.scenario('rate-limited-year')
    const asked = pageOf(await catalog.page(query(4, { from: 'store' })))
    expect(asked.staleBecause).toMatchObject({ code: 'rate-limited', facts: { retryAfter: wait } })
    expect(store.pageRequests()).toBe(2)
    clock.time += wait - 60_000
    const left = { code: 'rate-limited', facts: { status: 429, retryAfter: 60_000 } }
    for (let times = 0; times < 5; times += 1) {
      const stale = pageOf(await catalog.page(query(4, { from: 'store' })))
      expect(stale).toMatchObject({ fromCopy: true, staleBecause: left })
      expect(await catalog.page(query(1))).toMatchObject({ failure: left })
    }
    // Nothing was seen of whether it answers.
    expect(await catalog.probe('shop')).toEqual(fail('cancelled'))
    expect(store.pageRequests()).toBe(2)
    clock.time += 60_000
    expect(pageOf(await catalog.page(query(4, { from: 'store' }))).staleBecause).toBeNull()
  })

  it('fault 28, 93: a clock that is put back makes no wait longer', async () => {
    const { store, catalog, clock } = await realBench()
    clock.time += 3_600_000
    store.scenario('rate-limited-year')
    expect(await catalog.page(query(1))).toMatchObject({ failure: { code: 'rate-limited' } })
    clock.time -= 3_600_000
    expect((await catalog.page(query(1))).ok).toBe(true)
  })

  it('fault 22: with another key the store is asked before the copy is shown', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(4))
    store.scenario('key-refused')
    catalog.keyChanged('shop')
    const refused = pageOf(await catalog.page(query(4)))
    expect(refused).toMatchObject({ fromCopy: true, staleBecause: { code: 'key-refused' } })
    expect(idsOf(refused)).toEqual(ids(76, 100))
    expect(store.pageRequests()).toBe(2)
    await catalog.page(query(4))
    expect(store.pageRequests()).toBe(2)
  })

  it('a connection that there is not has no pages', async () => {
    const { catalog } = await realBench()
    expect(await catalog.page(query(1, { connectionId: 'other' }))).toEqual(fail('connection-unknown'))
  })

  it('a look at whether the store answers asks once, and what came is in the copy', async () => {
    const { store, catalog, copy, reached } = await realBench()
    await copy.facts('shop')
    expect(await catalog.probe('shop')).toEqual({ ok: true, value: null })
    expect(pageOf(await catalog.page(query(1))).fromCopy).toBe(true)
    await settled(store, 2)
    store.scenario('server-error')
    expect(await catalog.probe('shop')).toMatchObject({ failure: { code: 'server-error' } })
    expect(store.pageRequests()).toBe(3)
    expect(reached.at(-1)).toBe('server-error')
  })
})

describe('a store that gives fewer items a page than asked for', () => {
  it('fault 42: a page of any size is put together from its pages, whichever is asked for first', async () => {
    const { store, catalog } = await realBench({ products: 240 })
    store.shelf.cap = 30
    const second = pageOf(await catalog.page(query(2, { limit: 100 })))
    expect(idsOf(second)).toEqual(ids(101, 200))
    expect(second).toMatchObject({ pageSize: 100, totalItems: 240, totalPages: 3, fromCopy: false })
    expect(second.oddities).toEqual([])
    const last = pageOf(await catalog.page(query(3, { limit: 100, from: 'store' })))
    expect(idsOf(last)).toEqual(ids(201, 240))
  })

  it('fault 42: it is found out once; later pages are asked for as it gives them, also after a restart', async () => {
    const folder = testFolder()
    const copy = openCatalog(folder)
    const { store, catalog } = await realBench({ products: 240, copy })
    store.shelf.cap = 40
    await catalog.page(query(1, { limit: 100 }))
    await copy.close()
    const reopened = openCatalog(folder)
    const again = await realBench({ products: 240, copy: reopened })
    again.store.shelf.cap = 40
    // A page is not held up by a copy that takes long to open, as it may here.
    await reopened.facts('shop')
    expect(idsOf(pageOf(await again.catalog.page(query(2, { limit: 100 }))))).toEqual(ids(101, 200))
    expect(asked(again.store).slice(0, 2).sort()).toEqual(['4 of 40', '5 of 40'])
  })

  it('fault 42: a page that would take very many of its pages is filled in part', async () => {
    const { store, catalog } = await realBench({ products: 240 })
    store.shelf.cap = 5
    const page = pageOf(await catalog.page(query(1, { limit: 200 })))
    expect(idsOf(page)).toEqual(ids(1, 100))
    expect(page.coverage).toMatchObject({ here: 100, total: 240, state: 'partial' })
    expect(asked(store).filter((page) => page.endsWith(' of 5')).length).toBeLessThan(20)
  })
})

describe('a list whose total is more than it has', () => {
  it('fault 40: what the store gave a moment ago is not asked for again and again', async () => {
    const { store, catalog, clock } = await realBench()
    store.scenario('empty-before-end')
    const page = pageOf(await catalog.page(query(1)))
    expect(page).toMatchObject({ items: [], oddities: ['empty-before-end'] })
    // The next page, too, was asked for once.
    await settled(store, 2)
    const requests = store.pageRequests()
    for (let times = 0; times < 5; times += 1) await catalog.page(query(1))
    expect(store.pageRequests()).toBe(requests)
    clock.time += 60_000
    await catalog.page(query(1))
    expect(store.pageRequests()).toBeGreaterThan(requests)
  })
})

describe('a narrowed or reordered list', () => {
  it('comes from the copy alone, counted exactly, also while the store is away', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(1, { limit: 100 }))
    await store.goOffline()
    const productQuery = narrowed({ filters: { priceFrom: 40 } })
    const page = pageOf(await catalog.page(query(1, { limit: 10, productQuery, from: 'store' })))
    expect(page).toMatchObject({ totalItems: 7, totalPages: 1, fromCopy: true, staleBecause: null })
    expect(idsOf(page)).toEqual(ids(94, 100))
    expect(page.coverage).toEqual({
      here: 100,
      products: 100,
      setAside: 0,
      total: 100,
      asOf: 1000,
      state: 'partial'
    })
    expect(store.pageRequests()).toBe(1)
  })

  it('by price, the other way round, over pages of any size', async () => {
    const { catalog } = await realBench()
    await catalog.page(query(1, { limit: 100 }))
    const productQuery = narrowed({ sort: { by: 'price', descending: true } })
    const page = pageOf(await catalog.page(query(2, { limit: 10, productQuery })))
    expect(idsOf(page)).toEqual(ids(81, 90).reverse())
    expect(page).toMatchObject({ order: 'sorted', totalItems: 100, totalPages: 10 })
  })

  it('a search says which words it looked for', async () => {
    const { catalog } = await realBench()
    await catalog.page(query(1, { limit: 100 }))
    const page = pageOf(await catalog.page(query(1, { productQuery: narrowed({ search: 'PRODUCT 42' }) })))
    expect(page.items[0]?.id).toBe('P-00042')
    expect(page.terms).toEqual(['product', '42'])
  })

  it('of a copy that holds nothing is empty and says so', async () => {
    const { store, catalog } = await realBench()
    const page = pageOf(await catalog.page(query(1, { productQuery: narrowed({ search: 'mug' }) })))
    expect(page).toMatchObject({ items: [], totalItems: 0, coverage: { here: 0, state: 'none' } })
    expect(store.pageRequests()).toBe(0)
  })

  it('ends what an earlier question for the whole list waits for, not the other way round', async () => {
    const { store, catalog } = await realBench()
    store.scenario('no-answer')
    const whole = catalog.page(query(1))
    await settled(store, 1)
    const productQuery = narrowed({ search: 'mug' })
    await catalog.page(query(9, { productQuery }))
    expect(await whole).toEqual(fail('cancelled'))
  })
})

/** The copy of a disk that takes nothing more. */
const full = (copy: CatalogDb): CatalogDb => ({
  ...copy,
  save: () => Promise.resolve(fail('storage-failed'))
})

describe('a list that has shrunk suddenly', () => {
  const listWithout = (count: number): Set<number> => new Set(Array.from({ length: count }, (_, n) => n + 1))

  it.each([
    ['is empty', 100, 'list-emptied'],
    ['has lost more than half', 60, 'list-shrunk']
  ])(
    'fault 41: says of a page that is asked for anew that the store’s list %s, and keeps the rows',
    async (_title, lost, oddity) => {
      const { catalog, store, drops } = await realBench()
      await catalog.page(query(1, { limit: 100 }))
      expect(drops()).toBe(0)
      store.shelf.removed = listWithout(lost)
      const page = pageOf(await catalog.page(query(1, { from: 'store' })))
      expect(page.oddities).toContain(oddity)
      expect(page.items).toHaveLength(25)
      expect(page.coverage).toMatchObject({ here: 100, state: 'partial' })
      expect(drops()).toBe(1)
      // Nothing is said of a page that the store was not asked for.
      expect(pageOf(await catalog.page(query(1))).oddities).not.toContain(oddity)
      expect(drops()).toBe(1)
    }
  )

  it('fault 36: says nothing of one that lost a few', async () => {
    const { catalog, store, drops } = await realBench()
    await catalog.page(query(1, { limit: 100 }))
    store.shelf.removed = listWithout(40)
    expect(pageOf(await catalog.page(query(1, { from: 'store' }))).oddities).toEqual([])
    expect(drops()).toBe(0)
  })
})

describe('a copy that cannot be used', () => {
  it('fault 80: a page that it cannot take in is shown all the same, with what the copy really holds', async () => {
    const { store, catalog } = await realBench({ copy: full(openCatalog()) })
    store.scenario('ids-missing')
    const page = pageOf(await catalog.page(query(1)))
    expect(page.items.length + page.setAside.length).toBe(25)
    expect(page.setAside[0]?.position).toBeGreaterThan(0)
    expect(page.items.every(({ position }) => position !== null)).toBe(true)
    expect(page).toMatchObject({ fetchedAt: 1000, fromCopy: false, totalItems: 100, totalPages: 4 })
    expect(page.coverage).toEqual({
      here: 0,
      products: 0,
      setAside: 0,
      total: 100,
      asOf: null,
      state: 'none'
    })
  })

  it('fault 80: a capped page is put together without it too', async () => {
    const { store, catalog } = await realBench({ copy: full(openCatalog()) })
    store.shelf.cap = 30
    expect(idsOf(pageOf(await catalog.page(query(1, { limit: 100 }))))).toEqual(ids(1, 100))
  })

  it('one that is busy with a sync does not keep a page that is there from the screen', async () => {
    const copy: CatalogDb = { ...openCatalog(), save: () => new Promise(() => undefined) }
    const { catalog } = await realBench({ copy, savePatience: 1 })
    expect(idsOf(pageOf(await catalog.page(query(2))))).toEqual(ids(26, 50))
  })

  it('fault 89: one whose threads are gone does not stand between the person and the store', async () => {
    const copy = openCatalog()
    const { catalog } = await realBench({ copy })
    await copy.close()
    const page = pageOf(await catalog.page(query(2)))
    expect(idsOf(page)).toEqual(ids(26, 50))
    expect(page.coverage).toEqual({
      here: 0,
      products: 0,
      setAside: 0,
      total: 100,
      asOf: null,
      state: 'none'
    })
    const productQuery = narrowed({ search: 'mug' })
    expect(await catalog.page(query(1, { productQuery }))).toEqual(fail('cancelled'))
  })
})
