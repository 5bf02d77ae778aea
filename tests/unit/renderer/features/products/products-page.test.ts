import { useProgressOnPage } from '../../../../../renderer/features/sync'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../../../electron/contract/connection'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { ProductPage } from '../../../../../electron/contract/product'
import type { ViewState } from '../../../../../electron/contract/view'
import { i18n } from '../../../../../renderer/shared/i18n'
import ProductsPage from '../../../../../renderer/features/products/ProductsPage.vue'
import { useDetailsPane } from '../../../../../renderer/features/catalog'
import { freshView } from '../../../../../renderer/features/catalog/view'
import { product, productPage } from './table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const connection: Connection = {
  id: 'shop',
  kind: 'store',
  name: 'Corner shop',
  baseUrl: 'https://shop.example',
  apiPath: '/api/public/products',
  currency: 'EUR',
  locale: 'en-US',
  httpAllowed: false,
  credential: 'keychain',
  setByOrganization: false
}
const minute = 60_000
let main: MainProcess
let page: VueWrapper

beforeEach(() => {
  main = sitInMainProcess()
  main.always('products:place', () => ok(null))
  keeps({})
  main.always('views:save', () => ok(null))
  startStores()
})
afterEach(() => {
  page.unmount()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The list is as it was left so. */
function keeps(state: Partial<ViewState>): void {
  main.always('views:get', () =>
    ok({ state: { ...freshView, mode: 'paged', ...state }, saved: [], shared: [] })
  )
}

async function openPage(): Promise<void> {
  page = mount(ProductsPage, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}

/** Opens the page and answers its first question. */
async function openWith(changes: Partial<ProductPage>): Promise<void> {
  await openPage()
  await main.last('products:page').answer(ok(productPage(changes)))
}

const headings = (): string[] => page.findAll('[role=columnheader]').map((cell) => cell.text())
const cells = (row = 0): string[] =>
  page
    .findAll('tbody [role=row]')
    .at(row)
    ?.findAll('td')
    .map((cell) => cell.text()) ?? []

/** The button with this label or these words; throws when there is none. */
function button(words: string): DOMWrapper<HTMLButtonElement> {
  const found = page
    .findAll('button')
    .find((each) => each.attributes('aria-label') === words || each.text() === words)
  if (!found) throw new Error(`No button "${words}"`)
  return found
}

describe('the table of products', () => {
  it('has a name and the columns of the full form', async () => {
    await openWith({})
    expect(page.get('[role=grid]').attributes('aria-label')).toBe('Products')
    expect(headings()).toEqual(['Picture', 'Name', 'Price', 'Findings', 'Review'])
    expect(page.get('[role=status].range').text()).toBe('1–25 of 1,240')
  })

  it('has no empty columns in the short form', async () => {
    await openWith({ form: 'short', items: [product({ description: null })] })
    expect(headings()).toEqual(['Name', 'Price', 'Findings', 'Review', 'ID'])
    expect(cells()).toHaveLength(5)
  })

  it('fault 51: says that a price is unknown, never 0', async () => {
    await openWith({ items: [product({ price: null, flags: ['price-unknown'] })] })
    expect(cells()[2]).toBe('—')
    expect(page.get('[aria-label="Price missing"]').text()).toBe('—')
  })

  it('fault 53: shows a negative price and flags it', async () => {
    await openWith({ items: [product({ price: -3, flags: ['price-negative'] })] })
    expect(cells()[2]).toBe('−€3.00Below zero')
  })

  it('fault 54, 55: shows markup as text, and keeps the direction of a text to itself', async () => {
    await openWith({ form: 'short', items: [product({ name: '<b>Bold</b>\u202e', id: '<i>1</i>' })] })
    expect(page.find('tbody b, tbody i').exists()).toBe(false)
    expect(page.get('.name .text').text()).toContain('<b>Bold</b>')
    expect(page.get('.name .text').attributes('dir')).toBe('auto')
    expect(page.get('.id bdi').text()).toBe('<i>1</i>')
  })

  it('fault 45: shows both of two products with the same id', async () => {
    await openWith({ items: [product({ name: 'One' }), product({ name: 'Two' })] })
    expect([cells(0)[1], cells(1)[1]]).toEqual(['One', 'Two'])
  })

  it.each([
    ['plain', 'thumbnail'],
    ['dense', 'thumbnail-2x']
  ])('asks only the app for pictures, on a %s screen for the %s', async (screen, size) => {
    const prototype: unknown = Object.getPrototypeOf(window.matchMedia('print'))
    vi.spyOn(prototype as MediaQueryList, 'matches', 'get').mockReturnValue(screen === 'dense')
    const token = 'a'.repeat(43)
    await openWith({ items: [product({ picture: { token, host: 'pictures.example' } })] })
    expect(page.get('tbody img').attributes('src')).toBe(`/picture/shop/${token}/${size}`)
  })

  it('says why a picture is not there', async () => {
    main.always('pictures:describe', () => fail('picture-corrupt'))
    await openWith({ items: [product({ picture: { token: 'a'.repeat(43), host: '' } })] })
    await page.get('tbody img').trigger('error')
    await flushPromises()
    expect(page.find('tbody img').exists()).toBe(false)
    expect(cells()[0]).toBe('The picture is damaged.')
    expect(button('Preview Walnut bowl').attributes('data-tip')).toBe('The picture is damaged.')
  })
})

describe('loading', () => {
  it('shows a skeleton on the first load only', async () => {
    await openPage()
    expect(page.find('[aria-label="Loading products…"]').exists()).toBe(true)
    await main.last('products:page').answer(ok(productPage()))
    await button('Next page').trigger('click')
    expect(page.find('[aria-label="Loading products…"]').exists()).toBe(false)
    expect(page.get('[role=grid]').attributes('aria-busy')).toBe('true')
    expect(cells()[1]).toBe('Product 1')
  })

  it('begins where the person left', async () => {
    keeps({ page: 7, limit: 50 })
    await openPage()
    expect(main.last('products:page').input).toMatchObject({ page: 7, limit: 50 })
  })
})

/** The key that syncs, and asks the store again for what is on screen. */
function pressF5(): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F5', bubbles: true, cancelable: true }))
}

describe('a problem', () => {
  it('fault 22: of the key leads to the key, and asks nothing by itself', async () => {
    await openPage()
    await main.last('products:page').answer(fail('key-refused'))
    expect(page.findAll('[data-failure]').map((each) => each.text())).toEqual([
      expect.stringContaining('The store refused this key.')
    ])
    window.dispatchEvent(new Event('online'))
    expect(main.asked('products:page')).toHaveLength(1)
    await button('Replace key').trigger('click')
    expect(useNavigation().place).toMatchObject({ name: 'edit', id: 'shop', focus: 'key' })
  })

  it('fault 24: of the path leads to the address', async () => {
    await openPage()
    await main.last('products:page').answer(fail('not-found', { host: 'shop.example' }))
    await button('Check address').trigger('click')
    expect(useNavigation().place).toEqual({ name: 'edit', id: 'shop' })
  })

  it('fault 27: of pages that are too large offers smaller ones', async () => {
    keeps({ limit: 200 })
    await openPage()
    await main.last('products:page').answer(fail('page-too-large'))
    await button('Show 100 a page').trigger('click')
    expect(main.last('products:page').input).toMatchObject({ page: 1, limit: 100 })
  })

  it('fault 34: of a page beyond the end offers the last one', async () => {
    keeps({ page: 60 })
    await openPage()
    await main.last('products:page').answer(fail('wrong-page', { page: 50 }))
    await button('Go to last page').trigger('click')
    expect(main.last('products:page').input.page).toBe(50)
  })

  it('over kept rows says which page it is that failed', async () => {
    await openWith({})
    await button('Next page').trigger('click')
    await main.last('products:page').answer(fail('timeout'))
    expect(page.get('[role=alert]').text()).toContain('Page 2 could not be loaded; you still see page 1.')
    pressF5()
    await main.last('products:page').answer(ok(productPage({ page: 2 })))
    expect(page.find('[role=alert]').exists()).toBe(false)
  })

  it.each(['timeout', 'offline', 'server-error'] as const)(
    'fault 13, 31: of the way to the store is no notice while the rows are there: %s',
    async (code) => {
      await openWith({})
      pressF5()
      await main.last('products:page').answer(fail(code))
      expect(page.find('[role=alert], [data-failure]').exists()).toBe(false)
      expect(cells()[1]).toBe('Product 1')
    }
  )

  it('fault 22: of the key is a notice over the rows of the copy', async () => {
    const staleBecause = { code: 'key-refused', facts: {} } as const
    await openWith({ fromCopy: true, fetchedAt: Date.now() - 3 * minute, staleBecause })
    expect(page.get('[data-failure=key-refused]').text()).toContain('The store refused this key.')
    expect(cells()[1]).toBe('Product 1')
    await button('Replace key').trigger('click')
    expect(useNavigation().place).toMatchObject({ name: 'edit', id: 'shop', focus: 'key' })
  })

  it('of the answer is told over the rows of the copy, which can be asked for again', async () => {
    const staleBecause = { code: 'answer-unknown-form', facts: {} } as const
    await openWith({ fromCopy: true, fetchedAt: Date.now() - 3 * minute, staleBecause })
    expect(page.findAll('[data-failure]')).toHaveLength(1)
    const asked = main.asked('products:page').length
    await button('Try again').trigger('click')
    expect(main.asked('products:page').length).toBeGreaterThan(asked)
  })

  it.each([
    ['keychain-locked', 'unread', 2],
    ['keychain-missing', 'session', 2],
    ['keychain-locked', 'missing', 1],
    ['timeout', 'unread', 1]
  ] as const)(
    'fault 74: %s, and then the key is %s: asked %i times in all',
    async (code, credential, times) => {
      await openPage()
      await page.setProps({ connection: { ...connection, credential: 'unreadable' } })
      await main.last('products:page').answer(fail(code))
      await page.setProps({ connection: { ...connection, credential } })
      expect(main.asked('products:page')).toHaveLength(times)
    }
  )

  it('keeps the rows and tries again', async () => {
    await openWith({})
    await button('Next page').trigger('click')
    await main.last('products:page').answer(fail('timeout'))
    expect(page.find('[role=alert]').exists()).toBe(true)
    expect(cells()[1]).toBe('Product 1')
    await button('Try again').trigger('click')
    await main.last('products:page').answer(ok(productPage({ page: 2 })))
    expect(page.find('[role=alert]').exists()).toBe(false)
    expect(cells()[1]).toBe('Product 26')
  })

  it('fault 13: of the network leaves the rows as they are, and asks again when the store answers', async () => {
    const staleBecause = { code: 'offline', facts: {} } as const
    await openWith({ fromCopy: true, fetchedAt: Date.now() - 3 * minute, staleBecause })
    expect(page.find('[data-failure]').exists()).toBe(false)
    const network = { connectionId: 'shop', because: null, since: null }
    main.emit('network:changed', { ...network, state: 'no-network' })
    await flushPromises()
    main.emit('network:changed', { ...network, state: 'online' })
    await flushPromises()
    expect(main.last('products:page').input.from).toBe('store')
  })

  it('fault 13: of the network is told where there is nothing to show', async () => {
    await openPage()
    await main.last('products:page').answer(fail('offline'))
    expect(page.get('[data-failure=offline]').text()).toContain('This computer is offline')
    expect(page.get('[data-empty]').attributes('data-empty')).toBe('offline')
    window.dispatchEvent(new Event('online'))
    await main.last('products:page').answer(ok(productPage()))
    expect(page.find('[data-failure]').exists()).toBe(false)
  })

  it('tells a store that was never reached once, with a way back to its address', async () => {
    await openPage()
    await main.last('products:page').answer(fail('connection-refused', { host: '127.0.0.1:41027' }))
    expect(page.findAll('[role=alert]')).toHaveLength(1)
    const told = page.get('[role=alert][data-empty=offline]')
    expect(told.text()).toContain('The server at 127.0.0.1:41027 does not accept connections.')
    expect(told.findAll('button').map((each) => each.text())).toEqual(['Try again', 'Edit connection'])
    expect(useProgressOnPage().has('network')).toBe(true)
    const asked = main.asked('products:page').length
    await button('Try again').trigger('click')
    expect(main.asked('products:page').length).toBeGreaterThan(asked)
    await button('Edit connection').trigger('click')
    expect(useNavigation().place).toEqual({ name: 'edit', id: 'shop' })
  })

  it('of a store without network leads to no address, which would not help', async () => {
    await openPage()
    await main.last('products:page').answer(fail('offline'))
    expect(page.get('[data-empty=offline]').text()).toContain('This computer is offline')
    expect(page.text(), 'there is none').not.toContain('Your copy')
    expect(page.text()).not.toContain('Edit connection')
  })

  it('fault 13: of pictures alone is over too when the network is back', async () => {
    main.always('pictures:describe', () => fail('offline'))
    await openWith({ items: [product({ picture: { token: 'a'.repeat(43), host: '' } })] })
    await page.get('tbody img').trigger('error')
    await flushPromises()
    expect(main.asked('pictures:retry')).toEqual([])
    window.dispatchEvent(new Event('online'))
    expect(main.asked('pictures:retry')).toHaveLength(1)
  })

  it('fault 13: of a page and its pictures is over with one new question for each', async () => {
    main.always('pictures:describe', () => fail('offline'))
    await openWith({
      items: [product({ picture: { token: 'a'.repeat(43), host: '' } })],
      staleBecause: { code: 'offline', facts: {} }
    })
    await page.get('tbody img').trigger('error')
    await flushPromises()
    const asked = main.asked('products:page').length
    window.dispatchEvent(new Event('online'))
    expect(main.asked('pictures:retry')).toHaveLength(1)
    expect(main.asked('products:page')).toHaveLength(asked + 1)
  })

  it('of single items is counted, and told in words on demand', async () => {
    const item = { position: 3, reason: 'id-missing', id: '', name: 'Lamp' } as const
    await openWith({ setAside: [item, { ...item, position: 9, reason: 'not-an-object', name: '' }] })
    expect(page.get('[data-set-aside]').text()).toContain('2 items on this page could not be read')
    await button('Show details').trigger('click')
    const dialog = document.querySelector('[role=dialog]')
    expect(dialog?.textContent).toContain('It has no ID')
    expect(dialog?.textContent).toContain('It is not a product')
  })
})

describe('filters and details', () => {
  const areFilters = (): boolean => page.find('.filters-panel').exists()

  it('stand beside each other where there is room', async () => {
    vi.stubGlobal('innerWidth', 1600)
    keeps({ filtersOpen: true })
    await openWith({ items: [product()] })
    useDetailsPane().isOpen = true
    await flushPromises()
    expect([areFilters(), useDetailsPane().isOpen]).toEqual([true, true])
  })

  it('take turns where there is none, so that the list between them shows what comes of a mark', async () => {
    vi.stubGlobal('innerWidth', 1280)
    keeps({ filtersOpen: true })
    await openWith({ items: [product()] })
    expect(areFilters()).toBe(true)
    useDetailsPane().isOpen = true
    await flushPromises()
    expect([areFilters(), useDetailsPane().isOpen]).toEqual([false, true])
    await page.get('[data-filters-button]').trigger('click')
    await flushPromises()
    expect([areFilters(), useDetailsPane().isOpen]).toEqual([true, false])
    await page.get('[data-filters-button]').trigger('click')
    await flushPromises()
    expect([areFilters(), useDetailsPane().isOpen], 'what had to go is back').toEqual([false, true])
  })

  it('of which none was open stay closed when filters close', async () => {
    vi.stubGlobal('innerWidth', 1280)
    await openWith({ items: [product()] })
    await page.get('[data-filters-button]').trigger('click')
    await page.get('[data-filters-button]').trigger('click')
    await flushPromises()
    expect([areFilters(), useDetailsPane().isOpen]).toEqual([false, false])
  })

  it('goes from the place of the list when somebody comes to its rows: what they mark is in sight', async () => {
    vi.stubGlobal('innerWidth', 700)
    keeps({ filtersOpen: true })
    await openWith({ items: [product()] })
    expect(areFilters()).toBe(true)
    page.get<HTMLElement>('[data-scroller] [data-index] [tabindex]').element.focus()
    await flushPromises()
    expect(areFilters()).toBe(false)
  })

  it('goes from the place of the list when somebody goes to the search, and comes and goes by its own button', async () => {
    vi.stubGlobal('innerWidth', 700)
    keeps({ filtersOpen: true })
    await openWith({ items: [product()] })
    page.get<HTMLElement>('[data-filters-button]').element.focus()
    await flushPromises()
    expect(areFilters()).toBe(true)
    page.get<HTMLElement>('input[type=search]').element.focus()
    await flushPromises()
    expect(areFilters()).toBe(false)
  })
})

describe('a list with nothing in it', () => {
  it('fault 41: is told as such, with the way to look again', async () => {
    await openWith({ items: [], totalItems: 0, totalPages: 0 })
    expect(page.get('h2').text()).toBe('This store has no products yet')
    await page.get('[data-empty=catalog]').findAll('button').at(-1)?.trigger('click')
    expect(main.last('products:page').input.from).toBe('store')
  })

  it('offers the last page where the page is beyond it', async () => {
    await openWith({ page: 60 })
    expect(page.get('h2').text()).toBe('Page 60 is empty')
    await button('Go to last page').trigger('click')
    expect(main.last('products:page').input.page).toBe(50)
  })

  it('fault 40: says that an empty page before the end is the store’s doing', async () => {
    await openWith({ page: 3, items: [], oddities: ['empty-before-end'] })
    expect(page.get('[data-empty=gap]').text()).toContain('but its list continues')
  })
})

describe('the status bar', () => {
  it('fault 39: says that the number of products is not known', async () => {
    await openWith({ totalItems: null, totalPages: null })
    expect(page.get('.range').text()).toBe('1–25 of an unknown number')
    expect(button('Last page').attributes('aria-disabled')).toBe('true')
  })

  it('fault 42: says nothing of a store that caps its pages: they are put together to the size asked for', async () => {
    await openWith({ oddities: ['limit-capped'] })
    expect(page.find('.odd').exists()).toBe(false)
  })

  it('tells a search without matches from a store without products', async () => {
    const none = { items: [], totalItems: 0, totalPages: 0 }
    await openWith(none)
    expect(page.get('.range').text()).toBe('No matches')
  })

  it('counts the products that were read, as all else does, while the store’s list is being read', async () => {
    keeps({ mode: 'continuous' })
    const coverage = {
      here: 53_000,
      products: 53_000,
      setAside: 0,
      total: 100_000,
      asOf: 1,
      state: 'partial' as const
    }
    await openWith({ totalItems: 100_000, coverage })
    expect(page.get('.range').text()).toBe('53,000 products')
  })

  it('counts items that were set aside', async () => {
    await openWith({
      items: [product(), product()],
      setAside: [{ position: 1, reason: 'id-empty', id: '', name: '' }]
    })
    expect(page.get('.range').text()).toBe('1–3 of 1,240')
  })
})

describe('the keyboard in the table', () => {
  const focused = (): string | null | undefined => document.activeElement?.getAttribute('aria-label')
  const press = async (key: string, held: KeyboardEventInit = {}): Promise<void> => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
    document.activeElement?.dispatchEvent(event)
    await flushPromises()
  }
  const chosen = (): string[] =>
    page.findAll('tbody [aria-selected=true]').map((row) => row.get('[role=rowheader]').text())

  it('goes from picture to picture, and from the details of one product to those of another', async () => {
    await openWith({})
    button('Preview Product 1').element.focus()
    await press('ArrowDown')
    expect(focused()).toBe('Preview Product 2')
    button('Details of Product 2').element.focus()
    await press('ArrowDown')
    expect(focused()).toBe('Details of Product 3')
  })

  it('stays on the page when the list becomes empty under it', async () => {
    await openWith({})
    button('Preview Product 1').element.focus()
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    await main.last('products:page').answer(ok(productPage({ items: [], totalItems: 0 })))
    expect(page.find('[data-empty]').exists()).toBe(true)
    expect(document.activeElement?.id).toBe('main')
  })

  it('chooses the row of whichever cell by the space bar, and rows by Shift with the keys that go from row to row', async () => {
    await openWith({})
    button('Preview Product 2').element.focus()
    await press('ArrowRight')
    await press(' ')
    expect(chosen()).toEqual(['Product 2'])
    await press('ArrowRight', { shiftKey: true })
    await press('End', { shiftKey: true })
    expect(chosen()).toEqual(['Product 2'])
    await press('ArrowDown', { shiftKey: true })
    expect(chosen()).toEqual(['Product 2', 'Product 3'])
    await press('Home', { shiftKey: true, ctrlKey: true })
    expect(chosen()).toEqual(['Product 1', 'Product 2'])
  })
  it('chooses all from where the arrows led to the row that Shift is pressed with', async () => {
    await openWith({ items: [1, 2, 3, 4].map((n) => product({ id: `p-${n}`, name: `Product ${n}` })) })
    button('Preview Product 1').element.focus()
    await press('ArrowDown')
    document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowDown', bubbles: true }))
    const fourth = page.findAll('tbody [role=row]').at(3)
    await fourth?.get('[role=rowheader]').trigger('click', { shiftKey: true })
    await flushPromises()
    expect(chosen()).toEqual(['Product 2', 'Product 3', 'Product 4'])
  })

  it('chooses from where the keyboard was put by a mark, not from the row that was pressed before', async () => {
    await openWith({ items: [1, 2, 3, 4].map((n) => product({ id: `p-${n}`, name: `Product ${n}` })) })
    const first = page.find('tbody [role=row]').get<HTMLElement>('[role=rowheader]')
    await first.trigger('pointerdown')
    first.element.focus()
    await first.trigger('click')
    main.always('reviews:mark', () => ok({ entry: 1, changed: 1, stale: [] }))
    await press('i')
    await press('i')
    await press('ArrowDown', { shiftKey: true })
    expect(chosen()).toEqual(['Product 3', 'Product 4'])
  })

  it('goes on in the list by the arrows from details that were just opened, which follow', async () => {
    await openWith({})
    button('Details of Product 1').element.focus()
    button('Details of Product 1').element.click()
    await flushPromises()
    const pane = page.get('section.pane')
    ;(pane.element as HTMLElement).focus()
    await press('ArrowDown')
    expect(focused()).toContain('Product 2')
    expect(useDetailsPane().isOpen).toBe(true)
    ;(pane.element as HTMLElement).focus()
    await press('ArrowUp')
    expect(focused()).toContain('Product 1')
  })
})
