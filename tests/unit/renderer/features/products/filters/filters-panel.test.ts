import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Input } from '../../../../../../electron/contract/channels'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { Facet, Facets } from '../../../../../../electron/contract/facets'
import type { Filters } from '../../../../../../electron/contract/product-query'
import type { PageQuery } from '../../../../../../electron/contract/product'
import type { SyncRun } from '../../../../../../electron/contract/sync'
import { formatMoment } from '../../../../../../renderer/shared/format/clock'
import { noFilters } from '../../../../../../electron/contract/empty-query'
import { eventually } from '../../../../../support/eventually'
import { showWindow } from '../../../support/painting'
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
  const found = document.querySelector('.filters-panel')
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
    await choose('Missing')
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
    expect(document.activeElement).toBe(list.button(/^Filters/))
  })

  it('take the focus where their fields come a frame after their panel', async () => {
    showWindow(true)
    onTestFinished(() => {
      showWindow(false)
    })
    await openFilters()
    expect(panel().querySelector('fieldset')).toBeNull()
    await eventually(() => expect(document.activeElement?.closest('fieldset')).not.toBeNull())
  })

  it('give the keyboard back to the row that it was in', async () => {
    const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(720)
    onTestFinished(() => height.mockRestore())
    list.close()
    list = await openList()
    const row = (): number =>
      Number(document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index)
    const pressKey = async (key: string, held = {}): Promise<void> => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
      document.activeElement?.dispatchEvent(event)
      await flushPromises()
    }
    list.wrapper.get<HTMLElement>('[data-index="1"] [data-thumbnail]').element.focus()
    const opened = { ctrlKey: true, shiftKey: true }
    await pressKey('F', opened)
    expect(panel().contains(document.activeElement)).toBe(true)
    await pressKey('Escape')
    expect(list.button(/^Filters/).getAttribute('aria-expanded')).toBe('false')
    expect(row()).toBe(1)
    await pressKey('F', opened)
    list.wrapper.get<HTMLElement>('[data-index="0"] [data-thumbnail]').element.focus()
    await pressKey('F', opened)
    expect(list.button(/^Filters/).getAttribute('aria-expanded')).toBe('false')
    expect(row(), 'closed from a row, where the keyboard stays').toBe(0)
  })
})

describe('the numbers beside values', () => {
  const facet = (values: Record<string, number>, total = Object.keys(values).length): Facet => ({
    values: Object.entries(values).map(([value, count]) => ({ value, count })),
    total
  })
  const facets: Facets = {
    review: facet({ unreviewed: 1201, approved: 30, changed: 3, 'needs-work': 4, ignored: 0 }),
    picture: facet({ with: 1235, without: 3 }),
    'picture-host': facet({ 'a.example': 1000, '': 2 }, 5),
    reviewer: facet({ Kim: 30, '': 4 }),
    finding: facet({ any: 12, 'picture-broken': 2 })
  }
  const facetsAsked = (): Input<'products:facets'> | undefined =>
    list.main.asked('products:facets').at(-1)?.input

  async function unfold(): Promise<void> {
    const more = panel().querySelector('details')
    if (more) more.open = true
    more?.dispatchEvent(new Event('toggle'))
    await flushPromises()
  }

  beforeEach(() => list.main.always('products:facets', () => ok(facets)))

  it('are counted of the list as it is searched and filtered, those that are used less only once in sight', async () => {
    await openFilters()
    await flushPromises()
    expect(panel().textContent).toContain('Unreviewed1,201')
    expect(panel().textContent).toContain('Without3')
    expect([...panel().querySelectorAll('option')].map((option) => option.textContent.trim())).toContain(
      'Picture broken (2)'
    )
    expect(facetsAsked()?.facets).not.toContain('picture-host')
    await unfold()
    expect(facetsAsked()?.facets).toContain('picture-host')
    expect(panel().textContent).toContain('a.example1,000')
    expect(panel().textContent).toContain('3 more not shown')
  })

  it('say where they cannot be read, and the filters work all the same', async () => {
    list.main.always('products:facets', () => fail('storage-failed'))
    await openFilters()
    await flushPromises()
    expect(panel().querySelector('[role=status]')?.textContent).toBe('Counts could not be read.')
    await choose('Unreviewed')
    expect(filters()).toEqual({ ...noFilters, review: ['unreviewed'] })
  })

  it('lead to hosts and reviewers, one more and one less', async () => {
    await openFilters()
    await unfold()
    await choose('a.example1,000')
    expect(filters()?.pictureHost).toEqual(['a.example'])
    await list.answer()
    await choose('the')
    expect(filters()?.pictureHost).toEqual(['a.example', ''])
    await list.answer()
    await choose('Kim30')
    expect(list.chips()).toEqual(['Picture from a.example, the store’s own address', 'Reviewed by Kim'])
  })
})

describe('a filter that is excluded', () => {
  it('says so in its chip, and is taken away whole', async () => {
    await openFilters()
    await choose('Without')
    await list.answer()
    await choose('Exclude')
    expect(filters()).toEqual({ ...noFilters, picture: 'without', not: ['picture'] })
    await list.answer()
    expect(list.chips()).toEqual(['Not: Without picture'])
    await press(list.button('Remove filter: Not: Without picture'))
    expect(filters()).toEqual(noFilters)
  })

  it('cannot be one that lists what no other does', async () => {
    await openFilters()
    await choose('Gone')
    await list.answer()
    expect(panel().querySelector('[aria-label="Exclude these"]')).toBeNull()
  })
})

