import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyQuery } from '../../../../../../electron/contract/empty-query'
import { ok } from '../../../../../../electron/contract/failure'
import ContinuousGallery from '../../../../../../renderer/features/products/gallery/ContinuousGallery.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { connection } from '../../../support/mount-products-page'
import { product, productPage } from '../table/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'
import { eventually } from '../../../../../support/eventually'

let main: MainProcess
let wrapper: VueWrapper<InstanceType<typeof ContinuousGallery>>
/** The store's products by number, in its order. */
let numbers: number[]
const placeOf = (id: string): number | null => numbers.indexOf(Number(id.slice(2))) + 1 || null

beforeEach(async () => {
  main = sitInMainProcess()
  startStores()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000)
  numbers = Array.from({ length: 500 }, (_, at) => 1001 + at)
  main.always('products:page', ({ page, limit }) => {
    const items = numbers
      .slice((page - 1) * limit, page * limit)
      .map((number) => product({ id: `p-${number}`, name: `Product ${number}` }))
    return ok(productPage({ page, limit, items, totalItems: numbers.length }))
  })
  main.always('products:listed', ({ ids }) => ok(ids.filter((id) => placeOf(id) !== null)))
  main.always('products:place', ({ productId }) => ok(placeOf(productId)))
  wrapper = mount(ContinuousGallery, {
    props: { connection, productQuery: emptyQuery, size: 'M', busy: false },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
})
afterEach(() => {
  wrapper.unmount()
  vi.restoreAllMocks()
})

it('keeps the keyboard on its product, and that where it is, while products above come and go', async () => {
  const tile = (): Element | null => document.activeElement?.closest('[role=gridcell]') ?? null
  const top = (): number =>
    Number.parseFloat(tile()?.closest<HTMLElement>('[role=row]')?.style.top ?? '') -
    wrapper.get('[data-gallery]').element.scrollTop
  const rows = (): number => Number(wrapper.get('[role=grid]').attributes('aria-rowcount'))
  await wrapper.vm.focusRow(320)
  await eventually(() => expect(tile()?.textContent ?? '').toContain('Product 1321'))
  const [before, columns] = [top(), Number(wrapper.get('[role=grid]').attributes('aria-colcount'))]
  for (const removed of [7, 23, 250]) {
    numbers.splice(3, removed)
    main.emit('catalog:changed', { connectionId: connection.id })
    await eventually(() => expect(rows()).toBe(Math.ceil(numbers.length / columns)))
    await eventually(() => {
      expect(tile()?.textContent ?? '').toContain('Product 1321')
      expect(top()).toBe(before)
    })
  }
})

it('says the gravest finding of a product that its tile does not show itself, and how many more there are', async () => {
  numbers = [1001, 1002]
  main.always('products:page', ({ page, limit }) => {
    const found = product({
      id: 'p-1001',
      findings: ['picture-broken', 'name-long'],
      facts: { 'name-long': { characters: 140, threshold: 120 } }
    })
    const [id, findings] = ['p-1002', ['name-long', 'price-missing', 'description-missing'] as const]
    const manifold = product({ ...found, id, findings: [...findings] })
    return ok(productPage({ page, limit, items: [found, manifold], totalItems: 2 }))
  })
  main.emit('catalog:changed', { connectionId: connection.id })
  await eventually(() => expect(wrapper.findAll('[data-finding]')).toHaveLength(2))
  expect(wrapper.get('[data-index="0"] [data-finding]').text()).toMatch(/140 characters, at most 120$/)
  expect(wrapper.get('[data-index="1"] [data-finding]').text()).toMatch(/\+2$/)
})
