import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Connection } from '../../../../../../electron/contract/connection'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { Input } from '../../../../../../electron/contract/channels'
import type { Product } from '../../../../../../electron/contract/product'
import ContinuousTable from '../../../../../../renderer/features/products/table/ContinuousTable.vue'
import { tableColumns } from '../../../../../../renderer/features/catalog/product-columns'
import { headHeight } from '../../../../../../renderer/shared/list/row-height'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { emptyQuery } from '../../../../../../electron/contract/empty-query'
import { product, productPage } from './builders'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
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
const million = 1_000_000
const rowHeight = 44
let main: MainProcess
let table: VueWrapper<InstanceType<typeof ContinuousTable>>

/** Ten rows are in sight below the headings. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  main = sitInMainProcess()
  startStores()
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(10 * rowHeight + 37)
})
afterEach(() => {
  table.unmount()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function withPicture(position: number): Product {
  const token = `t${position}`.padEnd(43, 'x')
  const picture = { token, host: 'pictures.example' }
  return product({ id: `p-${position}`, name: `Product ${position}`, position, picture })
}

/** Answers as a store with this many products does. */
function answering(count: number) {
  return ({ page, limit }: Input<'products:page'>) => {
    const first = (page - 1) * limit + 1
    const items = Array.from({ length: Math.max(0, Math.min(limit, count - first + 1)) }, (_, at) =>
      withPicture(first + at)
    )
    return ok(productPage({ page, limit, items, totalItems: count }))
  }
}

async function show(): Promise<void> {
  table = mount(ContinuousTable, {
    props: {
      connection,
      productQuery: emptyQuery,
      columns: tableColumns([], 'full'),
      sort: null,
      density: 'comfortable'
    },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}

const rows = () => table.findAll('tbody [role=row]')
const indexes = (): number[] => rows().map((row) => Number(row.attributes('data-index')))
const scroller = (): HTMLElement => table.get<HTMLElement>('.scroller').element
const focused = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index

async function scrollTo(top: number): Promise<void> {
  scroller().scrollTop = top
  scroller().dispatchEvent(new Event('scroll'))
  await flushPromises()
}
async function press(key: string, ctrlKey = false): Promise<void> {
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true }))
  await flushPromises()
}

