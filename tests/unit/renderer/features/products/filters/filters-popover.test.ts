import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../../electron/contract/failure'
import type { Filters } from '../../../../../../electron/contract/product-query'
import type { PageQuery } from '../../../../../../electron/contract/product'
import type { SyncRun } from '../../../../../../electron/contract/sync'
import { formatMoment } from '../../../../../../renderer/shared/format/clock'
import { noFilters } from '../../../../../../electron/contract/empty-query'
import { openList, press, type ListPage } from '../../../support/mount-products-page'

const run: SyncRun = {
  run: 7,
  outcome: 'complete',
  startedAt: new Date(2020, 0, 2, 9, 12).getTime(),
  added: 1,
  changed: 2,
  gone: 3
}
const date = formatMoment(run.startedAt, Date.now(), 'en-US')
let list: ListPage

beforeEach(async () => {
  list = await openList()
  list.main.always('sync:runs', () => ok([run]))
})
afterEach(() => list.close())

const filters = (): NonNullable<PageQuery['productQuery']>['filters'] =>
  list.asked().input.productQuery?.filters
const panel = (): HTMLElement => {
  const found = document.querySelector('[role=dialog]')
  if (!(found instanceof HTMLElement)) throw new Error('The filters are not open')
  return found
}
const openFilters = (): Promise<void> => press(list.button(/^Filters/))

/** The field in the panel with this label. */
function field(label: string, at = 0): HTMLInputElement | HTMLSelectElement {
  const found = [...panel().querySelectorAll('label')].filter(
    (each) => each.textContent.trim().replace(/\s.*/s, '') === label
  )
  const target =
    found[at]?.querySelector('input, select') ?? document.getElementById(found[at]?.htmlFor ?? '')
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) throw new Error(label)
  return target
}

async function type(label: string, text: string): Promise<void> {
  const input = field(label)
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}

async function choose(label: string, at = 0): Promise<void> {
  const input = field(label, at)
  if (input instanceof HTMLInputElement) input.checked = true
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await flushPromises()
}

describe('the filters', () => {
  it('open in a panel of their name', async () => {
    await openFilters()
    const title = document.getElementById(panel().getAttribute('aria-labelledby') ?? '')
    expect(title?.textContent).toBe('Filters')
  })

  it('apply at once, stand together, and are counted on their button', async () => {
    await openFilters()
    await type('From', '10,5')
    expect(filters()).toEqual({ ...noFilters, priceFrom: 10.5 })
    await list.answer()
    await choose('Without')
    expect(filters()).toEqual({ ...noFilters, priceFrom: 10.5, picture: 'without' })
    await list.answer({ totalItems: 31 })
    expect(list.button(/^Filters/).getAttribute('aria-label')).toBe('Filters, 2 active')
    expect(panel().textContent).toContain('31 matches')
    expect(list.chips()).toEqual(['Price from €10.50', 'Without picture'])
  })

  it('narrow together with the search', async () => {
    await list.search().setValue('vase')
    await list.answer()
    await openFilters()
    await choose('With', 1)
    expect(list.asked().input.productQuery).toMatchObject({
      search: 'vase',
      filters: { description: 'with' }
    })
  })

  it('do not apply a price that cannot be read, and say why', async () => {
    await openFilters()
    const before = list.main.asked('products:page').length
    await type('From', 'ten')
    expect(panel().querySelector('[role=alert]')?.textContent).toBe('This is not a price.')
    expect(field('From').getAttribute('aria-invalid')).toBe('true')
    expect(list.main.asked('products:page')).toHaveLength(before)
  })

  it('do not apply a range that begins above its end, and say so', async () => {
    await openFilters()
    await type('To', '20')
    await list.answer()
    await type('From', '50')
    expect(filters()).toEqual({ ...noFilters, priceTo: 20 })
    expect(panel().querySelector('[role=alert]')?.textContent).toBe('“From” is above “To”.')
    await type('To', '80')
    expect(filters()).toEqual({ ...noFilters, priceFrom: 50, priceTo: 80 })
    expect(panel().querySelector('[role=alert]')).toBeNull()
  })

  it('fault 51: know no unknown price in a range', async () => {
    await openFilters()
    await type('From', '50')
    await list.answer()
    await choose('Unknown')
    expect(filters()).toEqual({ ...noFilters, price: 'unknown' })
    expect(field('From').value).toBe('')
    await list.answer()
    await type('From', '5')
    expect(filters()).toEqual({ ...noFilters, priceFrom: 5 })
  })

  it('find what is new, changed or gone since a sync, which is chosen by its date', async () => {
    await openFilters()
    await choose('Gone')
    expect(filters()?.change).toEqual({ kind: 'gone', since: 'last' })
    await list.answer()
    const since = field('Since')
    expect([...since.querySelectorAll('option')].map((option) => option.textContent.trim())).toEqual([
      'The last sync',
      `Sync of ${date}`
    ])
    since.value = '7'
    since.dispatchEvent(new Event('change', { bubbles: true }))
    await flushPromises()
    expect(filters()?.change).toEqual({ kind: 'gone', since: 7 })
    expect(list.chips()).toEqual([`Gone since the sync of ${date}`])
  })

  it('list what could not be read in place of products', async () => {
    await openFilters()
    await type('From', '50')
    await list.answer()
    await choose('Only')
    expect(filters()).toEqual({ ...noFilters, setAside: true })
    await list.answer({
      items: [],
      setAside: [{ position: 9, reason: 'id-missing', id: '', name: 'Lamp' }],
      totalItems: 1
    })
    expect(list.wrapper.get('tbody').text()).toContain('Lamp')
    expect(list.wrapper.text()).not.toContain('on this page could not be read')
    await choose('Known')
    expect(filters()).toEqual({ ...noFilters, price: 'known' })
  })

  it('are all taken away by Reset', async () => {
    await openFilters()
    await type('From', '50')
    await list.answer()
    await press(list.button('Reset'))
    expect(filters()).toEqual(noFilters)
    expect(field('From').value).toBe('')
  })

  it('close with Escape', async () => {
    await openFilters()
    const inside = field('From')
    inside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(list.button(/^Filters/).getAttribute('aria-expanded')).toBe('false')
  })
})

