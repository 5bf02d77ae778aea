import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import { i18n } from '../../../../../../renderer/shared/i18n'
import ProductsPage from '../../../../../../renderer/features/products/ProductsPage.vue'
import { freshView } from '../../../../../../renderer/features/catalog/view'
import { connectionOf } from '../../connections/builders'
import { auditState, finding } from '../../quality/builders'
import { review } from '../../review/panel/builders'
import { productPage } from './builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

let main: MainProcess
let page: VueWrapper

beforeEach(async () => {
  localStorage.clear()
  main = sitInMainProcess()
  main.always('views:get', () => ok({ state: { ...freshView, mode: 'paged' }, saved: [], shared: [] }))
  main.always('views:save', () => ok(null))
  main.always('products:page', ({ page: number, limit }) => ok(productPage({ page: number, limit })))
  // None has errors.
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 0)))
  main.always('products:listed', () => ok([]))
  main.always('reviews:of', ({ productId }) => ok(review({ productId })))
  startStores()
  const connection = connectionOf({ locale: 'en-US' })
  page = mount(ProductsPage, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
})
afterEach(() => page.unmount())

const box = (name: string) => page.get(`[data-select][aria-label="${name}"]`)
const bar = () => page.find('[aria-label=Selection]')
const checked = (): string[] =>
  page.findAll('[data-select][aria-checked=true]').map((each) => each.attributes('aria-label') ?? '')
async function press(key: string, options: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options })
  document.activeElement?.dispatchEvent(event)
  await flushPromises()
  return event
}
function focus(label: string): void {
  page.get<HTMLElement>(`[aria-label="${label}"]`).element.focus()
}
async function mark(words: string): Promise<void> {
  await bar()
    .findAll('button')
    .find((button) => (button.attributes('aria-label') ?? button.text().replace(/ [A-Z]$/, '')) === words)
    ?.trigger('click')
  await flushPromises()
}

