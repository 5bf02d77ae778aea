import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../../../support/eventually'
import { openReview, ReviewedCatalog, type OpenedReview } from './review-page'

let page: OpenedReview

beforeEach(async () => {
  page = await openReview(new ReviewedCatalog(['Walnut bowl', 'Oak bowl', 'Iron teapot', 'Linen towel']))
})
afterEach(() => page.close())

const find = (selector: string): HTMLElement => page.wrapper.get<HTMLElement>(selector).element
const tab = (id: string): HTMLElement => find(`[data-tab="${id}"]`)
const isAtProduct = (): boolean => document.activeElement === document.getElementById('main')

it('Shift+C on a product without twins says that nothing compares with it', async () => {
  await page.press('C', { shiftKey: true })
  expect(page.wrapper.text()).toContain('No other product to compare')
})

/** As a mouse, a pen or a finger does it: the press gives the focus before the click comes. */
async function press(element: HTMLElement): Promise<void> {
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  element.focus()
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))
  await flushPromises()
}

/** As Tab and Enter do it. */
async function pressByKey(element: HTMLElement): Promise<void> {
  await page.press('Tab')
  element.focus()
  await page.press('Enter')
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  await flushPromises()
}

describe('the keyboard in Review', () => {
  it('goes on with the product when a queue was chosen by mouse', async () => {
    await press(tab('all'))
    expect([isAtProduct(), page.name()]).toEqual([true, 'Walnut bowl'])
    await page.press('ArrowRight', 'a')
    expect(tab('all').getAttribute('aria-selected')).toBe('true')
    expect(page.catalog.products.map(({ id }) => page.catalog.state(id))).toEqual([
      ...['unreviewed', 'approved', 'unreviewed', 'unreviewed']
    ])
  })

  it('goes from tab to tab by arrows where it came to them by itself', async () => {
    await pressByKey(tab('to-do'))
    await page.press('ArrowRight')
    expect(document.activeElement).toBe(tab('re-review'))
    expect(tab('re-review').getAttribute('aria-selected')).toBe('true')
  })

  it('stays in the search while the grid shows what is found, and goes on in the grid with Enter', async () => {
    await page.press('g', '/')
    const search = find('input[type=search]')
    expect(document.activeElement).toBe(search)
    for (const words of ['b', 'bo', 'bow']) {
      await page.wrapper.get('input[type=search]').setValue(words)
      await flushPromises()
      expect(document.activeElement, `after “${words}”`).toBe(search)
    }
    await page.press('Enter', 'ArrowRight')
    expect(page.wrapper.get('[role=grid] [aria-current]').text()).toContain('Oak bowl')
    await page.press('a')
    expect(page.catalog.products.map(({ id }) => page.catalog.state(id))).toEqual([
      ...['unreviewed', 'approved', 'unreviewed', 'unreviewed']
    ])
  })

  it('marks no second product with the Enter that came after the reason', async () => {
    const needsWork = (): unknown[] =>
      page.main.asked('reviews:mark').map(({ input }) => 'products' in input.of && input.of.products[0]?.id)
    await press(find('[data-command=needs-work]'))
    expect(isAtProduct()).toBe(true)
    await page.press('Enter')
    expect([isAtProduct(), page.name()]).toEqual([true, 'Oak bowl'])
    expect(new Set(needsWork())).toEqual(new Set(['p-1']))
  })

  it('stays on a button that it pressed', async () => {
    const button = find('[data-command=needs-work]')
    await pressByKey(button)
    expect(document.activeElement).toBe(button)
  })

  it('goes on with the product after each control of the page was pressed by mouse', async () => {
    await page.press('w')
    for (const control of page.wrapper.findAll<HTMLElement>('#main button')) {
      control.element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      control.element.focus()
      expect(isAtProduct(), control.attributes('aria-label') ?? control.text()).toBe(true)
    }
    await press(find('[data-reasons] button'))
    expect(isAtProduct()).toBe(true)
  })

  it('goes on with the product when a menu that the mouse opened is closed, by mouse or by keyboard', async () => {
    const openMenu = async (): Promise<void> => {
      await press(find('.buttons [aria-haspopup=menu]'))
      await eventually(() => expect(document.activeElement?.getAttribute('role')).toBe('menu'))
    }
    await openMenu()
    const first = find('[role^=menuitem]')
    first.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    first.click()
    await eventually(() => expect(isAtProduct()).toBe(true))
    await openMenu()
    await page.press('Escape')
    await eventually(() => expect(isAtProduct()).toBe(true))
  })

  it('is in the tile of the product where the queue is a grid', async () => {
    await page.press('g')
    await press(find('[data-command=approved]'))
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell')
  })

  it('marks as many products of the grid as the buttons say, selected by Shift or Ctrl', async () => {
    const tile = (n: number): Element | null | undefined =>
      document.querySelector(`[data-told-name=p-${n}]`)?.closest('.tile')
    const words = (): string[] =>
      page.wrapper.findAll('[data-command=approved], [data-command=needs-work]').map((each) => each.text())
    const isSelected = (): boolean[] =>
      [1, 2, 3].map((n) => tile(n)?.getAttribute('aria-selected') === 'true')
    const click = async (n: number, keys: MouseEventInit): Promise<void> => {
      tile(n)?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
      await flushPromises()
    }
    await page.press('g', 'ArrowRight', { shiftKey: true })
    expect([isSelected(), words()]).toEqual([
      [true, true, false],
      ['Approve 2', 'Needs work 2']
    ])
    await click(3, { ctrlKey: true })
    expect([isSelected(), words()]).toEqual([
      [true, true, true],
      ['Approve 3', 'Needs work 3']
    ])
    // Of one that is left the keys are for that one.
    await click(3, { ctrlKey: true })
    await click(1, { ctrlKey: true })
    expect([isSelected(), words()]).toEqual([
      [false, true, false],
      ['Approve', 'Needs work']
    ])
    expect(tile(2)?.getAttribute('aria-current')).toBe('true')
    await click(3, { metaKey: true })
    await page.press('i')
    expect(page.catalog.products.map(({ id }) => page.catalog.state(id))).toEqual([
      ...['unreviewed', 'ignored', 'ignored', 'unreviewed']
    ])
    expect(tile(4)?.getAttribute('aria-current'), 'it goes on after them').toBe('true')
    await page.press('a')
    expect([page.catalog.state('p-3'), page.catalog.state('p-4')]).toEqual(['ignored', 'approved'])
  })

  it('stays at the selected products of the grid whose marks are cleared', async () => {
    page.catalog.change('p-1', { review: { ...page.catalog.find('p-1').review, state: 'approved' } })
    await page.press('g', 'ArrowRight', { shiftKey: true })
    await page.press('c')
    const current = document.querySelector('.tile[aria-current]')
    expect(current?.querySelector('[data-told-name]')?.getAttribute('data-told-name')).toBe('p-2')
  })

  it('stays in a field that was pressed', async () => {
    await page.press('n')
    const note = find('textarea')
    await press(note)
    expect(document.activeElement).toBe(note)
  })
})
