import { describe, expect, it } from 'vitest'
import type { PageRequest, StoreClient, StorePage } from '../../../electron/api/types'
import { fail, ok, type Result } from '../../../electron/contract/failure'
import { eventually } from '../../support/eventually'
import { openCatalog, openProductService, pageOf, query, type Bench } from './bench'

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
  /** Answers the oldest question for a page that was not given up. */
  give(page: StorePage): void {
    const found = this.asked.find(({ request }) => request.page === page.page && !request.signal?.aborted)
    if (found === undefined) throw new Error(`page ${page.page} was not asked for`)
    found.answer(ok(page))
  }
}

const storePage = (page: number, totalPages: number | null = 10, items = 25): StorePage => ({
  form: 'full',
  page,
  limit: 25,
  pageSize: 25,
  items: Array.from({ length: items }, (_, index) => ({
    id: `${page}-${index}`,
    name: 'A product',
    price: 1,
    description: null,
    image: null,
    flags: []
  })),
  setAside: [],
  totalItems: null,
  totalPages,
  oddities: []
})

function heldBench(): Bench & { store: HeldStore } {
  const store = new HeldStore()
  const address = { baseUrl: 'https://shop.example', apiPath: '/api/public/products' }
  const credentials = { key: 'k', userId: 'u' }
  return { store, ...openProductService({ ...address, credentials }, store, openCatalog()) }
}

const wants = (store: HeldStore, pages: number[]): Promise<unknown> =>
  eventually(() => expect(store.wanted()).toEqual(pages))

describe('questions that overlap', () => {
  it('two for the same page share one fetch', async () => {
    const { store, catalog } = heldBench()
    const both = [catalog.page(query(1, { from: 'store' })), catalog.page(query(1))]
    await wants(store, [1])
    store.give(storePage(1, 1))
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
    store.give(storePage(5, 5))
    expect(pageOf(await fifth).page).toBe(5)
  })

  it('another page that is asked for before the fetch of the earlier one began ends it too', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    const fifth = catalog.page(query(5))
    expect(await first).toEqual(fail('cancelled'))
    await wants(store, [5])
    store.give(storePage(5, 5))
    await fifth
    expect(store.asked).toHaveLength(1)
  })

  it('the page beside it does not: a list that scrolls asks for both at once', async () => {
    const { store, catalog } = heldBench()
    const both = [catalog.page(query(3)), catalog.page(query(4))]
    await wants(store, [3, 4])
    store.give(storePage(3))
    store.give(storePage(4))
    expect((await Promise.all(both)).map((page) => pageOf(page).items.length)).toEqual([25, 25])
  })

  it('going back to a page whose fetch was ended begins a new one', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    void catalog.page(query(5))
    const again = catalog.page(query(1))
    expect(await first).toEqual(fail('cancelled'))
    await wants(store, [1])
    store.give(storePage(1, 1))
    expect(pageOf(await again).page).toBe(1)
  })

  it('a page that is being fetched ahead is waited for, not asked for again', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.give(storePage(1))
    await first
    await wants(store, [1, 2])
    const second = catalog.page(query(2))
    store.give(storePage(2, 2))
    expect(pageOf(await second).page).toBe(2)
    expect(store.asked).toHaveLength(2)
  })

  it('a page that is being fetched ahead is given up when the person jumps elsewhere', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.give(storePage(1))
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

  it('an answer that comes after the connection was edited is neither shown nor kept', async () => {
    const { store, catalog, copy } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    catalog.forget('shop')
    store.asked[0]?.answer(ok(storePage(1, 1)))
    expect(await first).toEqual(fail('cancelled'))
    expect(await copy.facts('shop')).toMatchObject({ value: { coverage: { here: 0, state: 'none' } } })
  })

  it('a probe is not ended by another page, and its page is shared', async () => {
    const { store, catalog } = heldBench()
    const probe = catalog.probe('shop')
    const first = catalog.page(query(1))
    await wants(store, [1])
    void catalog.page(query(5))
    expect(await first).toEqual(fail('cancelled'))
    store.give(storePage(1, 5))
    expect(await probe).toEqual(ok(null))
  })
})

describe('where the store gives no number of items', () => {
  it('its number of pages is told, and the page after an empty one is not fetched ahead', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.give(storePage(1, null, 0))
    expect(pageOf(await first)).toMatchObject({ totalItems: null, totalPages: null })
    await catalog.page(query(1))
    expect(store.asked).toHaveLength(1)
    const second = catalog.page(query(2, { from: 'store' }))
    await wants(store, [1, 2])
    store.give(storePage(2, 7))
    expect(pageOf(await second)).toMatchObject({ totalItems: null, totalPages: 7 })
  })

  it('the page after a full one is fetched ahead until one is empty', async () => {
    const { store, catalog } = heldBench()
    const first = catalog.page(query(1))
    await wants(store, [1])
    store.give(storePage(1, null))
    await first
    await wants(store, [1, 2])
  })
})
