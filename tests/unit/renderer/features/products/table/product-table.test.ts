import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../../../../electron/contract/connection'
import { ok } from '../../../../../../electron/contract/failure'
import type { ProductPage } from '../../../../../../electron/contract/product'
import { productQuerySchema } from '../../../../../../electron/contract/product-query'
import { useProducts, useView } from '../../../../../../renderer/features/catalog'
import { showColumn, tableColumns } from '../../../../../../renderer/features/catalog/product-columns'
import { freshView } from '../../../../../../renderer/features/catalog/view'
import ProductTable from '../../../../../../renderer/features/products/table/ProductTable.vue'
import { headHeight } from '../../../../../../renderer/shared/list/row-height'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { usePreferences } from '../../../../../../renderer/shared/preferences'
import { product, productPage } from './builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'
import { eventually } from '../../../../../support/eventually'

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
const rowHeight = 44
let table: VueWrapper<InstanceType<typeof ProductTable>>
let main: MainProcess

/** Ten rows are in sight below the headings. */
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(10 * rowHeight + headHeight(1))
})
afterEach(() => {
  table.unmount()
  vi.restoreAllMocks()
})

function pageOf(number: number, limit: number): ProductPage {
  const first = (number - 1) * limit + 1
  const items = Array.from({ length: limit }, (_, at) => {
    const position = first + at
    const token = `t${position}`.padEnd(43, 'x')
    const picture = { token, host: 'pictures.example' }
    return product({ id: `p-${position}`, name: `Product ${position}`, position, picture })
  })
  return productPage({ page: number, limit, items, totalItems: 1240 })
}

