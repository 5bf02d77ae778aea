import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Input } from '../../../../../electron/contract/channels'
import { ok } from '../../../../../electron/contract/failure'
import type { ProductPage } from '../../../../../electron/contract/product'
import type { ListLayout } from '../../../../../electron/contract/view'
import { useProductDetails, useProducts } from '../../../../../renderer/features/catalog'
import { freshView } from '../../../../../renderer/features/catalog/view'
import ProductsPage from '../../../../../renderer/features/products/ProductsPage.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { eventually } from '../../../../support/eventually'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { connection } from '../../support/mount-products-page'
import { startStores } from '../../support/stores'
import { product, productPage } from './table/builders'

let main: MainProcess
let wrapper: VueWrapper
/** What the store lists, by number, and what the catalog knows of that. */
let store: number[]
let catalog: number[]

function pageOf({ page, limit, from }: Input<'products:page'>): ProductPage {
  const numbers = from === 'store' ? store : catalog
  const items = numbers
    .slice((page - 1) * limit, page * limit)
    .map((number) => product({ id: `p-${number}`, name: `Product ${number}` }))
  const totalPages = Math.ceil(numbers.length / limit)
  return productPage({ page, limit, items, totalItems: numbers.length, totalPages })
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  store = Array.from({ length: 240 }, (_, at) => at + 1)
  catalog = store
  main = sitInMainProcess()
  main.always('views:save', () => ok(null))
  main.always('products:page', (asked) => ok(pageOf(asked)))
  main.always('products:listed', ({ ids }) => ok(ids.filter((id) => catalog.includes(Number(id.slice(2))))))
  main.always('products:place', ({ productId }) =>
    ok(catalog.indexOf(Number(productId.slice(2))) + 1 || null)
  )
  startStores()
})
afterEach(() => {
  wrapper.unmount()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

async function open(layout: ListLayout, page: number): Promise<void> {
  main.always('views:get', () =>
    ok({ state: { ...freshView, mode: 'paged', layout, page, limit: 25 }, saved: [], shared: [] })
  )
  wrapper = mount(ProductsPage, {
    props: { connection },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}
async function goTo(number: number): Promise<void> {
  wrapper.get<HTMLElement>(`[aria-label="Preview Product ${number}"]`).element.focus()
  await flushPromises()
}
/** The store no longer lists these: it says so of the page on screen, and a sync then finds out what became of the others. */
async function sync(first: number, last: number): Promise<void> {
  store = store.filter((number) => number < first || number > last)
  void useProducts().refresh()
  await flushPromises()
  catalog = store
  main.emit('catalog:changed', { connectionId: connection.id })
  await flushPromises()
}
const focused = (): string | null =>
  document.activeElement
    ?.closest('[data-index]')
    ?.querySelector('[data-thumbnail]')
    ?.getAttribute('aria-label') ?? null
const current = (): string | undefined => useProductDetails().shown?.product.id

describe.each(['table', 'gallery'] as const)('a page of products (%s)', (layout) => {
  it.each([
    ['another page', 40, 69, 4],
    ['the page itself', 40, 45, 5]
  ])('gives way to the one that holds the current product by now, %s', async (_, first, last, page) => {
    await open(layout, 5)
    await goTo(110)
    await sync(first, last)
    await eventually(() => expect(focused()).toBe('Preview Product 110'))
    expect([useProducts().shown?.page, useProducts().wanted.page]).toEqual([page, page])
    expect(current()).toBe('p-110')
  })

  it('follows the current product also where the page itself is past the end by then', async () => {
    await open(layout, 10)
    await goTo(228)
    await sync(100, 139)
    await eventually(() => expect(focused()).toBe('Preview Product 228'))
    expect([useProducts().shown?.page, useProducts().wanted.page]).toEqual([8, 8])
    expect(current()).toBe('p-228')
  })

  it('gives way to the last one where it is past the end, with the keyboard on the last product', async () => {
    await open(layout, 10)
    await goTo(228)
    await sync(220, 240)
    await eventually(() => expect(focused()).toBe('Preview Product 219'))
    expect([useProducts().shown?.page, useProducts().wanted.page]).toEqual([9, 9])
  })

  it('stays where the current product has gone, with the keyboard on the next one', async () => {
    await open(layout, 5)
    await goTo(110)
    await sync(110, 110)
    await eventually(() => expect(focused()).toBe('Preview Product 111'))
    expect(useProducts().shown?.page).toBe(5)
  })
})
