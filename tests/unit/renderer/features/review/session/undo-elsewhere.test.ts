import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flushPromises } from '@vue/test-utils'
import { wholeCatalog } from '../../../../../../renderer/features/review/session/review-queue'
import { useReviewSession } from '../../../../../../renderer/features/review/session/review-session'
import { useReviewActions } from '../../../../../../renderer/features/review/session/review-actions'
import { useNavigation } from '../../../../../../renderer/shared/navigation'
import { useProductDetails } from '../../../../../../renderer/features/catalog'
import { openReview, ReviewedCatalog, type OpenedReview } from './review-page'

/** Products of a catalog of which Review reads no more than the first pages at once. */
const many = 130
let catalog: ReviewedCatalog
let page: OpenedReview

beforeEach(() => {
  catalog = new ReviewedCatalog(Array.from({ length: many }, (_, index) => `Product ${index + 1}`))
})
afterEach(() => page.close())

/** Opens another queue of the whole catalog. */
async function turnTo(scope: 'to-do' | 're-review' | 'all'): Promise<void> {
  await useReviewSession().start({ ...wholeCatalog, scope })
  await flushPromises()
}

/** What came of the last key, as it stands beside the marks. */
const outcome = (): string => page.wrapper.get('[data-deed]').text().replace(/\s+/g, ' ')

describe('what is taken back of a product that is not among those read', () => {
  it('is gone to where the queue holds it, and one goes on from there', async () => {
    catalog.change('p-120', { findings: ['price-zero'] })
    catalog.queue = { ...wholeCatalog, scope: 'errors' }
    page = await openReview(catalog)
    expect(page.name()).toBe('Product 120')
    await page.press('w', '2')
    await turnTo('to-do')
    expect(page.name()).toBe('Product 1')
    await page.press('u')
    expect([page.name(), page.state()]).toEqual(['Product 120', 'Unreviewed'])
    expect(outcome()).toBe('Undone. Product 120: Unreviewed')
    await page.press('k')
    expect(page.name()).toBe('Product 119')
    await page.press('j', 'j')
    expect(page.name()).toBe('Product 121')
  })

  it('is gone to also while something else is looked for in the queue', async () => {
    page = await openReview(catalog)
    await useReviewSession().search('Product 99')
    await flushPromises()
    await page.press('a')
    await useReviewSession().search('Product 77')
    await flushPromises()
    await page.press('u')
    expect([page.name(), page.state(), useReviewSession().find]).toEqual(['Product 99', 'Unreviewed', ''])
  })

  it('is gone to, and on to the next, when it is done again', async () => {
    catalog.queue = { ...wholeCatalog, scope: 'all' }
    page = await openReview(catalog)
    await useReviewSession().search('Product 99')
    await flushPromises()
    await page.press('a', 'u')
    await turnTo('all')
    expect(page.name()).toBe('Product 1')
    await useReviewActions().redo()
    await flushPromises()
    expect([page.name(), outcome()]).toEqual(['Product 100', 'Redone. Product 99: Approved'])
  })
})

describe('what is taken back of a product that the queue does not hold', () => {
  it('is named, also at the end of the queue, with the way to it', async () => {
    page = await openReview(catalog)
    await page.press('i')
    await turnTo('re-review')
    expect(page.name()).toBeNull()
    await page.press('u')
    expect(outcome()).toBe('Undone. Product 1: Unreviewed · Not in this queue')
    page.wrapper.get<HTMLElement>('[data-deed] button').element.click()
    await flushPromises()
    expect(useNavigation().place.name).toBe('products')
    expect(useProductDetails().shownId).toBe('p-1')
  })
})
