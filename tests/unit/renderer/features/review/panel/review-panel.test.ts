import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import ReviewPanel from '../../../../../../renderer/features/review/panel/ReviewPanel.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { connection } from '../../../support/mount-products-page'
import { startStores } from '../../../support/stores'
import { product } from '../../products/table/builders'
import { review } from './builders'

let panel: VueWrapper
afterEach(() => panel.unmount())

async function open(changes: Parameters<typeof review>[0]): Promise<void> {
  const main = sitInMainProcess()
  main.always('reviews:of', ({ productId }) => ok(review({ productId, ...changes })))
  startStores()
  panel = mount(ReviewPanel, {
    props: { connection, product: product(), now: Date.now() },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}

describe('the review of a product', () => {
  it('says why the product needs work', async () => {
    await open({ state: 'needs-work', mark: 'needs-work', reason: 'price' })
    expect(panel.get('[data-reason]').text()).toBe('Needs work: Price')
    panel.unmount()
    await open({ state: 'needs-work', mark: 'needs-work', reason: null })
    expect(panel.find('[data-reason]').exists()).toBe(false)
  })

  it('takes a mark away by a button that says so, as Review does', async () => {
    await open({ state: 'approved', mark: 'approved' })
    expect(panel.get('[data-mark=unreviewed]').text()).toBe('Clear mark')
    panel.unmount()
    await open({})
    expect(panel.find('[data-mark=unreviewed]').exists()).toBe(false)
  })
})
