import { flushPromises, mount } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import TilePicture from '../../../../../../renderer/features/products/gallery/TilePicture.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

beforeEach(() => {
  sitInMainProcess()
  startStores()
})

it('the picture of a tile is not told to be there, or lacking, by the one that it replaced', async () => {
  const tile = mount(TilePicture, {
    props: {
      ...{ connectionId: 'shop', token: 'one', name: 'Mug', tabindex: 0 },
      ...{ pictured: true, ready: false, near: true, small: false }
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  const first = tile.get<HTMLImageElement>('img.large').element
  await tile.setProps({ token: 'two' })
  const isShown = async (image: HTMLImageElement, type: 'load' | 'error'): Promise<boolean> => {
    image.dispatchEvent(new Event(type))
    await flushPromises()
    return tile.find('img.large.shown').exists()
  }
  expect(await isShown(first, 'load')).toBe(false)
  expect(await isShown(first, 'error')).toBe(false)
  expect(await isShown(tile.get<HTMLImageElement>('img.large').element, 'load')).toBe(true)
  tile.unmount()
})
