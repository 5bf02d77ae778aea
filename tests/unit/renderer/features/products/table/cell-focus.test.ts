import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../../../../electron/contract/connection'
import type { ProductPage } from '../../../../../../electron/contract/product'
import { tableColumns } from '../../../../../../renderer/features/catalog/product-columns'
import ProductTable from '../../../../../../renderer/features/products/table/ProductTable.vue'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { product, productPage } from './builders'
import { sitInMainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'

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
const limit = 100
let table: VueWrapper<InstanceType<typeof ProductTable>>

function pageOf(number: number): ProductPage {
  const items = Array.from({ length: limit }, (_, at) => {
    const position = (number - 1) * limit + at + 1
    return product({ id: `p-${position}`, name: `Product ${position}`, position })
  })
  return productPage({ page: number, limit, items, totalItems: 1240 })
}

async function show(): Promise<void> {
  const columns = tableColumns([], 'full')
  table = mount(ProductTable, {
    props: {
      connection,
      page: pageOf(1),
      busy: false,
      columns,
      sort: null,
      order: 'store',
      density: 'comfortable'
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}

beforeEach(async () => {
  sitInMainProcess()
  startStores()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(477)
  await show()
})
afterEach(() => {
  table.unmount()
  vi.restoreAllMocks()
})

async function press(key: string, held: KeyboardEventInit = {}): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
  document.activeElement?.dispatchEvent(event)
  await flushPromises()
  return event
}
async function go(...keys: string[]): Promise<void> {
  for (const key of keys) await press(key)
}

/** The row, the column and the name of what has the focus. */
function at(): string {
  const now = document.activeElement
  const cell = now?.closest('[aria-colindex]')
  const [row, column] = [cell?.closest('[aria-rowindex]'), cell?.getAttribute('aria-colindex')]
  const name = now?.getAttribute('aria-label') ?? ''
  return `${row?.getAttribute('aria-rowindex')}/${column} ${name}`.trim()
}

describe('the table as a grid', () => {
  it('goes to a row that is pressed anywhere, also where no cell took the focus', async () => {
    const row = (n: number): HTMLElement =>
      table.get<HTMLElement>(`[data-index="${n}"][aria-rowindex]`).element
    await go('ArrowDown')
    row(4).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await flushPromises()
    expect(row(4).contains(document.activeElement)).toBe(true)
    await go('ArrowDown')
    expect(row(5).contains(document.activeElement)).toBe(true)
  })

  it('says how many rows and columns there are, and by which cell a row is called', () => {
    const grid = table.get('[role=grid]')
    expect(grid.attributes()).toMatchObject({ 'aria-rowcount': '1241', 'aria-colcount': '7' })
    const row = table.get('[data-index="0"]')
    expect(row.get('[role=rowheader]').text()).toContain('Product 1')
    expect(row.findAll('[role=gridcell]')).toHaveLength(6)
    expect(table.get('[data-column=price]').attributes('aria-colindex')).toBe('3')
  })

  it('is one stop for the Tab key, which is where the keyboard was', async () => {
    const stops = (): (string | undefined)[] =>
      table
        .findAll('table [tabindex="0"]')
        .map((each) => each.attributes('aria-label') ?? each.classes().at(-1))
    expect(stops()).toEqual(['name'])
    await table.vm.focusRow(1)
    await go('ArrowLeft')
    expect(stops()).toEqual(['Preview Product 2'])
    await go('ArrowRight')
    await go('ArrowUp', 'ArrowUp')
    expect(stops()).toEqual(['Name'])
  })

  it('goes from cell to cell, into the headings and their edges, and back', async () => {
    await table.vm.focusRow(0)
    expect(at()).toBe('2/2')
    await go('ArrowLeft')
    expect(at()).toBe('2/1 Preview Product 1')
    await go('ArrowRight', 'ArrowRight', 'ArrowDown')
    expect(at()).toBe('3/3')
    await go('ArrowUp', 'ArrowUp')
    expect(at()).toBe('1/3 Price')
    await go('F2')
    expect(at()).toBe('1/3 Menu of the Price column')
    await go('ArrowRight')
    expect(at()).toBe('1/3 Width of Price')
    await go('Escape', 'End')
    expect(at()).toBe('1/7 ID')
    await go('ArrowDown')
    expect(at()).toBe('2/7')
  })

  it('goes into what a cell has, along it, to the same of another row, and back to the cell', async () => {
    await table.vm.focusRow(0)
    await go('End', 'F2')
    expect(at()).toBe('2/7 Product 1')
    await go('ArrowRight')
    expect(at()).toBe('2/7 Details of Product 1')
    await go('ArrowRight', 'ArrowDown')
    expect(at()).toBe('3/7 Details of Product 2')
    expect((await press('Escape')).defaultPrevented).toBe(true)
    expect(at()).toBe('3/7')
    expect((await press('Escape')).defaultPrevented, 'a key for others').toBe(false)
  })

  it.each([
    ['has nothing to go into', []],
    ['has buttons', ['End']]
  ])('asks by Enter for the details of the product, in a cell that %s', async (_, way) => {
    const asked: (string | null)[] = []
    document.body.addEventListener('click', ({ target }: MouseEvent) => {
      if (target instanceof Element) asked.push(target.getAttribute('aria-label'))
    })
    await table.vm.focusRow(4)
    await go(...way)
    const before = at()
    await go('Enter')
    expect(asked).toEqual(['Details of Product 5'])
    expect(at()).toBe(before)
  })

  it('stays at its cell when a page is turned, or begins at the top where that is out of sight', async () => {
    await table.vm.focusRow(3)
    await table.setProps({ page: pageOf(2) })
    expect(at()).toBe('105/2')
    expect(document.activeElement?.textContent).toContain('Product 104')
    await press('End', { ctrlKey: true })
    await table.setProps({ page: pageOf(3) })
    await flushPromises()
    expect(at()).toBe('202/7')
  })

  it('stays at its column while others are shown or moved, and goes to another when it is hidden', async () => {
    await table.vm.focusRow(2)
    await go('ArrowRight')
    expect(at()).toBe('4/3')
    const shown = (hidden: string) =>
      tableColumns([{ id: 'price', shown: hidden !== 'price', width: null }], 'full').map((column) =>
        column.id === hidden ? { ...column, shown: false } : column
      )
    await table.setProps({ columns: shown('image') })
    expect(document.activeElement?.className).toContain('price')
    await table.setProps({ columns: shown('price') })
    expect(at()).toMatch(/^4\/1/)
  })

  it('goes where it is pressed', async () => {
    const cell = table.get<HTMLElement>('[data-index="5"] .description')
    await cell.get('.text').trigger('pointerdown')
    cell.element.focus()
    await go('ArrowRight')
    expect(at()).toBe('7/6')
  })
})