describe('a continuous table of a million products', () => {
  beforeEach(async () => {
    main.always('products:page', answering(million))
    await show()
  })

  it('has only the rows in sight and a few more in the document, and says how many there are', () => {
    expect(rows().length).toBeLessThan(25)
    expect(indexes()[0]).toBe(0)
    expect(table.get('[role=grid]').attributes('aria-rowcount')).toBe('1000001')
    expect(rows()[0]?.attributes('aria-rowindex')).toBe('2')
  })

  it('shows its last row at the end of the scrollbar', async () => {
    const height =
      Number.parseFloat(table.get<HTMLElement>('[role=grid]').element.style.height) - headHeight(1)
    expect(height).toBeLessThan(33_000_000)
    await scrollTo(height - 10 * rowHeight)
    expect(indexes().at(-1)).toBe(million - 1)
    expect(rows().at(-1)?.text()).toContain('Product 1000000')
  })

  it('keeps its rows in the order of the list while elements are used again', async () => {
    for (const top of [900, 1500, 3100, 2000, 120_000, 119_000]) {
      await scrollTo(top)
      const first = indexes()[0] ?? 0
      expect(indexes()).toEqual(rows().map((_, at) => first + at))
      expect(first).toBeLessThanOrEqual(Math.floor(top / rowHeight))
    }
  })

  it('makes rows around those in sight only where a leap ends', async () => {
    await scrollTo(1000 * rowHeight)
    expect([indexes()[0], indexes().at(-1)]).toEqual([1000, 1009])
    await scrollTo(2000 * rowHeight)
    expect([indexes()[0], indexes().at(-1)]).toEqual([2000, 2009])
    await vi.advanceTimersByTimeAsync(200)
    expect([indexes()[0], indexes().at(-1)]).toEqual([1994, 2015])
    await scrollTo(2001 * rowHeight)
    expect([indexes()[0], indexes().at(-1)]).toEqual([1995, 2016])
  })

  it('goes by the keyboard to the last row and back, with one tab stop', async () => {
    await table.vm.focusRow(0)
    expect(focused()).toBe('0')
    await press('End', true)
    expect(focused()).toBe(String(million - 1))
    await press('PageUp')
    expect(focused()).toBe(String(million - 10))
    await press('ArrowUp')
    expect(focused()).toBe(String(million - 11))
    await press('Home', true)
    expect(focused()).toBe('0')
    expect(table.findAll('table [tabindex="0"]')).toHaveLength(1)
  })

  it('holds the focus while its row is scrolled away, and gives it back', async () => {
    await table.vm.focusRow(3)
    await scrollTo(200_000)
    expect(document.activeElement === scroller()).toBe(true)
    await scrollTo(0)
    expect(focused()).toBe('3')
    await scrollTo(200_000)
    await press('ArrowDown')
    expect(focused()).toBe('4')
  })

  it('asks for no picture of a row that only flies by', async () => {
    const asked = (): string[] =>
      table.findAll('tbody img').map((image) => image.attributes('data-token') ?? '')
    expect(asked().length).toBeGreaterThan(10)
    await scrollTo(1000 * rowHeight)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(40)
    await scrollTo(2000 * rowHeight)
    await vi.advanceTimersByTimeAsync(60)
    expect(asked()).toEqual([])
    await vi.advanceTimersByTimeAsync(80)
    expect(asked()[0]).toContain('t2001x')
  })

  it('shows a picture that was there a moment ago at once', async () => {
    for (const image of table.findAll('tbody img')) await image.trigger('load')
    await scrollTo(1000 * rowHeight)
    await scrollTo(0)
    expect(table.findAll('tbody img').length).toBeGreaterThan(10)
    expect(table.get('tbody img').attributes('decoding')).toBe('sync')
  })

  it('tells how far it is scrolled in pixels of the whole list', async () => {
    table.vm.scrollToRow(999_000)
    await scrollTo(scroller().scrollTop + 1)
    await vi.advanceTimersByTimeAsync(200)
    const told = table.emitted<[number]>('scroll')?.at(-1)?.[0] ?? 0
    expect(Math.floor(told / rowHeight)).toBe(999_000)
    expect(table.vm.firstVisible()).toBe(999_000)
  })

  it('stays at its row when the rows become lower', async () => {
    table.vm.scrollToRow(500)
    await flushPromises()
    await table.setProps({ density: 'compact' })
    await flushPromises()
    expect(table.vm.firstVisible()).toBe(500)
  })

  it('keeps the row that the keyboard is in in sight when the rows become higher', async () => {
    await table.setProps({ density: 'compact' })
    await table.vm.focusRow(11)
    expect(table.vm.isInSight(11)).toBe(true)
    await table.setProps({ density: 'comfortable' })
    await flushPromises()
    expect(table.vm.isInSight(11)).toBe(true)
  })

  it('begins at its top when something is searched for', async () => {
    table.vm.scrollToRow(5000)
    await flushPromises()
    main.always('products:page', answering(7))
    await table.setProps({ productQuery: { ...emptyQuery, search: 'bowl' } })
    await flushPromises()
    expect(table.vm.firstVisible()).toBe(0)
    expect(rows()).toHaveLength(7)
  })

  it('opens a product’s preview by its place in the list', async () => {
    await scrollTo(100 * rowHeight)
    const row = rows().find((each) => each.attributes('data-index') === '103')
    await row?.get('[data-thumbnail]').trigger('click')
    expect(table.emitted('preview')).toEqual([[103]])
  })
})