describe('products of the list', () => {
  it('are let go of by one press of Escape on the box that was ticked last', async () => {
    for (const name of ['Product 2', 'Product 3']) {
      box(name).element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      page.get<HTMLElement>(`[data-select][aria-label="${name}"]`).element.focus()
      await box(name).trigger('click')
    }
    expect(checked()).toEqual(['Product 2', 'Product 3'])
    await press('Escape')
    expect(checked()).toEqual([])
    expect(document.activeElement === box('Product 3').element).toBe(true)
  })

  it('are chosen by their boxes, a range with Shift, and stay chosen on other pages', async () => {
    await box('Product 2').trigger('click')
    await box('Product 4').trigger('click', { shiftKey: true })
    expect(checked()).toEqual(['Product 2', 'Product 3', 'Product 4'])
    await press('ArrowRight', { ctrlKey: true })
    expect(checked()).toEqual([])
    expect(bar().text()).toContain('3 products selected')
    await box('Product 27').trigger('click', { shiftKey: true })
    expect(checked()).toEqual(['Product 27'])
    expect(bar().text()).toContain('4 products selected')
  })

  it('are chosen as a range by a press on a box that is drawn over others, and not by one that goes nowhere', async () => {
    let under = 'Product 2'
    vi.spyOn(document, 'elementFromPoint').mockImplementation(() => box(under).element)
    const point = (type: string, name: string): boolean =>
      box(name).element.dispatchEvent(
        new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: 4, clientY: 4 })
      )
    const drawTo = async (name: string): Promise<void> => {
      under = name
      point('pointermove', name)
      await flushPromises()
    }
    point('pointerdown', 'Product 2')
    await drawTo('Product 2')
    expect(checked()).toEqual([])
    await drawTo('Product 5')
    expect(checked()).toEqual(['Product 2', 'Product 3', 'Product 4', 'Product 5'])
    await drawTo('Product 3')
    expect(checked()).toEqual(['Product 2', 'Product 3'])
    await drawTo('Product 2')
    expect(checked()).toEqual(['Product 2'])
    // The click that ends the press at its box takes nothing back.
    point('pointerup', 'Product 2')
    await box('Product 2').trigger('click')
    expect(checked()).toEqual(['Product 2'])
    await drawTo('Product 4')
    expect(checked()).toEqual(['Product 2'])
  })

  it('are chosen with the keyboard: the space bar, Shift with the arrows, Ctrl with A, Escape', async () => {
    focus('Preview Product 1')
    expect((await press(' ')).defaultPrevented).toBe(true)
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown', { shiftKey: true })
    expect(checked()).toEqual(['Product 1', 'Product 2', 'Product 3'])
    await press('ArrowUp', { shiftKey: true })
    expect(checked()).toEqual(['Product 1', 'Product 2'])
    await press('a', { ctrlKey: true })
    expect(bar().text()).toContain('25 products selected')
    expect(page.get('[data-select-all]').attributes('aria-checked')).toBe('true')
    await press('Escape')
    expect(bar().exists()).toBe(false)
  })

  it('are all chosen by the box above, and the whole list by what follows it', async () => {
    await page.get('[data-select-all]').trigger('click')
    expect(bar().text()).toContain('25 products selected')
    await mark('Select all 1,240 products')
    expect(bar().text()).toContain('Whole list selected: 1,240 products')
    await mark('Approve 1,240')
    expect(main.last('reviews:mark').input).toMatchObject({ mark: 'approved', of: { count: 1240 } })
  })

  it('are marked as they were seen; what is something else by now stays chosen, and is told of', async () => {
    await box('Product 1').trigger('click')
    await box('Product 2').trigger('click')
    await mark('Approve 2')
    const { input, answer } = main.last('reviews:mark')
    expect(input.of).toMatchObject({
      products: [{ id: 'p-1', contentFingerprint: '0123456789abcdef' }, { id: 'p-2' }]
    })
    await answer(ok({ entry: 3, changed: 1, stale: ['p-2'] }))
    const toast = page.get('[data-review-toast]')
    expect(toast.text()).toMatch(/1 product approved.*Review it again/)
    expect(checked()).toEqual(['Product 2'])
    await press('z', { ctrlKey: true })
    expect(main.last('reviews:undo').input).toEqual({ connectionId: 'shop', entry: null })
  })

  it.each([
    [100, 'goes by itself'],
    [101, 'stays until somebody has read it']
  ])('that were %i are told of in a toast that %s', async (changed, what) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await page.get('[data-select-all]').trigger('click')
    await mark('Select all 1,240 products')
    await mark('Ignore 1,240')
    await main.last('reviews:mark').answer(ok({ entry: 3, changed, stale: [] }))
    expect(page.get('[data-review-toast]').text()).toContain(`${changed} products`)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(page.find('[data-review-toast]').exists()).toBe(what !== 'goes by itself')
  })

  it('are not chosen anymore once a sync took them out of the list; the focus stays there', async () => {
    await box('Product 1').trigger('click')
    await box('Product 2').trigger('click')
    main.always('products:listed', () => ok(['p-2']))
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(bar().text()).toContain('1 product selected')
    bar().get<HTMLElement>('[aria-label="Clear selection"]').element.focus()
    main.always('products:listed', () => ok([]))
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(bar().exists()).toBe(false)
    expect(document.activeElement?.closest('[data-index]')).not.toBeNull()
  })

  it('fault 80: stay chosen when they could not be marked', async () => {
    await box('Product 1').trigger('click')
    await mark('Ignore 1')
    await main.last('reviews:mark').answer(fail('storage-failed'))
    expect(page.get('[data-review-toast]').text()).toContain('Not marked')
    expect(checked()).toEqual(['Product 1'])
  })
})

