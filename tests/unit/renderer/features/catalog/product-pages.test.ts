import { beforeEach, describe, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import { emptyQuery, noFilters } from '../../../../../electron/contract/empty-query'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { product, productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

let main: MainProcess
let products: ReturnType<typeof useProducts>
const first = { page: 1, limit: 25 }
const address = 'https://shop.example/api/public/products'
const minute = 60_000

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  products = useProducts()
})

/** Opens the shop and shows page 1 of it. */
async function openShop(): Promise<void> {
  void products.open(first, address)
  await main.last('products:page').answer(ok(productPage()))
}

describe('going to a page', () => {
  it('asks the copy first, and the store only behind what is shown', async () => {
    void products.open(first, address)
    const whole = { connectionId: 'shop', ...first, productQuery: emptyQuery, withFacts: true }
    expect(main.last('products:page').input).toEqual({ ...whole, from: 'copy' })
    const old = productPage({ fromCopy: true, fetchedAt: Date.now() - 3 * minute })
    await main.last('products:page').answer(ok(old))
    expect(products.shown).toEqual(old)
    expect(products.fetch).toBe('fetching')
    expect(main.last('products:page').input.from).toBe('store')
    const young = productPage()
    await main.last('products:page').answer(ok(young))
    expect(products.shown).toEqual(young)
    expect(products.fetch).toBe('idle')
  })

  it('leaves a remembered page alone that is only seconds old', async () => {
    void products.open(first, address)
    await main.last('products:page').answer(ok(productPage({ fromCopy: true })))
    expect(products.fetch).toBe('idle')
    expect(main.asked('products:page')).toHaveLength(1)
  })

  it('fault 93: asks for a remembered page again when the clock was set back since', async () => {
    void products.open(first, address)
    const ahead = productPage({ fromCopy: true, fetchedAt: Date.now() + 60 * minute })
    await main.last('products:page').answer(ok(ahead))
    expect(main.last('products:page').input.from).toBe('store')
  })

  it('keeps the earlier rows while the next page is on its way', async () => {
    await openShop()
    void products.goTo(2)
    expect(products.shown?.page).toBe(1)
    expect(products.wanted.page).toBe(2)
    expect(products.fetch).toBe('fetching')
  })

  it('never lets a stale answer replace a newer one', async () => {
    await openShop()
    void products.goTo(2)
    void products.goTo(3)
    const [, two, three] = main.asked('products:page')
    await three?.answer(ok(productPage({ page: 3 })))
    expect(products.shown?.page).toBe(3)
    await two?.answer(ok(productPage({ page: 2 })))
    expect(products.shown?.page).toBe(3)
    expect(products.fetch).toBe('idle')
  })

  it('does not let a stale failure disturb a newer page', async () => {
    await openShop()
    void products.goTo(2)
    void products.goTo(3)
    const [, two, three] = main.asked('products:page')
    await two?.answer(fail('timeout'))
    expect(products.failed).toBeNull()
    expect(products.fetch).toBe('fetching')
    await three?.answer(ok(productPage({ page: 3 })))
    expect(products.shown?.page).toBe(3)
  })

  it('does not show the answer of a connection that was left', async () => {
    void products.open(first, address)
    const left = main.last('products:page')
    openConnection('other')
    void products.open(first, address)
    await left.answer(ok(productPage()))
    expect(products.shown).toBeNull()
    expect(products.fetch).toBe('fetching')
  })

  it('takes the rows of the old store down when the address of the connection changed', async () => {
    await openShop()
    void products.open(first, address)
    expect(products.shown).not.toBeNull()
    void products.open(first, 'https://new.example/api/public/products')
    expect(products.shown).toBeNull()
  })

  it('stays within the list', async () => {
    await openShop()
    void products.goTo(0)
    expect(main.last('products:page').input.page).toBe(1)
    void products.goTo(51)
    expect(main.last('products:page').input.page).toBe(50)
  })

  it('counts several presses of Next one by one while a page is on its way', async () => {
    await openShop()
    void products.goTo(products.wanted.page + 1)
    void products.goTo(products.wanted.page + 1)
    expect(products.wanted.page).toBe(3)
  })
})

describe('the end of the list', () => {
  it('is the last page', async () => {
    await openShop()
    expect(products.lastPage).toBe(50)
    expect(products.hasNext).toBe(true)
    void products.goTo(50)
    await main.last('products:page').answer(ok(productPage({ page: 50 })))
    expect(products.hasNext).toBe(false)
  })

  it('fault 39: is unknown without totals; the next page is offered while this one has items', async () => {
    void products.open(first, address)
    const endless = { totalItems: null, totalPages: null }
    await main.last('products:page').answer(ok(productPage(endless)))
    expect(products.lastPage).toBeNull()
    expect(products.hasNext).toBe(true)
    void products.goTo(2)
    await main.last('products:page').answer(ok(productPage({ ...endless, page: 2, items: [] })))
    expect(products.hasNext).toBe(false)
  })
})

