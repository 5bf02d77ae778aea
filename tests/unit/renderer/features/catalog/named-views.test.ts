import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { BuiltInView, SavedView } from '../../../../../electron/contract/view'
import { useListViews } from '../../../../../renderer/features/catalog/list-views'
import { useNamedViews, useViewNews } from '../../../../../renderer/features/catalog/named-views'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import { showFiltered, showFindings } from '../../../../../renderer/features/catalog/open-list'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { useView } from '../../../../../renderer/features/catalog/view'
import { productPage } from '../products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const search = (text: string): SavedView['productQuery'] => ({ ...emptyQuery, search: text })
const teapots: SavedView = { id: 'a', name: 'Teapots', productQuery: search('teapot'), watched: false }
const builtIn = (id: BuiltInView): SavedView => {
  const { watchable } = useListViews().all.find((each) => each.id === id) ?? {}
  if (!watchable) throw new Error(`${id} cannot be watched`)
  return watchable
}
const cups: SavedView = { id: 'b', name: 'Cups', productQuery: search('cup'), watched: false }
let main: MainProcess
let views: ReturnType<typeof useNamedViews>
let products: ReturnType<typeof useProducts>

async function openShop(productQuery = emptyQuery): Promise<void> {
  await useView().open()
  await products.open({ page: 1, limit: 25 }, 'https://shop.example', productQuery)
}

beforeEach(() => {
  main = sitInMainProcess()
  main.always('views:get', () => ok({ state: null, saved: [teapots, cups], shared: [] }))
  main.always('views:save-named', () => ok(null))
  main.always('products:page', () => ok(productPage()))
  startStores()
  products = useProducts()
  views = useNamedViews()
})

describe('a named view', () => {
  it('brings its search and filters back', async () => {
    await openShop()
    void views.show(teapots)
    expect(products.productQuery).toEqual(teapots.productQuery)
    expect(views.current).toEqual(teapots)
    expect(views.isChanged).toBe(false)
  })

  it('stays the current one while the list is changed, and says so', async () => {
    await openShop()
    void views.show(teapots)
    await products.narrow({ search: 'teapot, iron' })
    await flushPromises()
    expect(views.current).toEqual(teapots)
    expect(views.isChanged).toBe(true)
  })

  it('is left when nothing narrows the list anymore', async () => {
    await openShop()
    void views.show(teapots)
    await products.narrow(emptyQuery)
    await flushPromises()
    expect(views.current).toBeNull()
  })

  it('is left when another place lists something else: it is not what would be changed there', async () => {
    await openShop()
    void views.show(teapots)
    await showFindings('price-outlier')
    await flushPromises()
    expect(views.current).toBeNull()
    await showFiltered(cups.productQuery.filters, 'cup')
    await flushPromises()
    expect(views.current).toEqual(cups)
  })

  it('is found again after a restart', async () => {
    await openShop(search('cup'))
    await flushPromises()
    expect(views.current).toEqual(cups)
  })

  it('is saved from the list as it is, and is the current one then', async () => {
    await openShop(search('bowl'))
    await views.saveAs('  Bowls ')
    const { saved } = main.last('views:save-named').input
    expect(saved.map(({ name }) => name)).toEqual(['Teapots', 'Cups', 'Bowls'])
    expect(saved[2]?.productQuery).toEqual(search('bowl'))
    expect(saved[2]?.id).toMatch(/^[a-z0-9-]{1,64}$/)
    expect(views.current?.name).toBe('Bowls')
  })

  it('takes over the list as it is', async () => {
    await openShop()
    void views.show(teapots)
    await products.narrow({ search: 'kettle' })
    await views.update(teapots)
    expect(main.last('views:save-named').input.saved[0]?.productQuery).toEqual(search('kettle'))
    expect(views.isChanged).toBe(false)
  })

  it('is renamed and deleted', async () => {
    await openShop()
    await views.rename(teapots, 'Kettles ')
    expect(useView().saved.map(({ name }) => name)).toEqual(['Kettles', 'Cups'])
    void views.show(cups)
    await views.remove('b')
    expect(useView().saved.map(({ name }) => name)).toEqual(['Kettles'])
    expect(views.current).toBeNull()
  })

  it('keeps the built-in ones that are watched when it is saved anew', async () => {
    const errors = builtIn('errors')
    main.always('views:get', () =>
      ok({ state: null, saved: [teapots, { ...errors, watched: true }], shared: [] })
    )
    await openShop()
    expect(useView().saved).toEqual([teapots])
    await views.rename(teapots, 'Kettles')
    expect(main.last('views:save-named').input.saved.map(({ id }) => id)).toEqual(['a', 'errors'])
  })

  it('shares its name with no other, in whatever case', async () => {
    await openShop()
    expect(views.isTaken(' teaPOTS')).toBe(true)
    expect(views.isTaken('Teapots', teapots)).toBe(false)
    expect(views.isTaken('Bowls')).toBe(false)
  })
})

describe('a built-in view', () => {
  it('is kept while it is watched, and leaves the person’s own as they are', async () => {
    await openShop()
    await views.watch(builtIn('errors'), true)
    const { saved } = main.last('views:save-named').input
    expect(saved).toEqual([teapots, cups, { ...builtIn('errors'), watched: true }])
    expect(useView().saved).toEqual([teapots, cups])
    await views.watch(builtIn('errors'), false)
    expect(main.last('views:save-named').input.saved).toEqual([teapots, cups])
  })

  it('is kept under its name in the language of the window, for the system’s notifications', async () => {
    const errors = { ...builtIn('errors'), name: 'Mit Fehlern', watched: true }
    main.always('views:get', () => ok({ state: null, saved: [teapots, errors], shared: [] }))
    await openShop()
    await flushPromises()
    const { saved } = main.last('views:save-named').input
    expect(saved.map(({ name }) => name)).toEqual(['Teapots', 'With errors'])
    expect(main.asked('views:save-named')).toHaveLength(1)
  })

  it('is the current one while it is watched, in whatever order, and no other list is', async () => {
    await openShop()
    const errors = { ...builtIn('errors'), watched: true }
    await views.watch(builtIn('errors'), true)
    await showFiltered(errors.productQuery.filters)
    await products.narrow({ sort: { by: 'price', descending: true } })
    await flushPromises()
    expect([views.current, views.isChanged]).toEqual([errors, false])
    // A person narrows it further: that is no view to save changes of.
    await products.narrow({ search: 'tea' })
    await flushPromises()
    expect(views.current).toBeNull()
  })

  it('lists what is new in it as a part of it', async () => {
    await openShop()
    const errors = { ...builtIn('errors'), watched: true }
    await views.watch(builtIn('errors'), true)
    main.always('views:opened', () => ok(2))
    const news = useViewNews()
    await news.show(errors)
    await flushPromises()
    expect(products.productQuery.filters.newIn).toEqual({ view: 'errors', name: 'With errors' })
    expect([views.current, views.isChanged]).toEqual([errors, true])
    expect(news.shownOf(products.productQuery)).toEqual(errors)
  })
})
