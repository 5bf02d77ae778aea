import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useReviewSession } from '../../../../../../renderer/features/review/session/review-session'
import { openReview, ReviewedCatalog, type OpenedReview } from './review-page'

let catalog: ReviewedCatalog
let page: OpenedReview
let now: number

beforeEach(async () => {
  now = Math.floor(performance.now())
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  catalog = new ReviewedCatalog(Array.from({ length: 30 }, (_, at) => `Bowl ${at + 1}`))
  page = await openReview(catalog)
})
afterEach(() => {
  page.close()
  vi.restoreAllMocks()
})

/** A sync finds that the store does not list it anymore. */
async function drop(id: string): Promise<void> {
  catalog.change(id, { position: null, change: 'gone', changedFields: [] })
  await page.tellChanged()
}

/** As long as it takes to read what was said. */
const readIt = (): void => void (now += 500)

const held = 'Bowl 1 is no longer in the store. Press A again to mark it.'
const caption = (): string => page.wrapper.get('.told').text()
const tile = (name: string): string =>
  page.wrapper
    .findAll('[role=gridcell]')
    .find((each) => each.text().includes(`${name}€`))
    ?.text() ?? ''

it('where the picture stands alone a product that goes under the eyes says so, and its first mark is held', async () => {
  catalog.change('p-1', { change: 'new' })
  await page.tellChanged()
  await page.press('f')
  await drop('p-1')
  await expect.poll(caption).toContain('· Gone')
  expect(caption()).not.toContain('New')
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('unreviewed')
  expect(page.said()).toContain(held)
  await page.press('a')
  expect(catalog.state('p-1'), 'a hand that drums has not read it').toBe('unreviewed')
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('approved')
})

it('in the grid a product that goes under the eyes says so, also far from the current one, and its first mark is held', async () => {
  // One column of 25 tiles or so.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(25 * 304)
  await page.press('g')
  await drop('p-25')
  await expect.poll(() => tile('Bowl 25')).toContain('Gone')
  await drop('p-1')
  await expect.poll(() => tile('Bowl 1')).toContain('Gone')
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('unreviewed')
  expect(page.said()).toContain(held)
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('approved')
  await page.press('ArrowRight')
  expect(tile('Bowl 1'), 'it goes on to say so').toContain('Gone')
})

it('it is marked with no others in the grid, which says how many it was selected with and is not anymore', async () => {
  await page.press('g')
  await page.press('ArrowRight', { shiftKey: true })
  await page.press('ArrowRight', { shiftKey: true })
  await drop('p-2')
  await expect.poll(() => page.said()).toContain('1 product is no longer selected')
  await page.press('a')
  const states = ['p-1', 'p-2', 'p-3'].map((id) => catalog.state(id))
  expect(states).toEqual(['approved', 'unreviewed', 'approved'])
})

it('beside all that is known of it a mark is held as well, however long ago it has gone', async () => {
  await drop('p-1')
  await expect.poll(page.text).toContain('The store has just removed this product')
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('unreviewed')
  expect(page.said()).toContain(held)
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('approved')
})

it('one that comes back is told as it is again', async () => {
  await page.press('f')
  await drop('p-1')
  expect(caption()).toContain('Gone')
  catalog.change('p-1', { position: 1, change: null })
  await page.tellChanged()
  await expect.poll(caption).not.toContain('Gone')
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('approved')
})

it('the mark of a product that has gone counts in no list of what there is', async () => {
  const session = useReviewSession()
  await session.start({ productQuery: session.queue.productQuery, name: null, scope: 'to-do' })
  await flushPromises()
  await drop('p-1')
  await expect.poll(() => session.numbers?.total).toBe(29)
  await page.press('a')
  readIt()
  void page.press('a')
  expect(session.numbers).toMatchObject({ total: 29, approved: 0 })
  expect(session.counts).toMatchObject({ 'to-do': 29, all: 29 })
  await flushPromises()
  expect(catalog.state('p-1')).toBe('approved')
  expect(session.numbers).toMatchObject({ total: 29, approved: 0 })
})

it('in a queue of marks that of a product that has gone counts neither as looked at again nor as there', async () => {
  const session = useReviewSession()
  for (const id of ['p-1', 'p-2', 'p-3']) catalog.set(id, 'needs-work')
  await session.start({ productQuery: session.queue.productQuery, name: null, scope: 'needs-work' })
  await flushPromises()
  await page.press('a')
  expect(session.numbers).toMatchObject({ total: 3, approved: 1 })
  await drop('p-2')
  await page.press('a')
  readIt()
  await page.press('a')
  await expect.poll(() => session.numbers).toMatchObject({ total: 2, approved: 1 })
})