describe('a continuous table whose rows are on their way', () => {
  it('shows their places, and scrolls to where the person was once they are there', async () => {
    await show()
    table.vm.scrollTo(10 * rowHeight)
    await main
      .last('products:page')
      .answer(answering(1000)({ connectionId: 'shop', page: 1, limit: 100, from: 'copy' }))
    expect(table.vm.firstVisible()).toBe(10)
    await scrollTo(468 * rowHeight)
    expect(rows().every((row) => row.find('button').exists())).toBe(false)
    expect(rows()[0]?.text()).toBe('Loading…')
  })

  it('fault 1: says why they could not be had, and asks again', async () => {
    await show()
    await main
      .last('products:page')
      .answer(answering(1000)({ connectionId: 'shop', page: 1, limit: 100, from: 'copy' }))
    await scrollTo(468 * rowHeight)
    await main.last('products:page').answer(fail('offline'))
    expect(table.text()).toContain('Try again')
    main.always('products:page', answering(1000))
    await table.get('.notice button').trigger('click')
    await flushPromises()
    expect(table.text()).not.toContain('Try again')
    expect(rows().some((row) => row.text().includes('Product 469'))).toBe(true)
  })

  it('fault 46: shows an item that could not be read where the store has it', async () => {
    const setAside = [{ position: 2, reason: 'id-missing' as const, id: '', name: 'Lamp' }]
    await show()
    const items = [withPicture(1), withPicture(3)]
    await main.last('products:page').answer(ok(productPage({ limit: 100, items, setAside, totalItems: 3 })))
    expect(rows()).toHaveLength(3)
    expect(rows()[1]?.text()).toContain('Lamp')
    expect(rows()[1]?.text()).toContain('It has no ID')
  })
})