describe('groups of filters', () => {
  const asked = (): NonNullable<PageQuery['productQuery']> => list.asked().input.productQuery ?? {}

  it('are added once they have a filter, and taken away by their chip or in the panel', async () => {
    await openFilters()
    expect(list.button('Add group (or)').getAttribute('aria-disabled')).toBe('true')
    await choose('Without')
    await list.answer()
    const pages = list.main.asked('products:page').length
    await press(list.button('Add group (or)'))
    expect(list.main.asked('products:page')).toHaveLength(pages)
    await list.main.last('products:sizes').answer(ok([6, 1238]))
    expect(panel().querySelector('.groups')?.textContent, 'one without a filter lists nothing').toMatch(
      /Group 1\s*· 6\s*or\s*Group 2(?!\s*·)/
    )
    await choose('Missing')
    const first = { ...noFilters, picture: 'without' }
    expect(asked()).toMatchObject({ filters: first, or: [{ ...noFilters, price: 'unknown' }] })
    await list.answer()
    expect(list.chips()).toEqual(['Without picture', 'or Price missing'])
    await press(list.button('Remove group'))
    expect(asked()).toMatchObject({ filters: first, or: [] })
    await list.answer()
    expect(list.chips()).toEqual(['Without picture'])
  })

  it('stay over a restart', async () => {
    const or = [{ ...noFilters, price: 'unknown' as const, note: 'with' as const }]
    list.close()
    list = await openList({ filters: { ...noFilters, picture: 'without' }, or, filtersOpen: true })
    list.main.always('sync:runs', () => ok([]))
    expect(asked()).toMatchObject({ or })
    expect(list.chips()).toEqual(['Without picture', 'or Price missing, With note'])
    await list.main.last('products:sizes').answer(ok([5, 12]))
    expect(panel().querySelector('.groups')?.textContent).toMatch(/Group 1\s*· 5\s*or\s*Group 2\s*· 12/)
    await press(list.button(/^Group 2/))
    await press(list.button('Remove filter: Without picture'))
    expect(asked()).toMatchObject({ filters: noFilters, or })
  })
})

describe('the chips', () => {
  it('lead to where they are changed', async () => {
    await openFilters()
    await choose('Without')
    await list.answer()
    await press(list.button('Close filters'))
    expect(document.querySelector('.filters-panel')).toBeNull()
    expect(document.activeElement).toBe(list.button(/^Filters/))
    await press(list.button('Change filter: Without picture'))
    await flushPromises()
    expect(document.activeElement).toBe(field('Without'))
  })

  it('lead to the field that is set, also where the filters are open, so that another value can be typed', async () => {
    await openFilters()
    await type('To', '300')
    await list.answer()
    await press(list.button(/^Change filter: Price/))
    await flushPromises()
    const to = field('To')
    expect(document.activeElement).toBe(to)
    expect(to instanceof HTMLInputElement && [to.selectionStart, to.selectionEnd]).toEqual([0, 3])
  })

  it('lead to the group of filters that they stand for', async () => {
    await openFilters()
    await choose('Without')
    await list.answer()
    await press(list.button('Add group (or)'))
    await choose('Missing')
    await list.answer()
    await press(list.button('Change filter: Without picture'))
    await flushPromises()
    expect(document.activeElement).toBe(field('Without'))
    await press(list.button('Change filter: or Price missing'))
    await flushPromises()
    expect(document.activeElement).toBe(field('Missing'))
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

  /** No row has the focus, so that no key marks a product that nobody went to; an arrow key goes to the first one. */
  async function leaveForTheList(): Promise<void> {
    const row = (): Element | null | undefined => document.activeElement?.closest('[data-index]')
    expect(document.activeElement?.id).toBe('main')
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    await flushPromises()
    expect(row()?.getAttribute('data-index')).toBe('0')
  }

  it('are taken away one by one, and the focus goes on to the next', async () => {
    await press(list.button('Remove filter: Price €10.00 to €50.00'))
    expect(filters()).toEqual({ ...noFilters, picture: 'with' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove filter: With picture')
    await list.answer()
    await press(list.button('Remove filter: “vase”'))
    expect(list.asked().input.productQuery?.search).toBe('')
    expect(list.search().element.value).toBe('')
    await list.answer()
    await press(list.button('Remove filter: With picture'))
    await flushPromises()
    expect(list.chips()).toEqual([])
    await leaveForTheList()
  })

  it('go together with Clear all; the order stays', async () => {
    await press(list.button('Price'))
    await list.answer({ order: 'sorted' })
    await press(list.button('Clear all'))
    const sort = { by: 'price', descending: false }
    expect(list.asked().input.productQuery).toEqual({ search: '', filters: noFilters, or: [], sort })
    await flushPromises()
    await leaveForTheList()
  })

  it('know a sync by its date after a restart too', async () => {
    list.close()
    list = await openList({ filters: { ...noFilters, change: { kind: 'new', since: 7 } } })
    expect(list.chips()).toEqual(['New since sync 7'])
    await list.main.last('sync:runs').answer(ok([run]))
    expect(list.chips()).toEqual([`New since the sync of ${date}`])
  })
})
