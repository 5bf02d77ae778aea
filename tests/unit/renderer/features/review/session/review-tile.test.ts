import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import type { Product } from '../../../../../../electron/contract/product'
import { unreviewed } from '../../../../../../electron/contract/review-state'
import ReviewTile from '../../../../../../renderer/features/review/session/ReviewTile.vue'
import type { ShownState } from '../../../../../../renderer/shared/labels/review-labels'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { connectionOf } from '../../connections/builders'
import { product } from '../../products/table/builders'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

function tileOf(
  changes: Partial<Product>,
  finding: 'error' | null,
  state: ShownState = 'unreviewed'
): ReturnType<typeof mount> {
  sitInMainProcess()
  startStores()
  return mount(ReviewTile, {
    props: {
      connection: connectionOf({ id: 'shop', currency: 'EUR', locale: 'en-US' }),
      product: product({ id: 'p-1', name: 'Oak bowl', price: 11, ...changes }),
      state,
      finding: finding && { rule: 'price-zero', severity: finding, text: 'Price is zero' },
      current: true,
      selected: false
    },
    global: { plugins: [i18n] }
  })
}

it('a tile says what an approval is of: the price, what changed, and what is wrong, to those who hear it too', () => {
  const tile = tileOf({ change: 'changed', changedFields: ['price'], pricePercent: -81 }, 'error')
  for (const text of ['Oak bowl', '€11.00', '−81%', 'Price is zero']) expect(tile.text()).toContain(text)
  expect(tile.get('.change').classes()).toContain('danger')
  expect(tile.attributes('aria-label')).toBe('Oak bowl, Unreviewed')
  expect(tile.attributes('aria-description')).toBe('€11.00, −81%, Price is zero')
})

it('a tile of a product of which nothing is to be told has its name and price alone', () => {
  const tile = tileOf({}, null)
  expect(tile.findAll('.name, .line').map((each) => each.text())).toEqual(['Oak bowl', '€11.00'])
})

it('a tile shows that its product has a note, and says so to those who hear it', () => {
  const tile = tileOf({ review: { ...unreviewed, note: 'Ask for a better picture' } }, null)
  expect(tile.find('[data-note]').exists()).toBe(true)
  expect(tile.attributes('aria-description')).toBe('€11.00, With note')
  expect(tileOf({}, null).find('[data-note]').exists()).toBe(false)
})

it('a tile says why its product needs work, as the table does, unless it has another state by now', () => {
  const review = { state: 'needs-work', approvals: null, reason: 'picture' } as const
  const as = { review: { ...review, note: '', reviewer: '', reviewedAt: null } }
  const tile = tileOf(as, null, 'needs-work')
  expect(tile.get('.line.state').text()).toBe('Needs work: Picture')
  expect(tile.attributes('aria-label')).toBe('Oak bowl, Needs work: Picture')
  expect(tileOf(as, null, 'approved').get('.line.state').text()).toBe('Approved')
})