describe('the chips', () => {
  const active: Filters = { ...noFilters, priceFrom: 10, priceTo: 50, picture: 'with', setAside: false }

  beforeEach(async () => {
    list.close()
    list = await openList({ search: 'vase', filters: active })
  })

  it('say what narrows the list, and are named for what they do', () => {
    expect(list.chips()).toEqual(['“vase”', 'Price €10.00 to €50.00', 'With picture'])
    expect(list.button('Remove filter: Price €10.00 to €50.00').tagName).toBe('BUTTON')
    expect(list.wrapper.get('[aria-label="Active filters"]').element.tagName).toBe('UL')
  })

  it('are taken away one by one, and the focus goes on to the next', async () => {
    await press(list.button('Remove filter: Price €10.00 to €50.00'))
    expect(filters()).toEqual({ ...noFilters, picture: 'with' })
    expect(document.activeElement?.textContent).toContain('With picture')
    await list.answer()
    await press(list.button('Remove filter: “vase”'))
    expect(list.asked().input.productQuery?.search).toBe('')
    expect(list.search().element.value).toBe('')
    await list.answer()
    await press(list.button('Remove filter: With picture'))
    await flushPromises()
    expect(list.chips()).toEqual([])
    expect(document.activeElement).toBe(list.search().element)
  })

  it('go together with Clear all; the order stays', async () => {
    await press(list.button('Price'))
    await list.answer({ order: 'sorted' })
    await press(list.button('Clear all'))
    const sort = { by: 'price', descending: false }
    expect(list.asked().input.productQuery).toEqual({ search: '', filters: noFilters, sort })
    await flushPromises()
    expect(document.activeElement).toBe(list.search().element)
  })

  it('know a sync by its date after a restart too', async () => {
    list.close()
    list = await openList({ filters: { ...noFilters, change: { kind: 'new', since: 7 } } })
    expect(list.chips()).toEqual(['New since sync 7'])
    await list.main.last('sync:runs').answer(ok([run]))
    expect(list.chips()).toEqual([`New since the sync of ${date}`])
  })
})
