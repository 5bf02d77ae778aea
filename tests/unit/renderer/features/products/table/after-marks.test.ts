import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import type { Review } from '../../../../../../electron/contract/review'
import type { ProductPage } from '../../../../../../electron/contract/product'
import type { ListLayout, ListMode } from '../../../../../../electron/contract/view'
import { i18n } from '../../../../../../renderer/shared/i18n'
import ProductsPage from '../../../../../../renderer/features/products/ProductsPage.vue'
import {
  useContinuousList,
  useProductDetails,
  useProducts
} from '../../../../../../renderer/features/catalog'
import { useSelection } from '../../../../../../renderer/features/catalog/selecting/selection'
import { freshView } from '../../../../../../renderer/features/catalog/view'
import { usePicturePreview } from '../../../../../../renderer/features/pictures'
import { connectionOf } from '../../connections/builders'
import { logEntry, review } from '../../review/panel/builders'
import { useCommandRegistry } from '../../../../../../renderer/shared/commands/registry'
import { product, productPage } from './builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'
import { eventually } from '../../../../../support/eventually'

let main: MainProcess
let page: VueWrapper
/** What the list, narrowed by reviews, holds of its 40 products. */
let listed: string[]
/** What its products are by now, as a fingerprint. */
let contentFingerprint: string

function pageOf({ page: number, limit }: { page: number; limit: number }): ProductPage {
  const items = listed
    .slice((number - 1) * limit, number * limit)
    .map((id) => product({ id, name: id.replace('p-', 'Product '), contentFingerprint }))
  return productPage({ page: number, limit, items, totalItems: listed.length, order: 'sorted' })
}

/** ms, by the clock of the window. */
let now = 1000

/** Ten rows, or four rows of tiles, are in sight. */
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  localStorage.clear()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  listed = Array.from({ length: 40 }, (_, at) => `p-${at + 1}`)
  contentFingerprint = 'first'
  main = sitInMainProcess()
  main.always('views:save', () => ok(null))
  // All that is listed is unreviewed, so that no mark is overwritten.
  main.always('products:listed', ({ ids, productQuery }) => {
    const isList = productQuery.filters?.review?.includes('unreviewed') ?? false
    return ok(isList ? ids.filter((id) => listed.includes(id)) : [])
  })
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 0)))
  main.always('products:place', ({ productId }) => ok(listed.indexOf(productId) + 1 || null))
  main.always('products:page', (asked) => ok(pageOf(asked)))
  startStores()
})
afterEach(() => {
  page.unmount()
  vi.restoreAllMocks()
})

async function open(mode: ListMode, layout: ListLayout): Promise<void> {
  const filters = { ...freshView.filters, review: ['unreviewed' as const] }
  main.always('views:get', () =>
    ok({ state: { ...freshView, mode, layout, filters }, saved: [], shared: [] })
  )
  const connection = connectionOf({ locale: 'en-US' })
  page = mount(ProductsPage, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}

const thumbnail = (name: string): HTMLElement =>
  page.get<HTMLElement>(`[aria-label="Preview ${name}"]`).element
const focused = (): string | null =>
  document.activeElement
    ?.closest('[data-index]')
    ?.querySelector('[data-thumbnail]')
    ?.getAttribute('aria-label') ?? null

/** As a person presses it, who has read by then what the key before came to. */
async function press(key: string, options: KeyboardEventInit = {}): Promise<void> {
  now += 500
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options })
  document.activeElement?.dispatchEvent(event)
  await flushPromises()
}

/** Chooses these by the keyboard, which ends on the last one, and presses the mark. */
async function mark(...names: string[]): Promise<void> {
  for (const name of names) {
    thumbnail(name).focus()
    await press(' ')
  }
  const button = page
    .findAll<HTMLElement>('[aria-label=Selection] button')
    .find((each) => each.text().startsWith('Ignore'))
  button?.element.focus()
  await button?.trigger('click')
  await flushPromises()
}

async function tellOfMarks(...ids: string[]): Promise<void> {
  listed = listed.filter((id) => !ids.includes(id))
  main.emit('reviews:changed', { connectionId: 'shop', productIds: ids })
  await flushPromises()
}
const answer = (): Promise<void> => main.last('reviews:mark').answer(ok({ entry: 1, changed: 2, stale: [] }))

