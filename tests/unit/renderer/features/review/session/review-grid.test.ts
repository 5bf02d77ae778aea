import { flushPromises, mount } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { useReviewSession } from '../../../../../../renderer/features/review/session/review-session'
import ReviewPage from '../../../../../../renderer/features/review/session/ReviewPage.vue'
import { connection } from '../../../support/mount-products-page'
import { toDoStates } from '../../../../../../electron/contract/review-state'
import { useExports } from '../../../../../../renderer/features/export'
import { useCommandRegistry } from '../../../../../../renderer/shared/commands/registry'
import { useNavigation } from '../../../../../../renderer/shared/navigation'
import { wholeCatalog } from '../../../../../../renderer/features/review/session/review-queue'
import { exportChoices } from '../../export/builders'
import { openReview, ReviewedCatalog, type OpenedReview } from './review-page'

let page: OpenedReview
let catalog: ReviewedCatalog

/** Two tiles beside each other, and two rows of them, are in sight of 30. */
beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(480)
  catalog = new ReviewedCatalog(Array.from({ length: 30 }, (_, at) => `Bowl ${at + 1}`))
  page = await openReview(catalog)
  await page.press('g')
})
afterEach(() => {
  page.close()
  vi.restoreAllMocks()
})

const grid = (): HTMLElement => page.wrapper.get<HTMLElement>('[role=grid]').element
const current = (): string | null | undefined => grid().getAttribute('data-product')
const focused = (): string | undefined =>
  document.activeElement?.querySelector('[data-told-name]')?.getAttribute('data-told-name') ?? undefined

/** As a wheel does it. */
async function scrollTo(top: number): Promise<void> {
  grid().scrollTop = top
  grid().dispatchEvent(new Event('scroll'))
  await flushPromises()
}

it('a tile that was scrolled out of sight is shown before its product is marked', async () => {
  await page.press('ArrowRight')
  await scrollTo(2000)
  await page.press('i')
  expect(catalog.state('p-2')).toBe('unreviewed')
  expect(page.said()).toContain('Bowl 2 was out of sight')
  expect(grid().scrollTop).toBe(0)
  await page.press('i')
  expect([catalog.state('p-2'), current()]).toEqual(['ignored', 'p-3'])
})

it('stays where a person has scrolled it to when a sync changes the queue', async () => {
  await scrollTo(2000)
  catalog.change('p-1', { price: 3 })
  catalog.change('p-29', { price: 4 })
  await page.tellChanged()
  expect(grid().scrollTop).toBe(2000)
})

it('is gone through by Page down and up, Home and End, with Ctrl too, from the tile and from the page', async () => {
  await page.press('PageDown')
  expect(current()).toBe('p-5')
  await page.press('End', { ctrlKey: true })
  expect([current(), focused()]).toEqual(['p-30', 'p-30'])
  await page.press('Home')
  expect(current()).toBe('p-1')
  await scrollTo(2000)
  document.getElementById('main')?.focus()
  await page.press('End')
  expect([current(), focused()]).toEqual(['p-30', 'p-30'])
  await page.press('Home', { ctrlKey: true })
  await page.press('PageDown', { shiftKey: true })
  expect(page.wrapper.findAll('[aria-selected=true]').length).toBeGreaterThan(2)
})

it('is there again with its place for whoever comes back to the same queue, and not in one that was begun elsewhere', async () => {
  const comeBack = async (): Promise<void> => {
    page.wrapper.unmount()
    page.wrapper = mount(ReviewPage, {
      props: { connection },
      global: { plugins: [i18n] },
      attachTo: document.body
    })
    await flushPromises()
  }
  await page.press('End')
  await comeBack()
  expect([current(), grid().scrollTop > 0]).toEqual(['p-30', true])
  page.wrapper.unmount()
  await useReviewSession().start({ ...wholeCatalog, scope: 'to-do' })
  await comeBack()
  expect(page.wrapper.find('[role=grid]').exists()).toBe(false)
})

it.each([
  ['Escape', {}],
  ['Enter', { ctrlKey: true }]
] as const)(
  'a note is written from it, and it is there again with what was selected, by %s',
  async (key, held) => {
    const selected = (): number => page.wrapper.findAll('[role=gridcell][aria-selected=true]').length
    await page.press('ArrowRight')
    await page.press('ArrowRight', { shiftKey: true })
    expect([current(), selected()]).toEqual(['p-3', 2])
    await page.press('n')
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    await page.press(key, held)
    expect([current(), focused(), selected()]).toEqual(['p-3', 'p-3', 2])
    await page.press('ArrowRight', { shiftKey: true })
    expect([current(), selected()]).toEqual(['p-4', 3])
  }
)

it('an export is of the queue on screen, which stays there', async () => {
  page.main.always('export:choices', () => ok(exportChoices))
  useNavigation().go({ name: 'review' })
  useCommandRegistry().run('export')
  await flushPromises()
  const { wish } = useExports()
  expect(wish?.of).toMatchObject({ productQuery: { filters: { review: toDoStates } } })
  expect([wish?.count, useNavigation().place.name]).toEqual([30, 'review'])
})