describe('the details beside the list', () => {
  const pane = () => page.find('section[aria-label="Product details"]')

  it('open by the key D, follow the focus, and close', async () => {
    focus('Preview Product 1')
    await press('d')
    expect(pane().get('h3').text()).toBe('Product 1')
    await press('ArrowDown')
    expect(pane().get('h3').text()).toBe('Product 2')
    await press('d')
    expect(pane().exists()).toBe(false)
  })

  it('close by Escape in the list, after what is selected there was let go of', async () => {
    focus('Preview Product 1')
    await press(' ')
    await press('d')
    expect([checked(), pane().exists()]).toEqual([['Product 1'], true])
    await press('Escape')
    expect([checked(), pane().exists()]).toEqual([[], true])
    await press('Escape')
    expect(pane().exists()).toBe(false)
  })

  it('open and close by the key D from anywhere on the page, but not where letters are typed', async () => {
    focus('Preview Product 1')
    const search = page.get('input[type=search]').element
    if (!(search instanceof HTMLElement)) throw new Error('there is no search')
    search.focus()
    await press('d')
    expect(pane().exists()).toBe(false)
    search.blur()
    await press('d')
    expect(pane().get('h3').text()).toBe('Product 1')
    await press('d')
    expect(pane().exists()).toBe(false)
  })

  it('have the focus when they were opened by the button of a row, and give it back', async () => {
    focus('Details of Product 3')
    await page.get('[aria-label="Details of Product 3"]').trigger('click')
    await flushPromises()
    expect(document.activeElement).toBe(pane().element)
    await press('Escape')
    expect(pane().exists()).toBe(false)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Details of Product 3')
  })

  it('give the focus back to the cell in which Enter opened them', async () => {
    focus('Details of Product 3')
    await press('Escape')
    await press('ArrowLeft')
    const cell = document.activeElement
    expect(cell?.getAttribute('role')).toBe('gridcell')
    await press('Enter')
    expect(document.activeElement).toBe(pane().element)
    await press('Escape')
    expect(pane().exists()).toBe(false)
    expect(document.activeElement).toBe(cell)
  })

  it('keep their product, and say so, on a page where it is not; its picture is looked at by itself', async () => {
    await page.get('[aria-label="Details of Product 3"]').trigger('click')
    await flushPromises()
    expect(pane().text()).not.toContain('Not in this list')
    await press('ArrowRight', { ctrlKey: true })
    expect(pane().get('h3').text()).toBe('Product 3')
    expect(pane().text()).toContain('Not in this list')
    await pane().get('[aria-label="Preview Product 3"]').trigger('click')
    await expect.poll(() => document.querySelector('[role=dialog]')?.textContent).toContain('Product 3')
    const next = document.querySelector('[role=dialog] [aria-label="Next product"]')
    expect(next?.getAttribute('aria-disabled')).toBe('true')
    await press('Escape')
    await expect.poll(() => document.activeElement).toBe(pane().element)
  })

  it('tell once that a product has no price: by the finding, else by the flag of the store', async () => {
    const [first, ...rest] = productPage({ page: 1 }).items
    const bare = first ? { ...first, price: null, flags: ['price-unknown' as const] } : null
    main.always('products:page', () => ok(productPage({ items: bare ? [bare, ...rest] : [] })))
    main.always('audit:of', () => ok([]))
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    await page.get('[aria-label="Details of Product 1"]').trigger('click')
    await expect.poll(() => pane().text()).toContain('The store sent no price that can be read')
    main.always('audit:of', () => ok([finding('price-missing')]))
    main.emit('audit:changed', auditState())
    await expect.poll(() => pane().text()).toContain('It has no readable price.')
    expect(pane().text()).not.toContain('The store sent no price that can be read')
  })

  it('find their product where it has moved to', async () => {
    focus('Details of Product 3')
    await page.get('[aria-label="Details of Product 3"]').trigger('click')
    const [first, ...rest] = productPage({ page: 1 }).items
    main.always('products:page', () => ok(productPage({ items: first ? [...rest, first] : [] })))
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(pane().text()).not.toContain('Not among')
    await press('Escape')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Details of Product 3')
  })

  it('set a mark for what is seen', async () => {
    await page.get('[aria-label="Details of Product 3"]').trigger('click')
    await expect.poll(() => pane().find('[data-mark=approved]').exists()).toBe(true)
    await pane().get('[data-mark=approved]').trigger('click')
    expect(main.last('reviews:mark').input).toMatchObject({
      mark: 'approved',
      of: { products: [{ id: 'p-3', contentFingerprint: '0123456789abcdef' }] }
    })
  })
})
