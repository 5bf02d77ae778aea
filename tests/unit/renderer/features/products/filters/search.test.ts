import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Coverage } from '../../../../../../electron/contract/coverage'
import { fail } from '../../../../../../electron/contract/failure'
import { noFilters } from '../../../../../../electron/contract/empty-query'
import { syncState } from '../../sync/builders'
import { auditState } from '../../quality/builders'
import { openList, press, type ListPage } from '../../../support/mount-products-page'

const none = { items: [], totalItems: 0, totalPages: 1 }
const result = (): string => list.wrapper.get('[data-result]').text()
const empty = (): string => list.wrapper.get('[data-empty]').text()
let list: ListPage

beforeEach(async () => {
  list = await openList()
})
afterEach(() => {
  vi.useRealTimers()
  list.close()
})

async function find(text: string, found: Parameters<ListPage['answer']>[0] = {}): Promise<void> {
  await list.search().setValue(text)
  await list.answer(found)
}

describe('the search', () => {
  it('is one, by its role', () => {
    expect(list.search().attributes('type')).toBe('search')
    expect(list.search().attributes('maxlength')).toBe('200')
  })

  it('asks with every letter, keeps the rows meanwhile, and shows what stands there as a chip', async () => {
    await list.search().setValue('va')
    expect(list.asked().input).toMatchObject({ page: 1, from: 'copy', productQuery: { search: 'va' } })
    expect(list.wrapper.get('[role=grid]').attributes('aria-busy')).toBe('true')
    expect(list.wrapper.find('tbody').text()).toContain('Product 1')
    expect(list.chips()).toEqual(['“va”'])
    await list.answer({ totalItems: 214, order: 'relevance' })
    expect(result()).toBe('214 matches · most relevant first')
  })

  it('tells whole what has no room above the list, where it is pointed at', async () => {
    await find('va', { totalItems: 214, order: 'relevance' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const [selector, whole] of [
      ['.chips .words', '“va”'],
      ['[data-result]', '214 matches · most relevant first']
    ] as const) {
      const { element } = list.wrapper.get(selector)
      Object.defineProperty(element, 'scrollWidth', { value: element.clientWidth + 40, configurable: true })
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, clientX: 10 }))
      await vi.advanceTimersByTimeAsync(500)
      expect(document.querySelector('.tip')?.textContent).toBe(whole)
    }
  })

  it('says when there were too many to rank', async () => {
    await find('a', { totalItems: 940_000, order: 'store' })
    expect(result()).toBe('940,000 matches · too many to rank; shown in store order')
    await find('ab', { totalItems: 1, order: 'relevance' })
    expect(result()).toBe('1 match')
  })

  it('fault 58: is taken as it is typed, whatever it looks like', async () => {
    await find('(a+)+$ [', { totalItems: 0 })
    expect(list.asked().input.productQuery?.search).toBe('(a+)+$ [')
    expect(list.chips()).toEqual(['“(a+)+$ [”'])
  })

  it('is found by its key from anywhere, with its text selected', async () => {
    await find('vase')
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true }))
    const { element } = list.search()
    expect(document.activeElement).toBe(element)
    expect([element.selectionStart, element.selectionEnd]).toEqual([0, 4])
  })

  it('is emptied by Escape, and left for the rows by the next', async () => {
    await find('vase')
    list.search().element.focus()
    await list.search().trigger('keydown', { key: 'Escape' })
    expect(list.asked().input.productQuery?.search).toBe('')
    expect(document.activeElement).toBe(list.search().element)
    await list.answer()
    await list.search().trigger('keydown', { key: 'Escape' })
    await flushPromises()
    expect(document.activeElement?.textContent).toContain('Product 1')
  })

  it('leaves the keys of a word that is being composed to the composing', async () => {
    await find('花')
    await list.search().trigger('keydown', { key: 'Escape', isComposing: true })
    expect(list.search().element.value).toBe('花')
  })

  it('has a button that empties it and keeps the focus there', async () => {
    await find('vase')
    await press(list.button('Clear the search'))
    expect(list.asked().input.productQuery?.search).toBe('')
    expect(document.activeElement).toBe(list.search().element)
    expect(list.chips()).toEqual([])
  })

  it('is kept, with everything else, for the next start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await find('vase')
    vi.runAllTimers()
    expect(list.main.last('views:save').input.view).toMatchObject({ search: 'vase', page: 1 })
  })

  it('that fails shows no rows that answer another question', async () => {
    await list.search().setValue('vase')
    await list.asked().answer(fail('storage-failed'))
    expect(list.wrapper.find('[role=grid]').exists()).toBe(false)
    expect(list.wrapper.get('[role=alert]').attributes('data-failure')).toBe('storage-failed')
  })
})

describe('a start', () => {
  it('asks for the list as it was left at once, and for nothing before', async () => {
    list.close()
    const sort = { by: 'price', descending: true } as const
    const filters = { ...noFilters, picture: 'without' as const }
    list = await openList({ page: 3, limit: 50, search: 'vase', sort, filters, density: 'compact' })
    expect(list.main.asked('products:page').map(({ input }) => input)).toEqual([
      {
        connectionId: 'shop',
        page: 3,
        limit: 50,
        from: 'copy',
        productQuery: { search: 'vase', sort, filters, or: [] },
        withFacts: true
      }
    ])
    expect(list.search().element.value).toBe('vase')
    expect(list.chips()).toEqual(['“vase”', 'Without picture'])
  })
})

