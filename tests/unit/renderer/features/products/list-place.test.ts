import { flushPromises } from '@vue/test-utils'
import { effectScope, shallowRef, type ShallowRef } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../../../../electron/contract/connection'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { ok } from '../../../../../electron/contract/failure'
import { useListPlace, type ScrollingTable } from '../../../../../renderer/features/products/use-list-place'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { useProductDetails } from '../../../../../renderer/features/catalog/product-details'
import { freshView, useView } from '../../../../../renderer/features/catalog/view'
import { product, productPage } from './table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'

const shop: Connection = {
  id: 'shop',
  kind: 'store',
  name: 'Corner shop',
  baseUrl: 'https://shop.example',
  apiPath: '/api/public/products',
  currency: 'EUR',
  locale: 'en-US',
  httpAllowed: false,
  credential: 'keychain',
  setByOrganization: false
}
const connection = shallowRef(shop)
let main: MainProcess
let scope = effectScope()

beforeEach(() => {
  main = sitInMainProcess()
  main.always('views:save', () => ok(null))
  startStores()
  connection.value = shop
  scope = effectScope()
})
afterEach(() => scope.stop())

function openList(table = shallowRef<ScrollingTable | null>(null)): ReturnType<typeof useListPlace> {
  const place = scope.run(() => useListPlace(() => connection.value, table))
  if (!place) throw new Error('The scope has ended')
  return place
}

/** The list was left on page 4 of 25 each. */
async function tellWhereItWasLeft(): Promise<void> {
  await main
    .last('views:get')
    .answer(ok({ state: { ...freshView, page: 4, scrollTop: 300 }, saved: [], shared: [] }))
}

it('opens nothing for a page that has gone while it was read where its list was left', async () => {
  openList()
  scope.stop()
  await tellWhereItWasLeft()
  expect(main.asked('products:page')).toEqual([])
})

describe('where the list was scrolled to just before', () => {
  /** The list as it was left, with a table that stands there; comes back with a function that scrolls it, of which nothing was told yet. */
  async function openScrolled(): Promise<(top: number) => void> {
    let top: number | null = null
    const scrollTo = (to: number): void => void (top = to)
    openList(
      shallowRef<ScrollingTable | null>({
        firstVisible: () => 0,
        isInSight: () => true,
        position: () => top,
        scrollTo,
        scrollToRow: () => undefined
      })
    )
    await tellWhereItWasLeft()
    return scrollTo
  }

  it('is kept for a person who leaves the page', async () => {
    const scroll = await openScrolled()
    await main.last('products:page').answer(ok(productPage({ page: 4, limit: 25 })))
    scroll(480)
    scope.stop()
    expect(useView().state).toMatchObject({ page: 4, scrollTop: 480 })
  })

  it('is written when the window closes', async () => {
    const scroll = await openScrolled()
    await main.last('products:page').answer(ok(productPage({ page: 4, limit: 25 })))
    scroll(480)
    window.dispatchEvent(new Event('pagehide'))
    expect(main.last('views:save').input.view).toMatchObject({ page: 4, scrollTop: 480 })
  })

  it('is not known before the list is as it was left', async () => {
    const scroll = await openScrolled()
    scroll(0)
    scope.stop()
    expect(useView().state).toMatchObject({ page: 4, scrollTop: 300 })
  })
})

describe('the items per page that a person chooses', () => {
  it('hold before it is read where the list was left', async () => {
    const { setLimit } = openList()
    setLimit(100)
    await tellWhereItWasLeft()
    expect(main.asked('products:page').map(({ input }) => [input.page, input.limit])).toEqual([[1, 100]])
    expect(useView().state).toMatchObject({ page: 1, limit: 100, scrollTop: 0 })
  })

  it('hold before the first page is there, and where it never comes', async () => {
    const { setLimit } = openList()
    await tellWhereItWasLeft()
    setLimit(10)
    // What page 4 of 25 begins with stands on page 8 of 10.
    expect(main.last('products:page').input).toMatchObject({ page: 8, limit: 10 })
    expect(useView().state).toMatchObject({ page: 8, limit: 10 })
    await main.last('products:page').answer(ok(productPage({ page: 8, limit: 10 })))
    expect(useProducts().shown).toMatchObject({ page: 8, limit: 10 })
  })

  it('are not taken along to the connection that is opened instead', async () => {
    const { setLimit } = openList()
    setLimit(100)
    openConnection('other')
    scope.stop()
    scope = effectScope()
    openList()
    await flushPromises()
    await tellWhereItWasLeft()
    expect(main.last('products:page').input).toMatchObject({ connectionId: 'other', page: 4, limit: 25 })
  })
})

