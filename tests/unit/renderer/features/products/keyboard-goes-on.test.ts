import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { ListLayout, ListMode } from '../../../../../electron/contract/view'
import { useProductDetails } from '../../../../../renderer/features/catalog'
import { freshView } from '../../../../../renderer/features/catalog/view'
import ProductsPage from '../../../../../renderer/features/products/ProductsPage.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { eventually } from '../../../../support/eventually'
import { connectionOf } from '../connections/builders'
import { logEntry } from '../review/panel/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { product, productPage } from './table/builders'

let main: MainProcess
let page: VueWrapper
let listed: string[]
/** ms, by the clock of the window. */
let now = 1000

/** Ten rows, or four rows of tiles, are in sight of 40 products. */
beforeEach(() => {
  localStorage.clear()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('innerWidth', 1600)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  listed = Array.from({ length: 40 }, (_, at) => `p-${at + 1}`)
  main = sitInMainProcess()
  main.always('views:save', () => ok(null))
  main.always('products:listed', ({ ids }) => ok(ids.filter((id) => listed.includes(id))))
  main.always('products:place', ({ productId }) => {
    const place = listed.indexOf(productId) + 1
    return ok(place === 0 ? null : place)
  })
  main.always('products:page', ({ page: number, limit }) => {
    const ids = listed.slice((number - 1) * limit, number * limit)
    const items = ids.map((id) => product({ id, name: id.replace('p-', 'Product ') }))
    return ok(productPage({ page: number, limit, items, totalItems: listed.length }))
  })
  startStores()
})
afterEach(() => {
  page.unmount()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(mode: ListMode, layout: ListLayout): Promise<void> {
  main.always('views:get', () => ok({ state: { ...freshView, mode, layout }, saved: [], shared: [] }))
  const connection = connectionOf({ locale: 'en-US' })
  page = mount(ProductsPage, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
  await eventually(() => expect(page.find('[data-index]').exists()).toBe(true))
}

/** As a person presses it, who has read by then what the key before came to. */
async function press(key: string, ctrlKey = false): Promise<void> {
  now += 500
  const event = new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  await flushPromises()
}

const inRows = (name: string): DOMWrapper<HTMLElement> =>
  page.find<HTMLElement>(`[data-index] [aria-label="Preview ${name}"]`)
const focused = (): string | null =>
  document.activeElement
    ?.closest('[data-index]')
    ?.querySelector('[data-thumbnail]')
    ?.getAttribute('aria-label')
    ?.replace('Preview ', '') ?? null
const current = (): string | undefined => useProductDetails().shown?.product.name
const toast = (): string => page.find('[data-review-toast]').text()

/** The keyboard is in the details of a product, which a sync takes out of the list with others. */
async function lose(mode: ListMode, layout: ListLayout, name: string, ...ids: string[]): Promise<void> {
  await open(mode, layout)
  inRows(name).element.focus()
  useProductDetails().openAt('pane')
  await flushPromises()
  await sync(ids)
}

async function sync(ids: readonly string[]): Promise<void> {
  listed = listed.filter((id) => !ids.includes(id))
  main.emit('catalog:changed', { connectionId: 'shop' })
  await flushPromises()
  for (const id of ids) {
    await eventually(() => expect(inRows(id.replace('p-', 'Product ')).exists()).toBe(false))
  }
}

const lists = [
  ['paged', 'table'],
  ['continuous', 'table'],
  ['paged', 'gallery'],
  ['continuous', 'gallery']
] as const

describe('from the details of a product that a sync takes out of the list', () => {
  it.each(lists)('an arrow leads to the next one, and to the one before it (%s %s)', async (mode, layout) => {
    await lose(mode, layout, 'Product 6', 'p-6')
    await press('ArrowDown')
    expect([focused(), current()]).toEqual(['Product 7', 'Product 7'])
    page.unmount()
    listed.splice(5, 0, 'p-6')
    await lose(mode, layout, 'Product 6', 'p-6')
    await press('ArrowUp')
    expect([focused(), current()]).toEqual(['Product 5', 'Product 5'])
  })

  it.each(lists)('an arrow leads past what went with it, above it too (%s %s)', async (mode, layout) => {
    await lose(mode, layout, 'Product 6', 'p-6', 'p-7', 'p-2', 'p-3')
    await press('ArrowDown')
    expect(focused()).toBe('Product 8')
  })

  it.each(['ArrowDown', 'ArrowUp'])('%s leads to the last one where it was the last itself', async (key) => {
    listed = listed.slice(0, 8)
    await lose('continuous', 'table', 'Product 8', 'p-8')
    await press(key)
    expect(focused()).toBe('Product 7')
  })

  it.each(lists)(
    'Escape leads to what stands there now, which asks at its first mark (%s %s)',
    async (mode, layout) => {
      await lose(mode, layout, 'Product 6', 'p-6')
      await press('Escape')
      expect(focused()).toBe('Product 7')
      await eventually(() => expect(current()).toBeUndefined())
      await press('i')
      expect(main.asked('reviews:mark')).toEqual([])
      expect(toast()).toContain('Product 6 has left this list')
      expect(toast()).toContain('Press I again for Product 7.')
      await press('i')
      expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-7' }] })
    }
  )
})

it('a product that a sync has just taken out of the list is named by the first key, also where it is not let go of yet', async () => {
  await open('continuous', 'table')
  inRows('Product 6').element.focus()
  await flushPromises()
  main.hold('products:listed')
  await sync(['p-6'])
  expect([focused(), current()]).toEqual(['Product 7', 'Product 6'])
  await press('i')
  expect(main.asked('reviews:mark')).toEqual([])
  await main.last('products:listed').answer(ok([]))
  expect(toast()).toContain('Product 6 has left this list')
  expect(toast()).toContain('Press I again for Product 7.')
})

describe('a product that went while another page was open', () => {
  /** The keyboard was on it, and is on the page when a person comes back. */
  async function comeBack(mode: ListMode): Promise<void> {
    await open(mode, 'table')
    inRows('Product 6').element.focus()
    await flushPromises()
    page.unmount()
    listed = listed.filter((id) => id !== 'p-6' && id !== 'p-2')
    await open(mode, 'table')
    await eventually(() => expect(page.text()).not.toContain('Product 6'))
    await eventually(() => expect(current()).toBeUndefined())
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  it.each(['paged', 'continuous'] as const)('has the arrows go on at the next one (%s)', async (mode) => {
    await comeBack(mode)
    await press('ArrowDown')
    expect(focused()).toBe('Product 7')
  })

  it.each(['paged', 'continuous'] as const)('has a mark ask for the next one (%s)', async (mode) => {
    await comeBack(mode)
    await press('i')
    expect(toast()).toContain('Press I again for Product 7.')
  })
})

describe('keys that are pressed before the list is as it was left', () => {
  it.each(['paged', 'continuous'] as const)(
    'go on from the current product once it is (%s)',
    async (mode) => {
      await open(mode, 'table')
      inRows('Product 6').element.focus()
      await flushPromises()
      page.unmount()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      main.hold('views:get')
      const connection = connectionOf({ locale: 'en-US' })
      page = mount(ProductsPage, {
        props: { connection },
        global: { plugins: [i18n] },
        attachTo: document.body
      })
      await flushPromises()
      expect(page.find('[data-index]').exists()).toBe(true)
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await press(key)
      expect(focused()).toBeNull()
      await main.last('views:get').answer(ok({ state: { ...freshView, mode }, saved: [], shared: [] }))
      await eventually(() => expect(focused()).toBe('Product 5'))
      await press('ArrowDown')
      expect(focused()).toBe('Product 6')
    }
  )
})

describe('keys on a page that a person comes back to, whose list is scrolled away from the current product', () => {
  beforeEach(() => {
    listed = Array.from({ length: 240 }, (_, at) => `p-${at + 1}`)
  })

  /** From where the keys begin: the first product in sight, far below the second one, which is current. */
  async function comeBack(mode: ListMode, layout: ListLayout): Promise<number> {
    await open(mode, layout)
    inRows('Product 2').element.focus()
    await flushPromises()
    page.unmount()
    await open(mode, layout)
    const scroller = page.get<HTMLElement>('[data-scroller]')
    scroller.element.scrollTop = 1200
    await scroller.trigger('scroll')
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    expect(current()).toBe('Product 2')
    await press('ArrowDown')
    const first = place()
    expect(first).toBeGreaterThan(4)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    return first
  }
  const place = (): number => Number(focused()?.replace('Product ', ''))

  it.each(lists)('begin at what is in sight (%s %s)', async (mode, layout) => {
    const first = await comeBack(mode, layout)
    await press('PageDown')
    const next = place()
    expect(next).toBeGreaterThan(first + 2)
  })

  it.each(lists)('lead to the end of the list and to its beginning (%s %s)', async (mode, layout) => {
    await comeBack(mode, layout)
    await press('End', true)
    await eventually(() => expect(place()).toBe(mode === 'paged' ? 25 : 240))
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await press('Home', true)
    await eventually(() => expect(place()).toBe(1))
  })

  it('lead along the row in a table', async () => {
    const first = await comeBack('continuous', 'table')
    await press('End')
    const cell = document.activeElement?.closest('[role=row] > *')
    expect([place(), cell?.matches(':last-child')]).toEqual([first, true])
  })

  it('lead to the last tile in a gallery', async () => {
    await comeBack('continuous', 'gallery')
    await press('End')
    await eventually(() => expect(place()).toBe(240))
  })
})

describe('a product that a sync takes out of the list, and the next one brings back', () => {
  it.each(lists)('has the keyboard again, which nobody has moved (%s %s)', async (mode, layout) => {
    await open(mode, layout)
    inRows('Product 6').element.focus()
    await flushPromises()
    await sync(['p-6'])
    await eventually(() => expect(focused()).toBe('Product 7'))
    listed.splice(5, 0, 'p-6')
    await sync([])
    await eventually(() => expect(inRows('Product 6').exists()).toBe(true))
    await eventually(() => expect([focused(), current()]).toEqual(['Product 6', 'Product 6']))
    // Each further reading leaves it there: the pages of a sync, and what was opened of the store.
    for (const id of ['p-41', 'p-42']) {
      listed.push(id)
      await sync([])
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect([focused(), current()]).toEqual(['Product 6', 'Product 6'])
    }
  })
})

describe('a product that a mark led to', () => {
  it.each(lists)('is not marked once the list is empty (%s %s)', async (mode, layout) => {
    main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
    listed = ['p-1', 'p-2', 'p-3']
    await open(mode, layout)
    inRows('Product 1').element.focus()
    await press('i')
    expect(focused()).toBe('Product 2')
    listed = []
    main.hold('products:page')
    const before = main.asked('products:page').length
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    // How long the list is may be known before its rows are read.
    const asked = main.asked('products:page').slice(before)
    const ofPage = mode === 'paged' ? asked : asked.filter(({ input }) => input.limit !== 100)
    expect(ofPage).toHaveLength(1)
    await ofPage[0]?.answer(ok(productPage({ items: [], totalItems: 0 })))
    await eventually(() => expect(page.find('[data-index]').exists()).toBe(false))
    await press('i')
    await press('i')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })
})

describe('marks of the current product, while the focus is on the page or on what was pressed beside the list', () => {
  const marked = (): [string, string | undefined][] =>
    main
      .asked('reviews:mark')
      .map(({ input: { of, mark } }) => [mark, 'products' in of ? of.products[0]?.id : undefined])

  it.each(lists)('go on from product to product (%s %s)', async (mode, layout) => {
    main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
    await open(mode, layout)
    inRows('Product 2').element.focus()
    await flushPromises()
    page.get<HTMLElement>('#main').element.focus()
    await press('i')
    expect(focused()).toBe('Product 3')
    page.get<HTMLElement>('[data-filters-button]').element.focus()
    await press('a')
    expect(focused()).toBe('Product 4')
    expect(marked()).toEqual([
      ['ignored', 'p-2'],
      ['approved', 'p-3']
    ])
  })
})

describe('marks of products that are selected', () => {
  const marked = (): [string, string[]][] =>
    main
      .asked('reviews:mark')
      .map(({ input: { of, mark } }) => [mark, 'products' in of ? of.products.map(({ id }) => id) : []])

  beforeEach(() => {
    main.always('reviews:mark', () => ok({ entry: 1, changed: 2, stale: [] }))
    // None of them has errors, or another mark.
    main.always('products:listed', () => ok([]))
  })

  it.each(lists)('go on from them to the next one that is not (%s %s)', async (mode, layout) => {
    await open(mode, layout)
    inRows('Product 2').element.focus()
    await press(' ')
    inRows('Product 3').element.focus()
    await press(' ')
    inRows('Product 2').element.focus()
    await press('i')
    expect(marked()).toEqual([['ignored', ['p-2', 'p-3']]])
    await eventually(() => expect([focused(), current()]).toEqual(['Product 4', 'Product 4']))
    await press('i')
    expect(marked().at(-1)).toEqual(['ignored', ['p-4']])
  })

  it.each(lists)('leave the keyboard at a product that is none of them (%s %s)', async (mode, layout) => {
    await open(mode, layout)
    inRows('Product 2').element.focus()
    await press(' ')
    inRows('Product 5').element.focus()
    await press('i')
    await flushPromises()
    await press('i')
    expect(marked()).toEqual([
      ['ignored', ['p-2']],
      ['ignored', ['p-5']]
    ])
  })
})

describe('the product that was looked at last in large', () => {
  it.each(lists)(
    'is current once that is closed, also where the list was read again meanwhile (%s %s)',
    async (mode, layout) => {
      await open(mode, layout)
      inRows('Product 2').element.focus()
      await press('p')
      const large = (): HTMLElement => document.querySelector<HTMLElement>('[data-large]') ?? document.body
      await eventually(() => expect(document.activeElement?.closest('[data-large]')).not.toBeNull())
      listed.splice(0, 1)
      await sync(['p-1'])
      for (let step = 0; step < 22; step++) {
        large().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
        await flushPromises()
      }
      large().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      await eventually(() => expect([focused(), current()]).toEqual(['Product 24', 'Product 24']))
    }
  )
})

describe('Undo of a product that is far away', () => {
  it.each(['table', 'gallery'] as const)(
    'leads to it where others above it have gone since its rows were read (%s)',
    async (layout) => {
      listed = Array.from({ length: 240 }, (_, at) => `p-${at + 1}`)
      main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
      await open('continuous', layout)
      inRows('Product 1').element.focus()
      await press('End', true)
      await eventually(() => expect(focused()).toBe('Product 240'))
      await press('Home', true)
      await eventually(() => expect(focused()).toBe('Product 1'))
      await sync(['p-2', 'p-3', 'p-4'])
      const entry = logEntry({ number: 1, after: 'approved', product: { id: 'p-235', name: 'Product 235' } })
      main.always('reviews:undo', () => ok({ entry, restored: 1, kept: 0, redo: 2 }))
      await press('u')
      const placeOf238 = (): string | undefined =>
        inRows('Product 238').element.closest<HTMLElement>('[data-index]')?.dataset.index
      await eventually(() => expect(placeOf238(), 'the rows are read again').toBe('234'))
      await eventually(() => expect([focused(), current()]).toEqual(['Product 235', 'Product 235']))
    }
  )
})