describe('a failure', () => {
  it('keeps the rows, tells which page failed and lets it be tried again', async () => {
    await openShop()
    void products.goTo(7)
    await main.last('products:page').answer(fail('timeout'))
    expect(products.shown?.page).toBe(1)
    expect(products.wanted).toEqual(first)
    expect(products.failed).toMatchObject({ page: 7, failure: { code: 'timeout' } })
    void products.refresh()
    expect(main.last('products:page').input).toMatchObject({ page: 7, from: 'store' })
    await main.last('products:page').answer(ok(productPage({ page: 7 })))
    expect(products.failed).toBeNull()
    expect(products.shown?.page).toBe(7)
  })

  it('is none where the page is there and its question gave way to another', async () => {
    await openShop()
    void products.refresh()
    await main.last('products:page').answer(fail('cancelled'))
    expect([products.failed, products.fetch]).toEqual([null, 'idle'])
    expect(products.shown?.page).toBe(1)
    void products.goTo(2)
    await main.last('products:page').answer(fail('cancelled'))
    expect(products.failed, 'a page that is not there').toMatchObject({ failure: { code: 'cancelled' } })
  })

  it('of the first page keeps that page wanted', async () => {
    void products.open({ page: 7, limit: 50 }, address)
    await main.last('products:page').answer(fail('offline'))
    expect(products.shown).toBeNull()
    expect(products.wanted).toEqual({ page: 7, limit: 50 })
  })

  it('fault 22: of the key asks the store nothing more by itself', async () => {
    void products.open(first, address)
    await main.last('products:page').answer(fail('key-refused'))
    expect(main.asked('products:page')).toHaveLength(1)
    expect(products.fetch).toBe('failed')
  })

  it('fault 13: of the network leaves a remembered page as it is, without asking again by itself', async () => {
    void products.open(first, address)
    const stale = productPage({
      fromCopy: true,
      fetchedAt: Date.now() - 9 * minute,
      staleBecause: { code: 'offline', facts: {} }
    })
    await main.last('products:page').answer(ok(stale))
    expect(products.shown).toEqual(stale)
    expect(main.asked('products:page')).toHaveLength(1)
  })
})

describe('refreshing', () => {
  it('asks the store for the page on screen', async () => {
    await openShop()
    void products.refresh()
    const whole = { connectionId: 'shop', ...first, productQuery: emptyQuery, withFacts: true }
    expect(main.last('products:page').input).toEqual({ ...whole, from: 'store' })
  })

  it('asks once, however often the key is pressed', async () => {
    await openShop()
    void products.refresh()
    void products.refresh()
    expect(main.asked('products:page')).toHaveLength(2)
  })
})

describe('changing the items per page', () => {
  it('keeps the first visible item in place', async () => {
    await openShop()
    void products.setLimit(100, 351)
    expect(main.last('products:page').input).toMatchObject({ page: 4, limit: 100 })
    expect(products.anchor).toBe(351)
  })
})

