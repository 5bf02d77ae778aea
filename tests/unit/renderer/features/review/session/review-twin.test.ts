import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { defineComponent } from 'vue'
import { afterEach, expect, it, vi } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import type { Product } from '../../../../../../electron/contract/product'
import { useReviewTwin } from '../../../../../../renderer/features/review/session/use-review-twin'
import { product } from '../../products/table/builders'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

let shown: VueWrapper
afterEach(() => {
  shown.unmount()
  vi.unstubAllGlobals()
})

function twinOf(reviewed: Product, isWide: boolean): ReturnType<typeof useReviewTwin> {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isWide }))
  const main = sitInMainProcess()
  main.always('audit:twins', () => ok([product({ id: 'p-7' }), product({ id: 'p-8' })]))
  startStores()
  const found: ReturnType<typeof useReviewTwin>[] = []
  const asking = defineComponent(() => {
    found.push(
      useReviewTwin(
        () => 'shop',
        () => reviewed,
        () => true
      )
    )
    return () => null
  })
  shown = mount(asking)
  const [twin] = found
  if (!twin) throw new Error('It was not set up')
  return twin
}

it.each(['picture-same', 'picture-similar', 'name-duplicate'] as const)(
  'shows the first product beside one that it was found with (%s), where the window has room for both',
  async (rule) => {
    const twin = twinOf(product({ findings: [rule] }), true)
    expect(twin.value).toEqual({ rule, product: null })
    await flushPromises()
    expect(twin.value?.product?.id).toBe('p-7')
  }
)

it.each([
  ['in a narrower window', product({ findings: ['picture-same'] }), false],
  ['for prices', product({ findings: ['price-outlier'] }), true],
  ['without findings', product({}), true]
] as const)('shows none %s', async (_, reviewed, isWide) => {
  const twin = twinOf(reviewed, isWide)
  await flushPromises()
  expect(twin.value).toBeNull()
})