describe('after a mark of products that it takes out of the list', () => {
  it.each([
    ['paged', 'table'],
    ['continuous', 'table'],
    ['paged', 'gallery'],
    ['continuous', 'gallery']
  ] as const)('the keyboard goes on at the product that comes after them (%s %s)', async (mode, layout) => {
    await open(mode, layout)
    await mark('Product 2', 'Product 3', 'Product 4')
    await answer()
    expect(focused()).toBe('Preview Product 5')
    await tellOfMarks('p-2', 'p-3', 'p-4')
    expect(focused()).toBe('Preview Product 5')
  })

  it.each(['paged', 'continuous'] as const)(
    'it does so where the list is read again before the mark is answered (%s)',
    async (mode) => {
      await open(mode, 'table')
      await mark('Product 2', 'Product 3', 'Product 4')
      await tellOfMarks('p-2', 'p-3', 'p-4')
      await answer()
      expect(focused()).toBe('Preview Product 5')
    }
  )

  it('it goes on at the one before them where they were the last', async () => {
    listed = listed.slice(0, 6)
    await open('paged', 'table')
    await mark('Product 5', 'Product 6')
    await answer()
    await tellOfMarks('p-5', 'p-6')
    expect(focused()).toBe('Preview Product 4')
  })
})

describe('after an approval of a product that has changed, which is not done', () => {
  it.each(['table', 'gallery'] as const)('the keyboard goes back to it (%s)', async (layout) => {
    await open('continuous', layout)
    thumbnail('Product 2').focus()
    await press('a')
    expect(focused()).toBe('Preview Product 3')
    await main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: ['p-2'] }))
    await eventually(() => expect(focused()).toBe('Preview Product 2'))
  })

  it('the person stays where they have gone since', async () => {
    await open('continuous', 'table')
    thumbnail('Product 2').focus()
    await press('a')
    await press('ArrowDown')
    await main.last('reviews:mark').answer(ok({ entry: null, changed: 0, stale: ['p-2'] }))
    await flushPromises()
    await press('ArrowDown')
    expect(focused()).toBe('Preview Product 5')
  })
})

