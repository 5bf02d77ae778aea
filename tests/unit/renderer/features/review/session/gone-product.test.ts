import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import { noFilters } from '../../../../../../electron/contract/empty-query'
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
/** The first mark of the product is held, which is said; the second one, once that was read, is set. */
async function approveOnceAsked(): Promise<void> {
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('unreviewed')
  expect(page.said()).toContain(held)
  readIt()
  await page.press('a')
  expect(catalog.state('p-1')).toBe('approved')
}

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

it('in the grid a product that goes under the eyes says so, and its first mark is held', async () => {
  await page.press('g')
  await drop('p-1')
  await expect.poll(() => tile('Bowl 1')).toContain('Gone')
  await approveOnceAsked()
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
  await approveOnceAsked()
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

describe('products that go before a person has come to them', () => {
  /** Names of those that are ahead. */
  const ahead = (): string[] => {
    const { products, index } = useReviewSession().cursor
    return products.slice(index + 1).map(({ name }) => name)
  }

  it('leave the queue, however far ahead they are, which goes by them', async () => {
    const all = ahead()
    for (const id of ['p-2', 'p-3', 'p-25']) catalog.change(id, { position: null, change: 'gone' })
    await page.tellChanged()
    await expect.poll(ahead).toEqual(all.filter((name) => !['Bowl 2', 'Bowl 3', 'Bowl 25'].includes(name)))
    await page.press('a')
    expect(page.name()).toBe('Bowl 4')
    await page.press('a')
    const states = ['p-1', 'p-2', 'p-3', 'p-4'].map((id) => catalog.state(id))
    expect(states).toEqual(['approved', 'unreviewed', 'unreviewed', 'approved'])
  })

  it('leave it as well when the catalog has nothing of them anymore', async () => {
    page.main.always('products:of', ({ ids }) =>
      ok(catalog.products.filter(({ id }) => ids.includes(id) && id !== 'p-2'))
    )
    await page.tellChanged()
    await expect.poll(ahead).not.toContain('Bowl 2')
    expect(ahead()).toHaveLength(28)
  })

  it('leave the grid, and what is selected in it, where the others stay selected', async () => {
    await page.press('g')
    await page.press('ArrowRight', { shiftKey: true })
    await page.press('ArrowRight', { shiftKey: true })
    await page.press('k')
    await drop('p-3')
    await expect.poll(() => page.said()).toContain('1 product is no longer selected')
    expect(tile('Bowl 3')).toBe('')
    await page.press('w')
    expect(['p-1', 'p-2', 'p-3'].map((id) => catalog.state(id))).toEqual([
      ...['needs-work', 'needs-work'],
      'unreviewed'
    ])
  })

  it('are no more in the queue once a person goes back from the one that has gone on screen', async () => {
    await page.press('j')
    await drop('p-2')
    await expect.poll(page.text).toContain('The store has just removed this product')
    await page.press('k')
    await page.press('a')
    expect(page.name()).toBe('Bowl 3')
  })

  it('stay where they were decided on, for the way back', async () => {
    await page.press('j', 'a', 'k', 'k')
    expect(page.name()).toBe('Bowl 1')
    await drop('p-2')
    await page.press('j')
    expect(page.name()).toBe('Bowl 2')
    await page.press('u')
    expect([page.name(), catalog.state('p-2')]).toEqual(['Bowl 2', 'unreviewed'])
  })

  it('stay in a queue of those that have gone', async () => {
    for (const id of ['p-2', 'p-3', 'p-4']) catalog.change(id, { position: null, change: 'gone' })
    const filters = { ...noFilters, change: { kind: 'gone' as const, since: 'last' as const } }
    const session = useReviewSession()
    await session.start({
      ...{ productQuery: { ...session.queue.productQuery, filters }, name: null, scope: 'to-do' as const }
    })
    await page.tellChanged()
    expect([page.name(), ...ahead()]).toEqual(['Bowl 2', 'Bowl 3', 'Bowl 4'])
    await page.press('a')
    expect([page.name(), catalog.state('p-2')]).toEqual(['Bowl 3', 'approved'])
  })

  it('are asked about where a person has come to them while that was read', async () => {
    page.main.hold('products:of')
    catalog.change('p-2', { position: null, change: 'gone' })
    await page.tellChanged()
    await page.press('j')
    await page.main.last('products:of').answer(ok([...catalog.products]))
    readIt()
    await page.press('a')
    expect([page.name(), catalog.state('p-2')]).toEqual(['Bowl 2', 'unreviewed'])
  })

  it('are asked about where a person goes back to them', async () => {
    await page.press('j')
    await drop('p-1')
    await page.press('k')
    await approveOnceAsked()
  })
})
