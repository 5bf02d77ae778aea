import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createStoreClient } from '../../../electron/api/store-client'
import type { PageRequest, StoreClient, StorePage } from '../../../electron/api/types'
import { createCatalog, type Catalog } from '../../../electron/catalog/catalog'
import { createPageMemory } from '../../../electron/catalog/page-memory'
import { fail, ok, type Result } from '../../../electron/contract/failure'
import type { PageQuery, ProductPage } from '../../../electron/contract/product'
import { startFaultyStore, type FaultyStore } from '../../support/faulty-store'

const query = (page: number, from: PageQuery['from'] = 'memory', connectionId = 'shop'): PageQuery => ({
  connectionId,
  page,
  limit: 25,
  from
})

function pageOf(result: Result<ProductPage>): ProductPage {
  if (!result.ok) throw new Error(`no page: ${JSON.stringify(result.failure)}`)
  return result.value
}

/** A catalog of a real store; `time` is its clock. */
async function realBench(): Promise<{ store: FaultyStore; catalog: Catalog; clock: { time: number } }> {
  const store = await startFaultyStore({ products: 100 })
  const client = createStoreClient({
    resolveProxy: () => Promise.resolve('DIRECT'),
    sleep: () => Promise.resolve()
  })
  onTestFinished(async () => {
    client.close()
    await store.close()
  })
  const clock = { time: 1000 }
  const catalog = createCatalog({
    addressOf: (id) => (id === 'shop' ? store : null),
    credentialsOf: () => Promise.resolve(ok(store.credentials)),
    client,
    memory: createPageMemory(),
    registerPicture: (_, address) => ({ token: address, host: 'picture.example' }),
    now: () => clock.time
  })
  return { store, catalog, clock }
}

const settled = (store: FaultyStore, requests: number): Promise<void> =>
  vi.waitFor(() => expect(store.pageRequests()).toBe(requests))

describe('the pages of a real store', () => {
  it('come from the store first, then from memory with their age, and with pictures by their opaque names', async () => {
    const { store, catalog, clock } = await realBench()
    const first = pageOf(await catalog.page(query(1)))
    expect(first).toMatchObject({
      page: 1,
      pageSize: 25,
      totalItems: 100,
      fetchedAt: 1000,
      fromCopy: false
    })
    expect(first.items[0]?.picture).toEqual({
      token: `${store.baseUrl}/images/1.png`,
      host: 'picture.example'
    })
    expect(first.items[0]).not.toHaveProperty('image')
    clock.time = 5000
    const again = pageOf(await catalog.page(query(1)))
    expect(again).toEqual({ ...first, fromCopy: true })
  })

  it('the next page is fetched ahead once, and shown without asking again; after the last there is none', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(3))
    await settled(store, 2)
    await vi.waitFor(async () => expect(pageOf(await catalog.page(query(4))).fromCopy).toBe(true))
    expect(store.pageRequests()).toBe(2)
  })

  it('the page after one that was fetched ahead is fetched ahead too', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(1))
    await vi.waitFor(async () => expect(pageOf(await catalog.page(query(2))).fromCopy).toBe(true))
    await settled(store, 3)
  })

  it('a refresh asks the store, also for what is remembered', async () => {
    const { store, catalog, clock } = await realBench()
    await catalog.page(query(4))
    clock.time = 9000
    expect(pageOf(await catalog.page(query(4, 'store')))).toMatchObject({
      fetchedAt: 9000,
      fromCopy: false
    })
    expect(store.pageRequests()).toBe(2)
  })

  it('fault 2: without the store what was seen is shown with the reason, what was not is a failure', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(4))
    await store.goOffline()
    const stale = pageOf(await catalog.page(query(4, 'store')))
    expect(stale).toMatchObject({ fetchedAt: 1000, fromCopy: true })
    expect(stale.staleBecause?.code).toBe('connection-refused')
    expect(await catalog.page(query(1))).toMatchObject({ failure: { code: 'connection-refused' } })
    expect(pageOf(await catalog.page(query(4))).staleBecause).toBeNull()
  })

  it('fault 22: after a refused key nothing is fetched by itself; the person’s next success begins it again', async () => {
    const { store, catalog } = await realBench()
    await catalog.page(query(1))
    await settled(store, 2)
    await vi.waitFor(async () => expect(pageOf(await catalog.page(query(1))).fromCopy).toBe(true))
    store.scenario('key-refused')
    expect(pageOf(await catalog.page(query(2, 'store'))).staleBecause?.code).toBe('key-refused')
    const asked = store.pageRequests()
    for (const page of [1, 2, 1, 2]) await catalog.page(query(page))
    expect(store.pageRequests()).toBe(asked)
    store.scenario('healthy')
    await catalog.page(query(2, 'store'))
    await settled(store, asked + 2)
  })

  it('a connection that there is not has no pages', async () => {
    const { catalog } = await realBench()
    expect(await catalog.page(query(1, 'memory', 'other'))).toEqual(fail('connection-unknown'))
  })
})