async function show(page: ProductPage): Promise<void> {
  const columns = tableColumns([], 'full')
  table = mount(ProductTable, {
    props: { connection, page, busy: false, columns, sort: null, order: 'store', density: 'comfortable' },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}

const rows = () => table.findAll('tbody [role=row]')
const indexes = (): number[] => rows().map((row) => Number(row.attributes('data-index')))
const tokens = (): string[] => table.findAll('tbody img').map((image) => image.attributes('data-token') ?? '')

describe('a page of products', () => {
  it('has pictures that fill their squares, which grow with the texts', async () => {
    await show(pageOf(1, 25))
    const sizes = (): (string | undefined)[] =>
      table.findAll('tbody img').map((image) => image.attributes('src')?.split('/').at(-1))
    expect(new Set(sizes())).toEqual(new Set(['thumbnail']))
    void usePreferences().set({ textSize: 150 })
    await flushPromises()
    expect(new Set(sizes())).toEqual(new Set(['thumbnail-2x']))
  })

  it('tells the finding first that its list is about, and else the gravest', async () => {
    const found = product({
      id: 'a',
      findings: ['price-zero', 'name-duplicate'],
      facts: { 'name-duplicate': { products: 2 } }
    })
    await show(productPage({ items: [found], totalItems: 1 }))
    const first = (): string => table.get('.finding').text()
    expect(first()).not.toContain('Same name')
    useProducts().productQuery = productQuerySchema.parse({ filters: { finding: 'name-duplicate' } })
    await flushPromises()
    expect(first()).toContain('Same name')
  })

  it('tells why a product needs work, unless that has a column of its own', async () => {
    const review = {
      ...product().review,
      state: 'needs-work' as const,
      reason: 'price',
      note: 'Ask the maker'
    }
    await show(productPage({ items: [product({ review })], totalItems: 1 }))
    expect(table.get('.mark').text()).toBe('Needs work')
    expect(table.get('.note').text()).toBe('Price · Ask the maker')
    const columns = tableColumns([], 'full').map((column) => ({ ...column, shown: column.id !== 'note' }))
    await table.setProps({ columns })
    expect(table.get('.note').text()).toBe('Ask the maker')
  })

  it('tells what was found with the name where its column has no room, and not at all where a person hid it', async () => {
    main.always('views:get', () => ok({ state: freshView, saved: [], shared: [] }))
    main.always('views:save', () => ok(null))
    await useView().open()
    const found = product({ id: 'a', findings: ['price-zero', 'name-long'] })
    await show(productPage({ items: [found, product({ id: 'b' })], totalItems: 2 }))
    const names = () => table.findAll('[role=rowheader]')
    const described = (): (string | undefined)[] => names().map((cell) => cell.attributes('aria-description'))
    expect(names()[0]?.find('.told').exists(), 'it has its column').toBe(false)
    const without = tableColumns([], 'full', ['findings'])
    await table.setProps({ columns: without })
    expect(names().map((cell) => cell.find('.told').exists())).toEqual([true, false])
    const tip = names()[0]?.get('.told').attributes('data-tip')?.split('\n')
    expect(tip).toHaveLength(2)
    expect(described()).toEqual([['Warning', ...(tip ?? [])].join(', '), undefined])
    useView().keep({ columns: showColumn(tableColumns([], 'full'), 'findings', false) })
    await flushPromises()
    expect(names()[0]?.find('.told').exists()).toBe(false)
    expect(described()).toEqual([undefined, undefined])
  })

  it('tells it in words below the name in a list of findings', async () => {
    const found = product({ id: 'a', findings: ['price-zero'] })
    await show(productPage({ items: [found], totalItems: 1 }))
    const isBelow = (): boolean => table.get('table').classes().includes('findings-below')
    await table.setProps({ columns: tableColumns([], 'full', ['findings']) })
    expect(isBelow()).toBe(false)
    useProducts().productQuery = productQuerySchema.parse({ filters: { finding: 'any' } })
    await flushPromises()
    expect(isBelow()).toBe(true)
    await table.setProps({ columns: tableColumns([], 'full') })
    expect(isBelow()).toBe(false)
  })

  it('gives the one finding of a product the lines of two', async () => {
    const one = product({ id: 'a', findings: ['price-zero'] })
    const two = product({ id: 'b', findings: ['price-zero', 'name-long'] })
    await show(productPage({ items: [one, two], totalItems: 2 }))
    expect(rows().map((row) => row.findAll('.finding').map((each) => each.classes('alone')))).toEqual([
      [true],
      [false, false]
    ])
  })

  it('shows the first finding alone, and how many there are besides, where two have no room in a line each', async () => {
    const letter = 7
    const measured = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
    measured.mockReturnValue({ measureText: (text: string) => ({ width: text.length * letter }) } as never)
    let room = 0
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => room)
    const resized: (() => void)[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: () => void) {
          resized.push(tell)
        }
        observe = (): void => undefined
        disconnect = (): void => undefined
      }
    )
    const two = product({ id: 'b', findings: ['price-zero', 'name-long'] })
    await show(productPage({ items: [two], totalItems: 1 }))
    const found = (): string[] => table.findAll('.finding').map((each) => each.text())
    const whole = found()
    const longest = Math.max(...whole.map((text) => text.length)) * letter
    const widen = async (width: number): Promise<void> => {
      room = width
      resized.forEach((tell) => tell())
      await flushPromises()
    }
    await widen(longest + 20)
    expect(found()).toEqual([`${whole[0]}+1`])
    await widen(longest + 60)
    expect(found()).toEqual(whole)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('tells whom a product is assigned to', async () => {
    const review = { ...product().review, assignedTo: 'Ana' }
    await show(productPage({ items: [product({ review }), product({ id: 'b' })], totalItems: 2 }))
    const columns = tableColumns([{ id: 'assigned-to', shown: true, width: null }], 'full')
    await table.setProps({ columns })
    expect(table.findAll('tbody .assigned-to').map((cell) => cell.text())).toEqual(['Ana', ''])
  })

  it('tells in two lines who says what of a product that people disagree about, and the rest in a tip', async () => {
    const disagreeing = [
      { by: 'Ana', mark: 'ignored' as const },
      { by: 'Kim', mark: 'approved' as const }
    ]
    const review = { ...product().review, state: 'ignored' as const, note: 'Ask the maker', disagreeing }
    await show(productPage({ items: [product({ review })], totalItems: 1 }))
    expect(table.findAll('.saying').map((line) => line.text())).toEqual(['Ana: Ignored', 'Kim: Approved'])
    expect(table.get('.saying').attributes('data-tip')).toBe('Ana: Ignored · Kim: Approved · Ask the maker')
    expect(table.find('.review .note').exists()).toBe(false)
  })

  it('has only the rows in sight and a few more in the document, and says where they stand', async () => {
    await show(pageOf(3, 200))
    expect(indexes()[0]).toBe(0)
    expect(rows().length).toBeLessThan(20)
    expect(table.get<HTMLElement>('[role=grid]').element.style.height).toBe(
      `${200 * rowHeight + headHeight(1)}px`
    )
    expect(table.get('[role=grid]').attributes('aria-rowcount')).toBe('1241')
    expect(rows()[0]?.attributes('aria-rowindex')).toBe('402')
  })

  it('is in the document as a whole when it is short', async () => {
    await show(pageOf(1, 25))
    expect(rows()).toHaveLength(25)
  })

  it('turns in the elements that are there, with pictures of its own', async () => {
    await show(pageOf(1, 100))
    const before = rows().map(({ element }) => element)
    const picture = table.get('tbody img').element
    await table.setProps({ page: pageOf(2, 100) })
    expect(rows().map(({ element }) => element)).toEqual(before)
    expect(rows()[0]?.text()).toContain('Product 101')
    expect(table.get('tbody img').element).not.toBe(picture)
    expect(tokens()[0]).toContain('t101x')
    expect(tokens()).toHaveLength(rows().length)
  })

  // happy-dom is never idle by itself.
  let whenIdle: (() => void)[] = []

  beforeEach(() => {
    whenIdle = []
    const requestIdleCallback = (run: () => void): number => whenIdle.push(run)
    const cancelIdleCallback = (at: number): void => void (whenIdle[at - 1] = () => undefined)
    Object.assign(window, { requestIdleCallback, cancelIdleCallback })
  })

  async function calm(): Promise<void> {
    whenIdle.splice(0).forEach((run) => run())
    await flushPromises()
  }

  it('turns the rows in sight first, and those around them once they are painted', async () => {
    vi.useFakeTimers({
      toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'setTimeout', 'clearTimeout']
    })
    await show(pageOf(1, 100))
    await table.setProps({ page: pageOf(2, 100) })
    expect(rows()[9]?.text()).toContain('Product 110')
    expect(rows()[10]?.text()).toMatch(/Product 11(?!\d)/)
    await vi.advanceTimersByTimeAsync(50)
    await calm()
    expect(rows()[10]?.text()).toContain('Product 111')
    vi.useRealTimers()
  })

  it('begins at its top after it was turned', async () => {
    await show(pageOf(1, 100))
    table.vm.scrollToRow(60)
    await flushPromises()
    expect(table.vm.firstVisible()).toBe(60)
    await table.setProps({ page: pageOf(2, 100) })
    expect(table.vm.firstVisible()).toBe(0)
    expect(rows()[0]?.text()).toContain('Product 101')
  })

  it('asks for the pictures at once where the list is left and opened again', async () => {
    await show(pageOf(1, 100))
    table.vm.scrollTo(60 * rowHeight)
    await flushPromises()
    expect(tokens()).toHaveLength(rows().length)
  })

  it('goes by the keyboard to rows that were not in the document', async () => {
    await show(pageOf(1, 100))
    await table.vm.focusRow(0)
    const end = new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true })
    document.activeElement?.dispatchEvent(end)
    await flushPromises()
    expect(indexes().at(-1)).toBe(99)
    expect(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index).toBe('99')
  })

  describe('with the next page here already', () => {
    const sheet = (isShown: boolean) => table.get(`tbody[aria-hidden=${!isShown}]`)
    const names = (isShown: boolean): string[] =>
      sheet(isShown)
        .findAll('[role=row]')
        .map((row) => row.get('.name').text())
    it('lays out its first rows out of sight and reach, once there is nothing else to do', async () => {
      await show(pageOf(1, 100))
      await table.setProps({ beside: pageOf(2, 100) })
      await calm()
      expect(names(true)[0]).toBe('Product 1')
      expect(names(false)).toHaveLength(10)
      expect(names(false)[0]).toBe('Product 101')
    })

    it('shows these very elements when it is turned to', async () => {
      await show(pageOf(1, 100))
      const next = pageOf(2, 100)
      await table.setProps({ beside: next })
      await calm()
      const [element] = sheet(false)
        .findAll('[role=row]')
        .map((row) => row.element)
      await table.setProps({ page: { ...next, fromCopy: true }, beside: null })
      expect(sheet(true).get('[role=row]').element).toBe(element)
      expect(names(true).slice(0, 10)).toEqual(next.items.slice(0, 10).map(({ name }) => name))
      await eventually(async () => {
        await calm()
        expect(names(true).length).toBeGreaterThan(10)
      })
    })

    it('shows another page all the same, whatever was laid out', async () => {
      await show(pageOf(1, 100))
      await table.setProps({ beside: pageOf(2, 100) })
      await calm()
      await table.setProps({ page: pageOf(5, 100), beside: null })
      expect(names(true)[0]).toBe('Product 401')
      expect(sheet(false).findAll('[role=row]')).toHaveLength(0)
    })
  })
})