describe('after a mark is undone', () => {
  /** Undoes what was done to this product last, which puts it back into the list. */
  async function undo(id: string, at: number): Promise<void> {
    await press('z', { ctrlKey: true })
    if (main.asked('reviews:undo').length === 0) await press('u')
    const entry = logEntry({ product: { id, name: id }, undone: true })
    await main.last('reviews:undo').answer(ok({ entry, redo: 2, restored: 1, kept: 0 }))
    listed.splice(at, 0, id)
    main.emit('reviews:changed', { connectionId: 'shop', productIds: [id] })
    await flushPromises()
  }

  it.each([
    ['paged', 'table'],
    ['continuous', 'table'],
    ['paged', 'gallery'],
    ['continuous', 'gallery']
  ] as const)('the keyboard goes back to its product (%s %s)', async (mode, layout) => {
    await open(mode, layout)
    thumbnail('Product 2').focus()
    await press('a')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await tellOfMarks('p-2')
    expect(focused()).toBe('Preview Product 3')
    await undo('p-2', 1)
    // A list that is read often waits a moment.
    await eventually(() => expect(focused()).toBe('Preview Product 2'))
  })

  it.each(['table', 'gallery'] as const)(
    'the keyboard goes back to its product, and stays there, also where the list is read twice meanwhile (%s)',
    async (layout) => {
      await open('continuous', layout)
      thumbnail('Product 2').focus()
      await press('a')
      await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
      await tellOfMarks('p-2')
      main.hold('products:page')
      await undo('p-2', 1)
      const first = main.last('products:page')
      main.emit('reviews:changed', { connectionId: 'shop', productIds: null })
      await first.answer(ok(pageOf(first.input)))
      await eventually(() => expect(main.last('products:page')).not.toBe(first))
      const second = main.last('products:page')
      await second.answer(ok(pageOf(second.input)))
      await eventually(() => expect(focused()).toBe('Preview Product 2'))
    }
  )

  describe('of a product far away in a long list', () => {
    /** Ignores the third of 640 products, goes to the last one, where the third is no longer known of, and undoes it. */
    async function undoFar(layout: ListLayout): Promise<void> {
      listed = Array.from({ length: 640 }, (_, at) => `p-${at + 1}`)
      main.always('products:place', ({ productId }) => ok(listed.indexOf(productId) + 1 || null))
      await open('continuous', layout)
      thumbnail('Product 3').focus()
      await press('i')
      await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
      await tellOfMarks('p-3')
      await press('End', { ctrlKey: true })
      await eventually(() => expect(focused()).toBe('Preview Product 640'))
    }

    it.each(['table', 'gallery'] as const)('the keyboard goes back to it (%s)', async (layout) => {
      await undoFar(layout)
      await undo('p-3', 2)
      await eventually(() => expect(focused()).toBe('Preview Product 3'))
      expect(useProductDetails().shown?.product.id).toBe('p-3')
    })

    it('the keyboard goes back to it where a list that is read again has another product in its row for a moment', async () => {
      await undoFar('table')
      main.hold('products:place')
      await undo('p-3', 2)
      useProductDetails().follow(product({ id: 'p-639', name: 'Product 639' }), 638)
      await flushPromises()
      await main.last('products:place').answer(ok(3))
      await eventually(() => expect(focused()).toBe('Preview Product 3'))
      expect(useProductDetails().shown?.product.id).toBe('p-3')
    })

    it('the large picture goes back to it', async () => {
      await undoFar('table')
      usePicturePreview().open(638, 'continuous')
      await flushPromises()
      await undo('p-3', 2)
      await eventually(() => expect(usePicturePreview().product?.id).toBe('p-3'))
    })

    it('the keyboard stays where a person has gone before its place was known', async () => {
      await undoFar('table')
      main.hold('products:place')
      await undo('p-3', 2)
      await press('ArrowUp')
      expect(focused()).toBe('Preview Product 639')
      await main.last('products:place').answer(ok(3))
      await flushPromises()
      expect(focused()).toBe('Preview Product 639')
    })
  })

  it.each(['table', 'gallery'] as const)(
    'the open details go on with the page that a press leads to, at its first product, and so do the keys (%s)',
    async (layout) => {
      await open('paged', layout)
      thumbnail('Product 2').focus()
      useProductDetails().isOpen = true
      await flushPromises()
      const next = page.get<HTMLElement>('button[aria-label="Next page"]')
      next.element.focus()
      await next.trigger('click')
      await flushPromises()
      await eventually(() => expect(useProductDetails().shown?.product.id).toBe('p-26'))
      await press('i')
      expect(main.last('reviews:mark').input).toMatchObject({ of: { products: [{ id: 'p-26' }] } })
    }
  )

  it.each(['table', 'gallery'] as const)(
    'the keyboard goes back to its product on the page that has it (%s)',
    async (layout) => {
      main.always('products:place', ({ productId }) => ok(listed.indexOf(productId) + 1 || null))
      await open('paged', layout)
      thumbnail('Product 2').focus()
      await press('i')
      await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
      await tellOfMarks('p-2')
      await page.get('button[aria-label="Next page"]').trigger('click')
      await flushPromises()
      thumbnail('Product 30').focus()
      await undo('p-2', 1)
      await eventually(() => expect(focused()).toBe('Preview Product 2'))
      expect(useProductDetails().shown?.product.id).toBe('p-2')
    }
  )

  it.each([
    ['paged', 'table'],
    ['continuous', 'table'],
    ['paged', 'gallery'],
    ['continuous', 'gallery']
  ] as const)(
    'the list says of a product that it does not have that it is not in it (%s %s)',
    async (mode, layout) => {
      await open(mode, layout)
      thumbnail('Product 2').focus()
      await press('z', { ctrlKey: true })
      const entry = logEntry({ product: { id: 'elsewhere', name: 'Elsewhere' }, undone: true })
      await main.last('reviews:undo').answer(ok({ entry, redo: 2, restored: 1, kept: 0 }))
      main.emit('reviews:changed', { connectionId: 'shop', productIds: ['elsewhere'] })
      await flushPromises()
      const told = (): string => page.get('[data-review-toast]').text()
      expect(told()).toContain('Undone: Approved, Elsewhere')
      await eventually(() => expect(told()).toContain('Not in this list'))
      expect(focused()).toBe('Preview Product 2')
      listed.splice(3, 0, 'elsewhere')
      main.emit('reviews:changed', { connectionId: 'shop', productIds: ['elsewhere'] })
      await eventually(() => expect(told()).not.toContain('Not in this list'))
    }
  )

  it('the large picture says so, too, and nothing of a product that the list has', async () => {
    await open('continuous', 'table')
    usePicturePreview().open(1, 'continuous')
    await flushPromises()
    const told = (): string => document.querySelector('[role=dialog] [data-review-toast]')?.textContent ?? ''
    await press('z', { ctrlKey: true })
    const undone = (id: string) => logEntry({ product: { id, name: id }, undone: true })
    await main.last('reviews:undo').answer(ok({ entry: undone('gone'), redo: 2, restored: 1, kept: 0 }))
    await eventually(() => expect(told()).toContain('Not in this list'))
    await press('z', { ctrlKey: true })
    await main.last('reviews:undo').answer(ok({ entry: undone('p-9'), redo: 3, restored: 1, kept: 0 }))
    await eventually(() => expect(usePicturePreview().product?.id).toBe('p-9'))
    expect(told()).not.toContain('Not in this list')
  })

  it('the keyboard stays where a person has gone meanwhile', async () => {
    await open('continuous', 'table')
    thumbnail('Product 2').focus()
    await press('a')
    await main.last('reviews:mark').answer(ok({ entry: 1, changed: 1, stale: [] }))
    await tellOfMarks('p-2')
    main.hold('products:page')
    await undo('p-2', 1)
    await press('ArrowDown')
    expect(focused()).toBe('Preview Product 4')
    await main.last('products:page').answer(ok(pageOf(main.last('products:page').input)))
    await flushPromises()
    expect(focused()).toBe('Preview Product 4')
  })
})

