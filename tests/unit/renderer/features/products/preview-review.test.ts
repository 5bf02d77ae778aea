import { flushPromises, mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import PreviewReview from '../../../../../renderer/features/products/current/PreviewReview.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess } from '../../support/fake-bridge'
import { connection } from '../../support/mount-products-page'
import { startStores } from '../../support/stores'
import { useReviews } from '../../../../../renderer/features/review'
import { product } from './table/builders'

it('the preview tells what was done in it, and not what was done before it opened, which would lie over its picture', async () => {
  sitInMainProcess()
  startStores()
  const reviews = useReviews()
  const hold = (name: string): void =>
    reviews.holdMark(connection.id, { mark: 'ignored', product: { id: name, name }, why: 'out-of-sight' })
  hold('Bowl')
  const preview = mount(PreviewReview, {
    props: { connection, product: product() },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
  expect(preview.find('[data-review-toast]').exists()).toBe(false)
  hold('Vase')
  await flushPromises()
  expect(preview.get('[data-review-toast]').text()).toContain('Vase was out of sight')
  preview.unmount()
})

it('the preview says of a product that waits for others how many have approved it, beside one’s own mark', async () => {
  sitInMainProcess()
  startStores()
  const approvals = { given: 1, needed: 2, isMine: true }
  const review = { ...product().review, state: 'awaiting-others' as const, approvals }
  const preview = mount(PreviewReview, {
    props: { connection, product: product({ review }) },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
  expect(preview.get('.approvals').text()).toBe('1 of 2 approvals')
  await preview.setProps({ product: product() })
  expect(preview.find('.approvals').exists()).toBe(false)
  preview.unmount()
})
