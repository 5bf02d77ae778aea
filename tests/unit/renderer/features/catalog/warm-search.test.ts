import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { i18n } from '../../../../../renderer/shared/i18n'
import ProductsPage from '../../../../../renderer/features/products/ProductsPage.vue'
import { freshView } from '../../../../../renderer/features/catalog/view'
import { productPage } from '../products/table/builders'
import { sitInMainProcess } from '../../support/fake-bridge'
import { connection, openList, type ListPage } from '../../support/mount-products-page'
import { startStores } from '../../support/stores'

let list: ListPage

beforeEach(async () => {
  list = await openList()
})
afterEach(() => {
  vi.useRealTimers()
  list.close()
})

describe('the copy', () => {
  const questions = (): number => list.main.asked('catalog:warm-search').length

  it('gets ready to be searched when a person comes to the search, and shows nothing of it', async () => {
    const before = questions()
    await list.search().trigger('pointerenter')
    list.search().element.focus()
    expect(questions(), 'one at a time').toBe(before + 1)
    await list.main.last('catalog:warm-search').answer(ok(null))
    expect(list.wrapper.find('tbody').text()).toContain('Product 1')
    expect(list.chips()).toEqual([])
    expect(list.search().element.value).toBe('')
  })

  it('is not asked for that while it is searched already', async () => {
    await list.search().setValue('vase')
    await list.answer({})
    const before = questions()
    list.search().element.focus()
    expect(questions()).toBe(before)
  })

  it('gets ready by itself a while after the start, unless it is so large that it takes long', async () => {
    const later = async (here: number): Promise<number> => {
      list.close()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      list = await openList({}, [], { coverage: { ...productPage().coverage, here, total: here } })
      const before = questions()
      vi.advanceTimersByTime(5000)
      vi.useRealTimers()
      return questions() - before
    }
    expect(await later(100_000)).toBe(1)
    expect(await later(1_000_000)).toBe(0)
  })
})

it('letters that are typed before the list is open are not lost', async () => {
  const main = sitInMainProcess()
  main.always('views:save', () => ok(null))
  startStores()
  const page = mount(ProductsPage, { props: { connection }, global: { plugins: [i18n] } })
  const search = page.get<HTMLInputElement>('[aria-label="Search products"]')
  await search.setValue('v')
  await search.setValue('va')
  expect(main.asked('products:page')).toEqual([])
  await main.last('views:get').answer(ok({ state: { ...freshView, page: 3 }, saved: [], shared: [] }))
  await flushPromises()
  expect(search.element.value).toBe('va')
  expect(main.last('products:page').input.productQuery?.search).toBe('va')
  await search.setValue('vas')
  expect(search.element.value).toBe('vas')
  page.unmount()
})