describe('a product that a colleague takes out of the list while the keyboard is on it', () => {
  const toast = (): string => page.find('[data-review-toast]').text()
  const current = (): string | undefined => useProductDetails().shown?.product.name

  /** Goes to the second product, which leaves the list: a colleague ignores it, save what the test sets. */
  async function lose(mode: ListMode, layout: ListLayout, changes: Partial<Review> = {}): Promise<void> {
    main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
    const ignored = { mark: 'ignored', state: 'ignored', markedBy: 'Ben' } as const
    main.always('reviews:of', ({ productId }) => ok(review({ productId, ...ignored, ...changes })))
    await open(mode, layout)
    thumbnail('Product 2').focus()
    await tellOfMarks('p-2')
    await eventually(() => expect(focused()).toBe('Preview Product 3'))
    // Longer than the current product takes to follow the keyboard.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }

  it.each([
    ['paged', 'table'],
    ['continuous', 'table'],
    ['paged', 'gallery'],
    ['continuous', 'gallery']
  ] as const)(
    'gives its keys to the next one by a second press, and says so at the first (%s %s)',
    async (mode, layout) => {
      await lose(mode, layout)
      expect(current()).toBeUndefined()
      await press('i')
      expect(main.asked('reviews:mark')).toEqual([])
      expect(toast()).toContain('Product 2 has left this list')
      expect(toast()).toContain('Ben: Ignored. Press I again for Product 3.')
      expect(current()).toBe('Product 3')
      expect(focused()).toBe('Preview Product 3')
      await press('i')
      expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-3' }] })
    }
  )

  it('is not said to be marked by a colleague who only wrote a note on it', async () => {
    const noted = { note: 'Too dark', notedBy: 'Ben' }
    await lose('paged', 'table', { mark: 'unreviewed', state: 'unreviewed', markedBy: '', ...noted })
    await press('i')
    expect(toast()).toContain('Product 2 has left this list')
    expect(toast()).not.toContain('Ben')
  })

  it('gives its keys to another one that a person goes to, and says no more', async () => {
    await lose('continuous', 'table')
    await press('i')
    await press('ArrowDown')
    expect(page.find('[data-review-toast]').exists()).toBe(false)
    await press('i')
    expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-4' }] })
  })
})

describe('the current product in the last row, which a sync takes out of the list', () => {
  /** The last of few, so that the keyboard has none after it to go to. */
  async function lose(mode: ListMode, layout: ListLayout, others: readonly string[]): Promise<void> {
    listed = listed.slice(0, 8)
    await open(mode, layout)
    thumbnail('Product 8').focus()
    listed = listed.filter((id) => id !== 'p-8' && !others.includes(id))
    main.emit('catalog:changed', { connectionId: 'shop' })
    await eventually(() => expect(focused()).toBe('Preview Product 7'))
    // Longer than the current product takes to follow the keyboard.
    await new Promise((resolve) => setTimeout(resolve, 150))
  }

  it.each([
    ['paged', 'table', []],
    ['continuous', 'table', []],
    ['paged', 'gallery', []],
    ['continuous', 'gallery', []],
    ['continuous', 'table', ['p-2', 'p-3']]
  ] as const)(
    'hands its keys to the one before it by a second press (%s %s %o)',
    async (mode, layout, others) => {
      await lose(mode, layout, others)
      await press('i')
      expect(main.asked('reviews:mark')).toEqual([])
      expect(page.find('[data-review-toast]').text()).toContain('Product 8 has left this list')
      await press('i')
      expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-7' }] })
    }
  )
})

describe('the current product, which a filter takes out of the list', () => {
  const toast = (): string => page.find('[data-review-toast]').text()
  const whole = Array.from({ length: 40 }, (_, at) => `p-${at + 1}`)

  /** The second product is current while a filter leaves only some others, and then what the test lists. */
  async function filterAndClear(layout: ListLayout, then: string[]): Promise<void> {
    await open('continuous', layout)
    main.always('products:listed', ({ ids }) => ok(ids.filter((id) => listed.includes(id))))
    main.always('products:place', ({ productId }) => {
      const place = listed.indexOf(productId) + 1
      return ok(place === 0 ? null : place)
    })
    thumbnail('Product 2').focus()
    const [filters, products] = [useProducts().productQuery.filters, useProducts()]
    // The keyboard is where a person filters.
    page.get('button').element.focus()
    listed = ['p-7', 'p-8']
    await products.narrow({ filters: { ...filters, picture: 'with' } })
    await eventually(() => expect(useProductDetails().shown).toBe(null))
    listed = then
    await products.narrow({ filters: { ...filters, picture: 'without' } })
    await eventually(() => expect(page.text()).toContain(then.includes('p-9') ? 'Product 9' : 'Product 8'))
  }

  it.each(['table', 'gallery'] as const)(
    'is current again where the list holds it without (%s)',
    async (layout) => {
      await filterAndClear(layout, whole)
      await eventually(() => expect(useProductDetails().shown?.product.id).toBe('p-2'))
      await press('i')
      expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-2' }] })
    }
  )

  it('is not said to have left the list that was opened without it', async () => {
    await open('continuous', 'table')
    main.always('products:listed', ({ ids }) => ok(ids.filter((id) => listed.includes(id))))
    thumbnail('Product 2').focus()
    const { filters } = useProducts().productQuery
    page.get('button').element.focus()
    listed = ['p-7', 'p-8']
    await useProducts().narrow({ filters: { ...filters, picture: 'with' } })
    await eventually(() => expect(useProductDetails().shown).toBe(null))
    await press('i')
    await eventually(() => expect(toast()).toContain('Product 7 is the current product now'))
  })

  it('is not said to have left a list that never held it', async () => {
    await filterAndClear('table', ['p-8', 'p-10'])
    await press('i')
    await eventually(() => expect(toast()).toContain('Product 8 is the current product now'))
  })
})

describe('a page that is turned by its key', () => {
  it.each(['table', 'gallery'] as const)(
    'gives the keys to the product that the keyboard is on then (%s)',
    async (layout) => {
      await open('paged', layout)
      thumbnail('Product 2').focus()
      useCommandRegistry().run('next-page')
      await flushPromises()
      await eventually(() => expect(page.text()).toContain('Product 27'))
      const name = focused()?.replace('Preview ', '')
      await eventually(() => expect(useProductDetails().shown?.product.name).toBe(name))
      expect(Number(name?.replace('Product ', ''))).toBeGreaterThan(25)
    }
  )
})

describe('the current product, scrolled out of sight', () => {
  async function scrollAway(layout: ListLayout): Promise<void> {
    await open('continuous', layout)
    thumbnail('Product 2').focus()
    const scroller = page.get<HTMLElement>('[data-scroller]')
    scroller.element.scrollTop = 1200
    await scroller.trigger('scroll')
  }

  it.each(['table', 'gallery'] as const)(
    'comes into sight by the first press of a key that marks, and is marked by the second (%s)',
    async (layout) => {
      await scrollAway(layout)
      await press('w')
      expect(main.asked('reviews:mark')).toEqual([])
      expect(page.get<HTMLElement>('[data-scroller]').element.scrollTop).toBeLessThan(300)
      expect(focused()).toBe('Preview Product 2')
      expect(page.find('[data-review-toast]').text()).toContain('Product 2 was out of sight')
      expect(page.find('[data-review-toast]').text()).toContain('Press W again to mark it.')
      await press('w')
      expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-2' }] })
    }
  )

  it('is marked at once where the details beside the list show it', async () => {
    await scrollAway('table')
    useProductDetails().isOpen = true
    await flushPromises()
    await press('i')
    expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-2' }] })
  })
})

describe('the current product, far away since the list was sorted anew', () => {
  const toast = (): string => page.find('[data-review-toast]').text()

  async function sortAway(mode: ListMode, layout: ListLayout): Promise<void> {
    listed = Array.from({ length: 600 }, (_, at) => `p-${at + 1}`)
    main.always('products:place', ({ productId }) => {
      const place = listed.indexOf(productId) + 1
      return ok(place === 0 ? null : place)
    })
    await open(mode, layout)
    thumbnail('Product 2').focus()
    // The keyboard is where a person has sorted.
    page.get('button').element.focus()
    listed.reverse()
    await useProducts().narrow({ sort: { by: 'name', descending: true } })
    await eventually(() => expect(page.text()).toContain('Product 600'))
  }

  it.each([
    ['paged', 'table'],
    ['continuous', 'table'],
    ['continuous', 'gallery']
  ] as const)(
    'comes into sight by the first press of a key that marks, and is marked by the second (%s, %s)',
    async (mode, layout) => {
      await sortAway(mode, layout)
      await press('a')
      await eventually(() => expect(toast()).toContain('Product 2 was out of sight'))
      expect(main.asked('reviews:mark')).toEqual([])
      expect(focused()).toBe('Preview Product 2')
      await press('a')
      expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-2' }] })
    }
  )

  it('is not asked for again by a key for the mark that it was given as one of several', async () => {
    const marked = product({ id: 'p-2', name: 'Product 2', contentFingerprint })
    main.always('products:of', () => ok([{ ...marked, review: { ...marked.review, state: 'ignored' } }]))
    await sortAway('paged', 'table')
    main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p-2', 'p-3'] })
    await flushPromises()
    await press('i')
    await eventually(() => expect(toast()).toContain('Product 2 was out of sight'))
    expect(toast()).toContain('No change: already ignored')
  })

  it('is asked for in its details where the list does not hold it', async () => {
    await sortAway('paged', 'table')
    useProductDetails().isOpen = true
    listed = listed.filter((id) => id !== 'p-2')
    await press('a')
    await eventually(() => expect(toast()).toContain('Product 2 is the current product now'))
    expect(document.activeElement?.matches('section.pane')).toBe(true)
    await press('a')
    expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-2' }] })
  })
})

describe('the details of a product beside others that are selected', () => {
  const marked = (): unknown => main.last('reviews:mark').input.of
  const detailed = (): string | undefined => useProductDetails().shown?.product.id
  const pane = (): VueWrapper | ReturnType<VueWrapper['get']> => page.get('section.pane')

  async function openDetails(): Promise<void> {
    await open('continuous', 'table')
    for (const name of ['Product 2', 'Product 3']) {
      thumbnail(name).focus()
      await press(' ')
    }
    thumbnail('Product 5').focus()
    useProductDetails().openAt('pane')
    await flushPromises()
  }

  it('have the keys while the keyboard is in them, also after a mark', async () => {
    await openDetails()
    await press('i')
    expect(marked()).toMatchObject({ products: [{ id: 'p-5' }] })
    await answer()
    expect(detailed()).toBe('p-6')
    await press('a')
    expect(marked()).toMatchObject({ products: [{ id: 'p-6' }] })
    expect(useSelection().count).toBe(2)
  })

  it('show which of both the keys are for', async () => {
    await openDetails()
    const bar = (): ReturnType<VueWrapper['get']> => page.get('[aria-label=Selection]')
    expect([pane().classes('keyless'), bar().classes('keyless')]).toEqual([false, true])
    thumbnail('Product 5').focus()
    await flushPromises()
    expect([pane().classes('keyless'), bar().classes('keyless')]).toEqual([true, false])
    await press('i')
    expect(marked()).toMatchObject({ products: [{ id: 'p-2' }, { id: 'p-3' }] })
  })
})

describe('selected products that stand elsewhere by the time that they are marked', () => {
  it.each([
    ['continuous', 'table'],
    ['paged', 'table'],
    ['continuous', 'gallery']
  ] as const)('leave the next key to no row that nobody went to (%s, %s)', async (mode, layout) => {
    listed = Array.from({ length: 600 }, (_, at) => `p-${at + 1}`)
    await open(mode, layout)
    for (const name of ['Product 2', 'Product 3']) {
      thumbnail(name).focus()
      await press(' ')
    }
    page.get('button').element.focus()
    listed.reverse()
    await useProducts().narrow({ sort: { by: 'name', descending: true } })
    await eventually(() => expect(page.text()).toContain('Product 600'))
    await mark()
    await answer()
    expect(focused()).toBe(null)
    expect(document.activeElement?.id).toBe('main')
  })

  it.each([
    ['continuous', 'table', 'thead'],
    ['paged', 'table', 'thead'],
    ['continuous', 'gallery', 'main'],
    ['paged', 'gallery', 'main']
  ] as const)('leave the keyboard in no row of the other order (%s, %s)', async (mode, layout, place) => {
    listed = Array.from({ length: 600 }, (_, at) => `p-${at + 1}`)
    await open(mode, layout)
    thumbnail('Product 2').focus()
    await press(' ')
    listed.reverse()
    await useProducts().narrow({ sort: { by: 'name', descending: true } })
    await eventually(() => expect(page.text()).toContain('Product 600'))
    await eventually(() =>
      expect(document.activeElement?.closest(`thead, [data-index], main`)?.localName).toBe(place)
    )
    await press('i')
    await answer()
    await press('i')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })

  it('are not asked for again by a key for the mark that they have', async () => {
    main.always('products:page', (asked) => {
      const { items, ...page } = pageOf(asked)
      return ok({
        ...page,
        items: items.map((each) => ({ ...each, review: { ...each.review, state: 'ignored' } }))
      })
    })
    await open('continuous', 'table')
    thumbnail('Product 2').focus()
    const scroller = page.get<HTMLElement>('[data-scroller]')
    scroller.element.scrollTop = 1200
    await scroller.trigger('scroll')
    await press('i')
    const toast = page.find('[data-review-toast]').text()
    expect(toast).toContain('Product 2 was out of sight')
    expect(toast).toContain('No change: already ignored')
    expect(toast).not.toContain('again')
  })

  it.each(['table', 'gallery'] as const)('as where the list was scrolled since (%s)', async (layout) => {
    await open('continuous', layout)
    thumbnail('Product 2').focus()
    await press(' ')
    page.get('button').element.focus()
    const scroller = page.get<HTMLElement>('[data-scroller]')
    scroller.element.scrollTop = 1200
    await scroller.trigger('scroll')
    await mark()
    await answer()
    expect(document.activeElement?.id).toBe('main')
  })
})

describe('a list in which no product is current', () => {
  it.each(['table', 'gallery'] as const)(
    'has its first one in sight current by the first press of a key that marks, and marked by the second (%s)',
    async (layout) => {
      await open('continuous', layout)
      expect(useCommandRegistry().canRun('approved')).toBe(false)
      await press('a')
      expect(main.asked('reviews:mark')).toEqual([])
      expect(focused()).toBe('Preview Product 1')
      expect(page.find('[data-review-toast]').text()).toContain('Product 1 is the current product now')
      await press('a')
      expect(main.last('reviews:mark').input.of).toMatchObject({ products: [{ id: 'p-1' }] })
    }
  )

  it('leaves the keyboard alone where its product is in no row for a moment', async () => {
    await open('continuous', 'table')
    thumbnail('Product 2').focus()
    listed = listed.filter((id) => id !== 'p-2')
    main.always('products:listed', ({ ids }) => ok(ids))
    main.always('products:place', () => ok(2))
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await press('a')
    expect(page.find('[data-review-toast]').exists()).toBe(false)
  })

  it('stays as it is where the list is empty', async () => {
    listed = []
    await open('continuous', 'table')
    await press('a')
    expect(main.asked('reviews:mark')).toEqual([])
    expect(page.find('[data-review-toast]').exists()).toBe(false)
  })
})

describe('the current product, changed by a sync under the eyes', () => {
  const current = (): string | undefined => useProductDetails().shown?.product.contentFingerprint

  /** The details show the second product, of which a sync brings other content. */
  async function lookAndSync(layout: ListLayout): Promise<void> {
    main.always('products:of', ({ ids }) =>
      ok(ids.map((id) => product({ id, name: 'Product 2', contentFingerprint })))
    )
    await open('continuous', layout)
    useProductDetails().isOpen = true
    thumbnail('Product 2').focus()
    await flushPromises()
    contentFingerprint = 'other'
    main.emit('catalog:changed', { connectionId: 'shop' })
    await eventually(() => expect(current()).toBe('other'))
  }

  it.each(['table', 'gallery'] as const)(
    'is not marked by a key that was pressed for what it was before, and by the next one (%s)',
    async (layout) => {
      await lookAndSync(layout)
      await press('i')
      expect(main.asked('reviews:mark')).toEqual([])
      expect(page.find('[data-review-toast]').text()).toContain('Product 2 has changed in the meantime')
      await press('i')
      const of = { products: [{ id: 'p-2', contentFingerprint }] }
      expect(main.last('reviews:mark').input.of).toEqual(of)
    }
  )

  it('is told of with what changed', async () => {
    await lookAndSync('table')
    const before = product({ id: 'p-2', name: 'Product 2', contentFingerprint: 'third' })
    const now = { ...before, price: 99, description: 'Other words.' }
    main.always('products:of', () => ok([now]))
    main.always('products:page', (asked) => {
      const { items, ...rest } = pageOf(asked)
      return ok({ ...rest, items: items.map((each) => (each.id === now.id ? now : each)) })
    })
    main.emit('catalog:changed', { connectionId: 'shop' })
    await eventually(() => expect(current()).toBe('third'))
    await press('i')
    expect(main.asked('reviews:mark')).toEqual([])
    const said = page.find('[data-review-toast]').text()
    expect(said).toContain('Product 2 has changed: Price, Description')
  })

  it('is not marked by a press of a button beside it that was meant for what it was before', async () => {
    await lookAndSync('table')
    const ignore = page.get<HTMLElement>('[data-review] [data-mark=ignored]')
    await ignore.trigger('click')
    expect(main.asked('reviews:mark')).toEqual([])
    expect(page.find('[data-review-toast]').text()).toContain('Product 2 has changed in the meantime')
    now += 500
    await ignore.trigger('click')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })

  it('is not marked by a hand that drums on the key', async () => {
    await lookAndSync('table')
    for (let times = 0; times < 5; times += 1) {
      await press('i')
      now -= 300
    }
    expect(main.asked('reviews:mark')).toEqual([])
    now += 300
    await press('i')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })

  it('is asked about once, by a key or a button', async () => {
    await lookAndSync('table')
    await press('i')
    now += 500
    await page.get<HTMLElement>('[data-review] [data-mark=ignored]').trigger('click')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })

  it('is asked about where the store has it no longer', async () => {
    await open('continuous', 'table')
    useProductDetails().isOpen = true
    thumbnail('Product 2').focus()
    await flushPromises()
    page.get<HTMLElement>('section.pane').element.focus()
    listed = listed.filter((id) => id !== 'p-2')
    main.always('products:of', ({ ids }) =>
      ok(ids.map((id) => product({ id, name: 'Product 2', contentFingerprint, position: null })))
    )
    main.emit('catalog:changed', { connectionId: 'shop' })
    await eventually(() => expect(useProductDetails().shown?.product.position).toBe(null))
    await press('i')
    expect(main.asked('reviews:mark')).toEqual([])
    await press('i')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })

  it('is asked about however long ago that was: a pane that is other than before is easily overlooked', async () => {
    await lookAndSync('table')
    now += 60_000
    await press('i')
    expect(main.asked('reviews:mark')).toEqual([])
    await press('i')
    expect(main.asked('reviews:mark')).toHaveLength(1)
  })
})

describe('a list that is read again and again while somebody marks', () => {
  it.each(['table', 'gallery'] as const)(
    'leaves the keyboard where it has gone to meanwhile (%s)',
    async (layout) => {
      await open('continuous', layout)
      thumbnail('Product 2').focus()
      main.hold('products:page')
      await tellOfMarks()
      await press('ArrowRight')
      await press('ArrowDown')
      const gone = focused()
      expect(gone).not.toBe('Preview Product 2')
      const first = main.last('products:page')
      await tellOfMarks()
      await first.answer(ok(pageOf(first.input)))
      const second = main.last('products:page')
      expect(second).not.toBe(first)
      await second.answer(ok(pageOf(second.input)))
      expect(focused()).toBe(gone)
    }
  )
})

describe('the end of a list that a mark made shorter', () => {
  const current = (): string | undefined => useProductDetails().shown?.product.name

  it.each([
    ['table', { key: 'End', ctrlKey: true }],
    ['gallery', { key: 'End', ctrlKey: false }],
    ['gallery', { key: 'End', ctrlKey: true }]
  ] as const)('has one product for the keyboard and for the keys that mark (%s, %o)', async (layout, end) => {
    listed = Array.from({ length: 240 }, (_, at) => `p-${at + 1}`)
    await open('continuous', layout)
    thumbnail('Product 2').focus()
    // The end is read, and read again only where it is seen again.
    await press(end.key, end)
    await eventually(() => expect(focused()).toBe('Preview Product 240'))
    await press('Home', { ctrlKey: end.ctrlKey })
    await eventually(() => expect(focused()).toBe('Preview Product 1'))
    // Where a person leaps to and fro the list asks a moment later.
    useContinuousList().look(0, 20)
    await tellOfMarks('p-2')
    main.hold('products:page')
    await press(end.key, end)
    expect(focused()).toBe('Preview Product 239')
    await eventually(() => expect(main.last('products:page').input.page).toBe(3))
    await main.last('products:page').answer(ok(pageOf(main.last('products:page').input)))
    await flushPromises()
    expect(focused()).toBe('Preview Product 240')
    await eventually(() => expect(current()).toBe('Product 240'))
  })
})

describe('a whole list that is chosen', () => {
  it.each(['paged', 'continuous'] as const)('has as many products as a sync left it (%s)', async (mode) => {
    await open(mode, 'table')
    const bar = (): string => page.find('[aria-label=Selection]').text()
    useSelection().addWhole(40)
    await flushPromises()
    expect(bar()).toContain('40 products')
    listed.push('p-41', 'p-42')
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    expect(bar()).toContain('42 products')
    await page
      .findAll('[aria-label=Selection] button')
      .find((each) => each.text().startsWith('Ignore'))
      ?.trigger('click')
    await flushPromises()
    expect(main.last('reviews:mark').input.of).toMatchObject({ count: 42 })
  })
})