describe('a continuous table whose copy changes', () => {
  /** The store's products by number, in its order. */
  let numbers: number[]
  const placeOf = (id: string): number | null => numbers.indexOf(Number(id.slice(2))) + 1 || null
  const isHere = (name: string): boolean => rows().some((row) => row.text().includes(name))
  /** Where a product is on screen, CSS pixels below the headings. */
  function topOf(name: string): number {
    const row = rows().find((each) => each.text().includes(name))
    return Number(row?.attributes('data-index')) * rowHeight - scroller().scrollTop
  }
  async function changeCopy(change: () => void): Promise<void> {
    change()
    main.emit('catalog:changed', { connectionId: 'shop' })
    await flushPromises()
    await flushPromises()
  }

  beforeEach(async () => {
    numbers = Array.from({ length: 300 }, (_, at) => 1001 + at)
    main.always('products:page', ({ page, limit }) => {
      const items = numbers.slice((page - 1) * limit, page * limit).map(withPicture)
      return ok(productPage({ page, limit, items, totalItems: numbers.length }))
    })
    main.always('products:listed', ({ ids }) => ok(ids.filter((id) => placeOf(id) !== null)))
    main.always('products:place', ({ productId }) => ok(placeOf(productId)))
    await show()
  })

  it('keeps what is in sight where it is while products above come and go', async () => {
    await scrollTo(120 * rowHeight)
    const before = topOf('Product 1125')
    await changeCopy(() => numbers.splice(10, 30))
    expect(topOf('Product 1125')).toBe(before)
    await changeCopy(() => numbers.unshift(...Array.from({ length: 45 }, (_, at) => 2001 + at)))
    expect(topOf('Product 1125')).toBe(before)
  })

  it('keeps the keyboard on its product', async () => {
    await scrollTo(40 * rowHeight)
    await table.vm.focusRow(44)
    const name = (): string => document.activeElement?.closest('[role=row]')?.textContent ?? ''
    expect(name()).toContain('Product 1045')
    await changeCopy(() => numbers.splice(0, 12))
    expect(name()).toContain('Product 1045')
    await changeCopy(() => numbers.splice(numbers.indexOf(1045), 1))
    expect(name()).toContain('Product 1046')
  })

  it('goes to the next product from one that went, also where that stands below those in sight', async () => {
    await scrollTo(40 * rowHeight)
    await table.vm.focusRow(50)
    const name = (): string => document.activeElement?.closest('[role=row]')?.textContent ?? ''
    expect(table.vm.isInSight(51)).toBe(false)
    await changeCopy(() => numbers.splice(50, 2))
    expect(name()).toContain('Product 1053')
  })

  describe('by many products above', () => {
    const name = (): string =>
      document.activeElement?.closest('[role=row]')?.textContent.match(/Product \d+/)?.[0] ?? ''

    beforeEach(async () => {
      await changeCopy(() => (numbers = Array.from({ length: 900 }, (_, at) => 1001 + at)))
      await scrollTo(700 * rowHeight)
      await table.vm.focusRow(704)
      expect(name()).toBe('Product 1705')
    })

    it.each([
      ['fewer', () => numbers.splice(20, 450)],
      ['more', () => numbers.unshift(...Array.from({ length: 450 }, (_, at) => 3001 + at))]
    ])(
      'keeps the keyboard on its product, and both where they are, where these are %s',
      async (_, change) => {
        const before = topOf('Product 1705')
        await changeCopy(change)
        expect(name()).toBe('Product 1705')
        expect(topOf('Product 1705')).toBe(before)
        await press('ArrowDown')
        expect(name()).toBe('Product 1706')
      }
    )

    it('goes to the next product that stayed where its own went with them', async () => {
      await changeCopy(() => {
        numbers.splice(700, 7)
        numbers.splice(20, 450)
      })
      expect(name()).toBe('Product 1708')
    })

    it('goes to no other product before it is known where its own stands, whatever is pressed', async () => {
      main.hold('products:place')
      await changeCopy(() => numbers.splice(20, 450))
      expect(document.activeElement === scroller()).toBe(true)
      await press('ArrowDown')
      expect(document.activeElement === scroller()).toBe(true)
      await main.last('products:place').answer(ok(placeOf('p-1705')))
      expect(name()).toBe('Product 1705')
    })

    it('finds it too where others come and go again before that is known', async () => {
      main.hold('products:place')
      await changeCopy(() => numbers.splice(20, 450))
      const first = main.last('products:place')
      await changeCopy(() => numbers.splice(20, 100))
      await first.answer(ok(255))
      await main.last('products:place').answer(ok(placeOf('p-1705')))
      expect(name()).toBe('Product 1705')
      await press('ArrowDown')
      expect(name()).toBe('Product 1706')
    })

    it('leaves it at the end of the list where a person went there while it was read again', async () => {
      numbers.splice(20, 450)
      main.emit('catalog:changed', { connectionId: 'shop' })
      await press('End', true)
      await flushPromises()
      await vi.advanceTimersByTimeAsync(200)
      expect(name()).toBe('Product 1900')
      expect(isHere('Product 1900')).toBe(true)
    })

    it('keeps the keyboard on its product where that is out of sight', async () => {
      await scrollTo(100 * rowHeight)
      await changeCopy(() => numbers.splice(300, 250))
      expect(table.vm.firstVisible()).toBe(100)
      await press('ArrowDown')
      await vi.advanceTimersByTimeAsync(200)
      expect(name()).toBe('Product 1706')
    })
  })

  it('fault 45: keeps the keyboard on the second of two products with the same id', async () => {
    await changeCopy(() => numbers.splice(5, 1, 1005))
    await table.vm.focusRow(5)
    await changeCopy(() => numbers.splice(250, 1))
    expect(focused()).toBe('5')
  })

  it.each([
    ['with as many products', () => numbers.reverse()],
    ['with fewer', () => numbers.splice(10, 30)],
    ['with more', () => numbers.unshift(2001, 2002)]
  ])('stays where somebody scrolled just before it was there again, %s', async (_, change) => {
    await scrollTo(250 * rowHeight)
    change()
    main.emit('catalog:changed', { connectionId: 'shop' })
    // The browser tells of a scroll with its next frame, not at once.
    scroller().scrollTop = 20 * rowHeight
    await flushPromises()
    await scrollTo(scroller().scrollTop)
    expect(table.vm.firstVisible()).toBe(20)
  })

  it('shows what is new at its top', async () => {
    await changeCopy(() => numbers.unshift(2001))
    expect(scroller().scrollTop).toBe(0)
    expect(isHere('Product 2001')).toBe(true)
  })
})
