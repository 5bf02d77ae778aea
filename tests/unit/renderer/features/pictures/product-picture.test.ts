import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { fail } from '../../../../../electron/contract/failure'
import ProductPicture from '../../../../../renderer/features/pictures/ProductPicture.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

it.each([
  ['picture-corrupt', true],
  ['unreachable', false]
] as const)('looks broken only where the picture itself is at fault: %s', async (code, isBroken) => {
  const main = sitInMainProcess()
  startStores()
  main.always('pictures:describe', () => fail(code))
  const picture = mount(ProductPicture, {
    props: { connectionId: 'shop', token: 'a'.repeat(43), small: true },
    attachTo: document.body,
    global: { plugins: [i18n] }
  })
  expect(picture.classes()).not.toContain('broken')
  await picture.get('img').trigger('error')
  await flushPromises()
  expect(picture.classes('broken')).toBe(isBroken)
  expect(picture.text()).not.toBe('')
  picture.unmount()
})