describe('a product to whose details a person was led from another page', () => {
  const tableTelling = (told: string[]): ShallowRef<ScrollingTable | null> =>
    shallowRef({
      firstVisible: () => 0,
      isInSight: () => true,
      position: () => null,
      scrollTo: (top) => void told.push(`to ${top}`),
      scrollToRow: (index) => void told.push(`row ${index}`)
    })

  /** Opens the list as it was left, led to a product at this position; comes back with what the table was told. */
  async function leading(mode: 'paged' | 'continuous', position: number, search = ''): Promise<string[]> {
    const told: string[] = []
    const details = useProductDetails()
    main.always('products:of', () => ok([product({ id: 'p-x', position })]))
    details.wantsRow = await details.show('p-x')
    openList(tableTelling(told))
    const state = { ...freshView, mode, page: 1, limit: 25, scrollTop: 300, search }
    await main.last('views:get').answer(ok({ state, saved: [], shared: [] }))
    await main.last('products:page').answer(ok(productPage({ page: 1, limit: 25 })))
    await flushPromises()
    return told
  }

  /** As `leading`, up to its end. */
  async function lead(...where: Parameters<typeof leading>): Promise<string[]> {
    const told = await leading(...where)
    expect(useProductDetails().wantsRow).toBe(false)
    return told
  }

  it('has its row in sight in the list in one piece, however far down it is', async () => {
    expect(await lead('continuous', 900)).toEqual(['to 300', 'row 899'])
    expect(useProductDetails().shown?.index).toBe(899)
  })

  it('has its row in sight where it stands in a list that is narrowed', async () => {
    main.always('products:place', () => ok(41))
    expect(await lead('continuous', 900, 'lamp')).toEqual(['to 300', 'row 40'])
  })

  it('leaves a list as it is that does not have it', async () => {
    main.always('products:place', () => ok(null))
    expect(await lead('continuous', 900, 'lamp')).toEqual(['to 300'])
  })

  it('has its row in sight also where a person was in the list already', async () => {
    const told = await lead('continuous', 900)
    const details = useProductDetails()
    main.always('products:of', () => ok([product({ id: 'p-y', position: 200 })]))
    details.wantsRow = await details.show('p-y')
    await flushPromises()
    expect(told).toEqual(['to 300', 'row 899', 'row 199'])
    expect(details.wantsRow).toBe(false)
  })

  it('has its row in sight also in a list that is read anew while it is asked where the row stands', async () => {
    const told = await leading('continuous', 900, 'lamp')
    void useProducts().reread()
    await main.last('products:page').answer(ok(productPage({ page: 1, limit: 25 })))
    const [first, second] = main.asked('products:place')
    await first?.answer(ok(40))
    await second?.answer(ok(41))
    expect(told.at(-1)).toBe('row 40')
    expect(useProductDetails()).toMatchObject({ wantsRow: false, shown: { index: 40 } })
  })

  it('has its row in sight also where the list was narrowed for it just before the page came', async () => {
    main.always('products:place', () => ok(41))
    const [products, details] = [useProducts(), useProductDetails()]
    const ofLamps = { ...emptyQuery, search: 'lamp' }
    void products.open({ page: 1, limit: 25 }, shop.baseUrl + shop.apiPath, ofLamps)
    await main.last('products:page').answer(ok(productPage({ page: 1, limit: 25 })))
    const told: string[] = []
    openList(tableTelling(told))
    void products.narrow({ search: 'jar' })
    details.follow(product({ id: 'p-x' }), -1)
    details.wantsRow = true
    await main.last('products:page').answer(ok(productPage({ page: 1, limit: 25 })))
    await flushPromises()
    const state = { ...freshView, scrollTop: 0, search: 'jar' }
    await main.last('views:get').answer(ok({ state, saved: [], shared: [] }))
    await main.last('products:page').answer(ok(productPage({ page: 1, limit: 25 })))
    await flushPromises()
    expect(told.at(-1)).toBe('row 40')
    expect(details).toMatchObject({ wantsRow: false, shown: { index: 40 } })
  })

  it('has its page opened in the list of pages', async () => {
    await lead('paged', 60)
    expect(main.last('products:page').input).toMatchObject({ page: 3, limit: 25 })
  })
})