describe('searching', () => {
  const searches = (): (string | undefined)[] =>
    main.asked('products:page').map(({ input }) => input.productQuery?.search)
  const found = (id: string): ReturnType<typeof productPage> =>
    productPage({ items: [product({ id })], totalItems: 1, totalPages: 1, order: 'relevance' })
  const shownId = (): string | undefined => products.shown?.items[0]?.id

  it('asks with the first letter, from the first page on, and keeps the rows meanwhile', async () => {
    await openShop()
    void products.goTo(7)
    await main.last('products:page').answer(ok(productPage({ page: 7 })))
    void products.narrow({ search: 'v' })
    const { input } = main.last('products:page')
    expect(input).toMatchObject({ page: 1, from: 'copy', productQuery: { search: 'v', filters: noFilters } })
    expect(products.shown?.page).toBe(7)
    expect(products.wanted.page).toBe(1)
  })

  it('asks one question at a time, and then only for what stands there last', async () => {
    await openShop()
    for (const search of ['v', 'va', 'vas', 'vase']) void products.narrow({ search })
    expect(searches().slice(1)).toEqual(['v'])
    await main.last('products:page').answer(ok(found('a v')))
    expect(searches().slice(1)).toEqual(['v', 'vase'])
    await main.last('products:page').answer(ok(found('a vase')))
    expect(shownId()).toBe('a vase')
    expect(products.fetch).toBe('idle')
  })

  it('shows what was found on the way while the next answer is awaited', async () => {
    await openShop()
    void products.narrow({ search: 'v' })
    void products.narrow({ search: 'va' })
    await main.last('products:page').answer(ok(found('a v')))
    expect(shownId()).toBe('a v')
    expect(products.fetch).toBe('fetching')
  })

  it('does not show what was searched for before everything was cleared', async () => {
    await openShop()
    void products.narrow({ search: 'v' })
    const searched = main.last('products:page')
    void products.narrow({ search: '' })
    // The whole list may have to come from the store, so it does not wait for its turn.
    await main.last('products:page').answer(ok(productPage()))
    await searched.answer(ok(found('a v')))
    expect(shownId()).toBe('p-1')
  })

  it('does not wait for a page that the store keeps waiting for', async () => {
    await openShop()
    void products.goTo(40)
    const slow = main.last('products:page')
    void products.narrow({ search: 'vase' })
    await main.last('products:page').answer(ok(found('a vase')))
    expect(shownId()).toBe('a vase')
    await slow.answer(ok(productPage({ page: 40 })))
    expect(shownId()).toBe('a vase')
  })

  it('asks nothing when nothing changed', async () => {
    await openShop()
    void products.narrow({ search: '', filters: { ...noFilters } })
    expect(main.asked('products:page')).toHaveLength(1)
  })

  it('never asks the store by itself: the copy alone knows the answer', async () => {
    await openShop()
    void products.narrow({ search: 'vase' })
    await main.last('products:page').answer(ok({ ...found('a vase'), fromCopy: true, fetchedAt: 0 }))
    expect(main.asked('products:page')).toHaveLength(2)
    expect(products.fetch).toBe('idle')
  })

  it('that fails takes down the rows, which answer another question', async () => {
    await openShop()
    void products.narrow({ search: 'vase' })
    await main.last('products:page').answer(fail('storage-failed'))
    expect(products.shown).toBeNull()
    expect(products.failed?.failure.code).toBe('storage-failed')
    void products.refresh()
    expect(main.last('products:page').input.productQuery?.search).toBe('vase')
  })

  it('turns the pages of the result', async () => {
    await openShop()
    void products.narrow({ sort: { by: 'price', descending: true } })
    const sorted = { totalItems: 60, totalPages: 3, order: 'sorted' } as const
    await main.last('products:page').answer(ok(productPage(sorted)))
    void products.goTo(9)
    const { input } = main.last('products:page')
    expect(input).toMatchObject({ page: 3, from: 'copy', productQuery: { sort: { by: 'price' } } })
  })

  it('is restored with the connection, and takes down rows of another search', async () => {
    await openShop()
    const search = { ...emptyQuery, search: 'vase' }
    void products.open(first, address, search)
    expect(products.shown).toBeNull()
    expect(main.last('products:page').input.productQuery).toEqual(search)
  })
})

describe('a change of the copy', () => {
  it('reads what is on screen again, and nothing else changes', async () => {
    await openShop()
    void products.reread()
    expect(main.last('products:page').input).toMatchObject({ page: 1, from: 'copy' })
    expect(products.fetch).toBe('idle')
    const { shownFor } = products
    await main.last('products:page').answer(ok(productPage({ totalItems: 1241 })))
    expect(products.shown?.totalItems).toBe(1241)
    expect(products.shownFor).toBe(shownFor)
    expect(products.anchor).toBeNull()
  })

  it('waits for a page that is on its way', async () => {
    await openShop()
    void products.goTo(2)
    void products.reread()
    expect(main.asked('products:page')).toHaveLength(2)
    await main.last('products:page').answer(ok(productPage({ page: 2 })))
    expect(main.asked('products:page')).toHaveLength(3)
    expect(main.last('products:page').input).toMatchObject({ page: 2, from: 'copy' })
  })

  it('does not disturb what a person asked for meanwhile', async () => {
    await openShop()
    void products.reread()
    const old = main.last('products:page')
    void products.goTo(2)
    await main.last('products:page').answer(ok(productPage({ page: 2 })))
    await old.answer(ok(productPage()))
    expect(products.shown?.page).toBe(2)
  })

  it('fault 22: does not forget that the store refused the key', async () => {
    void products.open(first, address)
    const refused = { code: 'key-refused', facts: {} } as const
    const page = { fromCopy: true, staleBecause: refused }
    await main.last('products:page').answer(ok(productPage(page)))
    void products.reread()
    await main.last('products:page').answer(ok(productPage({ fromCopy: true })))
    expect(products.shown?.staleBecause).toEqual(refused)
  })

  it('is nobody’s question while nothing is shown', () => {
    void products.reread()
    expect(main.asked('products:page')).toHaveLength(0)
  })
})
