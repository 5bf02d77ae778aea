import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { usePicturePreview } from '../../../../../renderer/features/pictures'
import ProductPreview from '../../../../../renderer/features/products/current/ProductPreview.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../support/fake-bridge'
import { connection } from '../../support/mount-products-page'
import { startStores } from '../../support/stores'
import { product } from './table/builders'

let page: VueWrapper
afterEach(() => page.unmount())

it('a product that the store takes out while it is looked at in large says so beside its price', async () => {
  const main = sitInMainProcess()
  startStores()
  const shown = product({ id: 'p-1', name: 'Oak bowl' })
  main.always('products:of', () => ok([{ ...shown, position: null, change: 'gone' as const }]))
  usePicturePreview().openAlone(shown)
  page = mount(ProductPreview, {
    props: { connection, now: 0 },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
  const worth = (): string => document.querySelector('.worth')?.textContent ?? ''
  await expect.poll(worth).toContain('24.50')
  expect(worth()).not.toContain('Gone')
  main.emit('catalog:changed', { connectionId: connection.id })
  await expect.poll(worth).toContain('Gone')
})