interface Asked {
  request: PageRequest
  answer: (result: Result<StorePage>) => void
}

/** A store that answers when the test says so, and at once with `cancelled` when it is told to stop. */
class HeldStore implements Pick<StoreClient, 'fetchPage'> {
  readonly asked: Asked[] = []
  fetchPage(request: PageRequest): Promise<Result<StorePage>> {
    return new Promise((answer) => {
      this.asked.push({ request, answer })
      request.signal?.addEventListener('abort', () => answer(fail('cancelled')))
    })
  }
  /** Pages that were asked for and not given up. */
  wanted(): number[] {
    return this.asked.filter(({ request }) => !request.signal?.aborted).map(({ request }) => request.page)
  }
}

const storePage = (page: number, totalPages: number | null = 10): StorePage => ({
  form: 'full',
  page,
  limit: 25,
  pageSize: 25,
  items: [],
  setAside: [],
  totalItems: null,
  totalPages,
  oddities: []
})

function heldBench(): { store: HeldStore; catalog: Catalog } {
  const store = new HeldStore()
  const catalog = createCatalog({
    addressOf: () => ({ baseUrl: 'https://shop.example', apiPath: '/api/public/products' }),
    credentialsOf: () => Promise.resolve(ok({ key: 'k', userId: 'u' })),
    client: store,
    memory: createPageMemory(),
    registerPicture: () => ({ token: '', host: '' })
  })
  return { store, catalog }
}

const wants = (store: HeldStore, pages: number[]): Promise<void> =>
  vi.waitFor(() => expect(store.wanted()).toEqual(pages))

describe('questions that overlap', () => {
  it('two for the same page share one fetch', async () => {
    const { store, catalog } = heldBench()
    const both = [catalog.page(query(1, 'store')), catalog.page(query(1))]
    await wants(store, [1])
    store.asked[0]?.answer(ok(storePage(1, 1)))
    const [first, second] = await Promise.all(both)
    expect(first).toEqual(second)
    expect(store.asked).toHaveLength(1)
  })

  it('another page ends the fetch for the earlier one, which is told to be cancelled', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    const fifth = catalog.page(query(5))
    expect(await first).toEqual(fail('cancelled'))
    await wants(store, [5])
    store.asked[1]?.answer(ok(storePage(5, 5)))
    expect(pageOf(await fifth).page).toBe(5)
  })

  it('going back to a page whose fetch was ended begins a new one', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    void catalog.page(query(5))
    const again = catalog.page(query(1))
    expect(await first).toEqual(fail('cancelled'))
    await wants(store, [1])
    store.asked.at(-1)?.answer(ok(storePage(1, 1)))
    expect(pageOf(await again).page).toBe(1)
  })

  it('a page that is being fetched ahead is waited for, not asked for again', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.asked[0]?.answer(ok(storePage(1)))
    await first
    await wants(store, [1, 2])
    const second = catalog.page(query(2))
    store.asked[1]?.answer(ok(storePage(2, 2)))
    expect(pageOf(await second).page).toBe(2)
    expect(store.asked).toHaveLength(2)
  })

  it('a page that is being fetched ahead is given up when the person jumps elsewhere', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.asked[0]?.answer(ok(storePage(1)))
    await first
    await wants(store, [1, 2])
    void catalog.page(query(7))
    await wants(store, [1, 7])
  })

  it('another connection ends what was fetched for this one', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    catalog.focus('other')
    expect(await first).toEqual(fail('cancelled'))
  })

  it('an answer that comes after the connection was edited is not remembered', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.asked[0]?.answer(ok(storePage(1, 1)))
    catalog.forget('shop')
    expect(await first).toEqual(fail('cancelled'))
    void catalog.page(query(1))
    await vi.waitFor(() => expect(store.asked).toHaveLength(2))
  })

  it('where the store gives no total, the page after an empty one is not fetched ahead', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.asked[0]?.answer(ok(storePage(1, null)))
    await first
    await catalog.page(query(1))
    expect(store.asked).toHaveLength(1)
  })
})
