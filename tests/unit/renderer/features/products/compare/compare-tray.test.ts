import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import CompareTray from '../../../../../../renderer/features/products/compare/CompareTray.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { useComparison } from '../../../../../../renderer/features/catalog/comparison'
import { usePictures } from '../../../../../../renderer/features/pictures/pictures-store'
import { product } from '../table/builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

const broken = { token: 'a'.repeat(43), host: 'pictures.example' }
const whole = { token: 'b'.repeat(43), host: 'pictures.example' }
let main: MainProcess
let tray: VueWrapper

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  const comparison = useComparison()
  comparison.toggle(product({ id: 'p-1', picture: broken }))
  comparison.toggle(product({ id: 'p-2', picture: whole }))
  tray = mount(CompareTray, { props: { connectionId: 'shop' }, global: { plugins: [i18n] } })
})
afterEach(() => tray.unmount())

/** What is shown of each product: its picture, or a sign in its place. */
function shown(): string[] {
  return tray.findAll('li').map((one) => {
    if (one.find('img').exists()) return 'picture'
    return one.find('.lucide-image-off').exists() ? 'sign' : ''
  })
}

it('a picture that cannot be shown has a sign in its place until it is asked for anew', async () => {
  expect(shown()).toEqual(['picture', 'picture'])
  await tray.get('img').trigger('error')
  expect(shown()).toEqual(['sign', 'picture'])
  main.always('pictures:retry', () => ok(null))
  await usePictures().retry(broken.token)
  expect(shown()).toEqual(['picture', 'picture'])
})