describe('nothing found', () => {
  const part: Coverage = { here: 4120, products: 4120, setAside: 0, total: 4300, asOf: 1, state: 'partial' }

  it('in the whole copy says so, and leads back', async () => {
    await find('zzz', none)
    expect(empty()).toContain('No products match')
    expect(empty()).toContain('All products were searched.')
    await press(list.button('Show all products'))
    expect(list.asked().input.productQuery).toMatchObject({ search: '', filters: noFilters })
  })

  it('by rules that were never applied to this copy says that, until they were', async () => {
    list.close()
    list = await openList({ filters: { ...noFilters, finding: 'price-zero' } }, [], none)
    list.main.emit('audit:changed', auditState({ phase: 'none', at: null }))
    await flushPromises()
    expect(empty()).toContain('Quality has not been checked yet')
    expect(empty()).not.toContain('All products were searched.')
    list.main.emit('audit:changed', auditState())
    await flushPromises()
    expect(empty()).toContain('All products were searched.')
  })

  it('while the copy is being filled says how much was searched', async () => {
    list.main.emit('sync:changed', syncState({ phase: 'fetching' }))
    await find('zzz', { ...none, coverage: part })
    expect(empty()).toContain('still being copied: 4,120 of 4,300 products searched so far')
  })

  it('in a copy that is not whole does not look like the whole truth', async () => {
    await find('zzz', { ...none, coverage: part })
    expect(empty()).toContain('copy is incomplete: 4,120 of 4,300 products were searched')
    await find('zzzz', { ...none, coverage: { ...part, total: null } })
    expect(empty()).toContain('4,120 products were searched')
  })

  it('in no copy at all says that there was nothing to search', async () => {
    await find('zzz', {
      ...none,
      coverage: { here: 0, products: 0, setAside: 0, total: null, asOf: null, state: 'none' }
    })
    expect(empty()).toContain('Nothing has been copied to this computer yet')
  })

  it('with filters offers the search without them', async () => {
    list.close()
    list = await openList({ search: 'vase', filters: { ...noFilters, priceTo: 5 } }, [], none)
    await press(list.button('Search without the filters'))
    expect(list.asked().input.productQuery).toMatchObject({ search: 'vase', filters: noFilters })
  })
})

describe('the order', () => {
  const heading = (name: string): HTMLElement => list.button(new RegExp(`^${name}$`))

  it('is set by a heading, turned round, and taken away', async () => {
    await press(heading('Price'))
    expect(list.asked().input).toMatchObject({
      page: 1,
      productQuery: { sort: { by: 'price', descending: false } }
    })
    await list.answer({ order: 'sorted' })
    await press(heading('Price'))
    expect(list.asked().input.productQuery?.sort).toEqual({ by: 'price', descending: true })
    await list.answer({ order: 'sorted' })
    await press(heading('Price'))
    expect(list.asked().input.productQuery?.sort).toBeNull()
  })

  it('alone is no filter', async () => {
    await press(heading('Name'))
    await list.answer({ order: 'sorted' })
    expect(list.chips()).toEqual([])
    expect(list.wrapper.find('[data-result]').exists()).toBe(false)
  })
})

describe('the key that syncs', () => {
  const pressKey = (key: string): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

  it('asks for no page of a list with a search: nothing but a sync brings it anything new', async () => {
    await find('vase')
    const asked = list.main.asked('products:page').length
    pressKey('F5')
    expect(list.main.last('sync:start').input).toEqual({ connectionId: 'shop' })
    expect(list.main.asked('products:page')).toHaveLength(asked)
  })

  it('asks the store meanwhile for what is on screen of its own list', () => {
    pressKey('F5')
    expect(list.asked().input.from).toBe('store')
    expect(list.main.asked('sync:start')).toHaveLength(1)
  })
})

describe('a change of the copy', () => {
  it('is read from the copy, at most twice a second, without a sign of it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = (): number => list.main.asked('products:page').length
    const before = asked()
    const row = list.wrapper.get('tbody [role=row]').element
    for (let n = 0; n < 5; n += 1) list.main.emit('catalog:changed', { connectionId: 'shop' })
    list.main.emit('catalog:changed', { connectionId: 'another' })
    expect(asked()).toBe(before + 1)
    expect(list.asked().input.from).toBe('copy')
    await list.answer({ totalItems: 1300 })
    expect(list.wrapper.get('[role=grid]').attributes('aria-busy')).toBe('false')
    expect(list.wrapper.get('.range').text()).toBe('1–10 of 1,300')
    expect(list.wrapper.get('tbody [role=row]').element).toBe(row)
    vi.advanceTimersByTime(500)
    expect(asked()).toBe(before + 2)
    vi.advanceTimersByTime(5000)
    expect(asked()).toBe(before + 2)
  })
})
