import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import type { Change } from '../../../../../../electron/contract/history'
import { change } from '../../changes/builders'
import { openReview, ReviewedCatalog, type OpenedReview } from './review-page'

let catalog: ReviewedCatalog
let page: OpenedReview
/** What happened to the first product, newest first. */
let happenings: Change[]

beforeEach(() => {
  catalog = new ReviewedCatalog(['Walnut bowl', 'Oak bowl', 'Iron teapot', 'Linen towel'])
})
afterEach(() => page.close())

async function open(...all: Change[]): Promise<void> {
  happenings = all
  page = await openReview(catalog, [], (main) =>
    main.always('history:of', ({ productId }) =>
      ok({ changes: productId === 'p-1' ? happenings : [], prices: [], since: null })
    )
  )
}
/** What changed, as it stands above everything else of the product. */
const card = (): string | null => {
  const found = page.wrapper.find('[data-unseen]')
  return found.exists() ? found.text() : null
}
const price = { kind: 'price', before: '20', after: '35', percent: 75 } as const

describe('changes that nobody has seen, in Review', () => {
  it('stand with the product, also when a later sync did not bring them', async () => {
    await open(
      change({ ...price, number: 4, run: 2 }),
      change({ kind: 'name', before: 'Bowl', after: 'Walnut bowl', number: 2, seen: true })
    )
    expect(catalog.find('p-1').change).toBeNull()
    expect(card()).toContain('1 change not seen')
    expect(card()).toContain('Price changed')
    expect(card()).toContain('+75%')
    expect(card()).not.toContain('Name changed')
    await page.press('j')
    expect([page.name(), card()]).toEqual(['Oak bowl', null])
  })

  it('go when they are seen, and come back when they are not', async () => {
    await open(change(price))
    const tell = (seen: boolean): void => {
      happenings = [change({ ...price, seen })]
      page.main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1'] })
    }
    tell(true)
    await expect.poll(card).toBeNull()
    tell(false)
    await expect.poll(card).toContain('+75%')
  })

  it('are not told a second time beside what is not as it was approved', async () => {
    catalog.set('p-1', 'changed')
    await open(change(price), change({ kind: 'back', number: 3 }))
    expect(page.wrapper.get('[data-changed]').text()).toContain('Price')
    expect(card()).toContain('1 change not seen')
    expect(card()).not.toContain('Price changed')
  })

  it('are not told a second time beside what just became of the product on screen', async () => {
    await open()
    const older = change({ ...price, before: '15', after: '20', number: 3 })
    happenings = [change({ ...price, number: 4 }), older]
    catalog.change('p-1', { price: 35, contentFingerprint: 'other' })
    page.main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-1'] })
    await page.tellChanged()
    const news = (): string => page.wrapper.get('[data-newer]').text()
    await expect.poll(card).toContain('1 change not seen')
    expect(card()).toContain('15.00')
    expect(news()).toContain('This product has just changed')
    await page.wrapper.get('[data-newer] button').trigger('click')
    await expect.poll(news).toContain('35.00')
    expect(card()).toContain('1 change not seen')
  })

  it('of a product that was approved are told among what is not as it was then, not as news too', async () => {
    await open(change(price))
    catalog.set('p-1', 'changed')
    catalog.change('p-1', { price: 99, name: 'Walnut dish', contentFingerprint: 'other' })
    await page.tellChanged()
    await page.wrapper.get('[data-newer] button').trigger('click')
    const news = (): string => page.wrapper.get('[data-newer]').text()
    await expect.poll(news).toContain('You’re seeing the update')
    expect(news()).toContain('Name')
    expect(news()).not.toContain('Price')
    expect(page.wrapper.get('[data-changed]').text()).toContain('Price')
  })

  it('are read before the product is on screen', async () => {
    await open()
    const asked = page.main.asked('history:of').map(({ input }) => input.productId)
    expect(new Set(asked)).toEqual(new Set(['p-1', 'p-2', 'p-3']))
  })
})
