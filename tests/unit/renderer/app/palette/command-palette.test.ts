import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { effectScope, ref, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import type { ReviewProgress } from '../../../../../electron/contract/review'
import { useCommands, useOffers } from '../../../../../renderer/shared/commands/registry'
import CommandPalette from '../../../../../renderer/app/palette/CommandPalette.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { emptyQuery, noFilters } from '../../../../../electron/contract/empty-query'
import { useSelection, useView } from '../../../../../renderer/features/catalog'
import { useProducts } from '../../../../../renderer/features/catalog/product-pages'
import { useViewOffers } from '../../../../../renderer/app/layout/use-app-commands'
import { useQueueProgress } from '../../../../../renderer/features/review'
import { useReviewSession } from '../../../../../renderer/features/review/session/review-session'
import { useProductDetails } from '../../../../../renderer/features/catalog/product-details'
import { usePreferences } from '../../../../../renderer/shared/preferences'
import { auditState } from '../../features/quality/builders'
import { preferencesState } from '../../features/settings/builders'
import { connectionOf, listOf } from '../../features/connections/builders'
import { product, productPage } from '../../features/products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { openConnection, startStores } from '../../support/stores'
import { eventually } from '../../../../support/eventually'

const progress: ReviewProgress = {
  total: 20,
  unreviewed: 0,
  'awaiting-you': 0,
  'awaiting-others': 0,
  approved: 11,
  changed: 0,
  'needs-work': 0,
  ignored: 0
}

let main: MainProcess
let palette: VueWrapper
let scope: EffectScope
let run: string[]

beforeEach(async () => {
  localStorage.clear()
  main = sitInMainProcess()
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 3)))
  main.always('connections:list', () => ok(listOf([connectionOf()])))
  startStores()
  await useConnections().load()
  run = []
  scope = effectScope()
  scope.run(() => {
    useCommands({
      sync: { run: () => run.push('sync') },
      'new-connection': { run: () => run.push('new-connection') },
      'last-page': { can: () => false, run: () => run.push('last-page') },
      'go-review': { run: () => run.push('go-review') }
    })
    useOffers(() => [{ id: 'store a', group: 'stores', words: 'Café', run: () => run.push('store') }])
  })
  await reopen()
})
afterEach(() => {
  palette.unmount()
  scope.stop()
})

async function reopen(): Promise<void> {
  document.body.innerHTML = '<button id="before"></button>'
  document.getElementById('before')?.focus()
  palette = mount(CommandPalette, {
    props: { open: false },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await palette.setProps({ open: true, 'onUpdate:open': (open: boolean) => palette.setProps({ open }) })
  await flushPromises()
}

function field(): HTMLInputElement {
  const found = document.querySelector('[role=combobox]')
  if (!(found instanceof HTMLInputElement)) throw new Error('The palette is not open')
  return found
}

async function type(words: string): Promise<void> {
  field().value = words
  field().dispatchEvent(new Event('input'))
  await flushPromises()
}

async function press(key: string, init: KeyboardEventInit = {}): Promise<void> {
  field().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }))
  await flushPromises()
  // Reka gives the focus back in a task of its own.
  await new Promise((resolve) => setTimeout(resolve))
}

/** Lines as a person reads them, which of them cannot be chosen. */
const offLines = (): string[] => texts('[role=option][aria-disabled=true]')
const texts = (selector: string): string[] =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent.trim())
const options = (): string[] => texts('[role=option] .words')
const activeWords = (): string | undefined => {
  const id = field().getAttribute('aria-activedescendant') ?? ''
  return document.getElementById(id)?.querySelector('.words')?.textContent
}

describe('the palette', () => {
  it('lists by groups what can be done just now', () => {
    expect(texts('[role=listbox] .title')).toEqual(['Commands', 'Pages', 'Stores'])
    expect(options()).toEqual(['Connect a store', 'Sync catalog', 'Go to Review', 'Café'])
    expect(document.activeElement).toBe(field())
  })

  it('goes round by the arrows, and says which line is meant', async () => {
    expect(activeWords()).toBe('Connect a store')
    await press('ArrowUp')
    expect(activeWords()).toBe('Café')
    await press('ArrowDown')
    await press('ArrowDown')
    expect(activeWords()).toBe('Sync catalog')
    expect(texts('[aria-selected=true] .words')).toEqual(['Sync catalog'])
  })

  it('finds in any case and without accents, and runs what was found once the focus is back', async () => {
    main.always('products:page', () => ok(productPage({ items: [] })))
    let focus: Element | null = null
    scope.run(() => useCommands({ sync: { run: () => (focus = document.activeElement) } }))
    await type('CAFE')
    expect(options()).toEqual(['Café'])
    await type('sy cat')
    await press('Enter')
    expect(document.querySelector('[role=combobox]')).toBeNull()
    expect(focus).toBe(document.getElementById('before'))
  })

  it('begins with what is called as it is typed, in whichever group: Enter does nothing that only means it', async () => {
    scope.run(() => {
      useCommands({ undo: { run: () => run.push('undo') } })
      useOffers(() => [{ id: 'store b', group: 'stores', words: 'Revert & Sons', run: () => undefined }])
    })
    await type('revert')
    expect(options()).toEqual(['Revert & Sons', 'Undo last mark'])
    await type('review')
    expect(activeWords()).toBe('Go to Review')
    expect(options()).not.toContain('Undo last mark')
  })

  it('lists what was run last first, also after a restart', async () => {
    await press('ArrowDown')
    await press('Enter')
    palette.unmount()
    startStores()
    scope.run(() =>
      useCommands({ 'new-connection': { run: () => undefined }, sync: { run: () => undefined } })
    )
    await reopen()
    expect(texts('[role=listbox] .title')).toEqual(['Recent', 'Commands'])
    expect(options()).toEqual(['Sync catalog', 'Connect a store'])
  })

  it('closes by Escape, and nothing is run', async () => {
    await press('Escape')
    expect(document.querySelector('[role=combobox]')).toBeNull()
    expect(document.activeElement?.id).toBe('before')
    expect(run).toEqual([])
  })

  it('closes by the keys that opened it, whatever the keyboard writes', async () => {
    await press('ن', { code: 'KeyK', ctrlKey: true })
    expect(document.querySelector('[role=combobox]')).toBeNull()
  })

  it('says when nothing is called so', async () => {
    main.always('products:page', () => ok(productPage({ items: [], totalItems: 0 })))
    await type('xyzzy')
    expect(texts('.note')).toEqual(['No results for “xyzzy”'])
    expect(texts('[role=status]').at(-1)).toBe('No results for “xyzzy”')
  })
})

describe('what the palette finds by the words people use', () => {
  beforeEach(() => {
    main.always('products:page', () => ok(productPage({ items: [], totalItems: 0 })))
    main.always('preferences:set', (change) =>
      ok(preferencesState({ preferences: Object.assign({}, preferencesState().preferences, change) }))
    )
  })

  it('a theme, which is in force at once', async () => {
    await type('dark')
    expect(options()).toEqual(['Theme: Dark'])
    expect(texts('.note'), 'nobody looked for a product').toEqual([])
    await press('Enter')
    expect(usePreferences().current.appearance).toBe('dark')
  })

  it.each([
    ['gallery', 'as-table', 'Show as a table'],
    ['table', 'as-gallery', 'Show as a gallery'],
    ['compact', 'comfortable', 'Comfortable rows'],
    ['comfortable', 'compact', 'Compact rows'],
    ['long', 'as-pages', 'Show page by page'],
    ['page', 'as-one-list', 'Show as one long list']
  ] as const)('by %s, while the list looks so, what leads back from it', async (typed, command, words) => {
    palette.unmount()
    scope.run(() => useCommands({ [command]: { run: () => run.push(command) } }))
    await reopen()
    await type(typed)
    expect(options()).toContain(words)
  })

  it('a part of the settings by what is in it', async () => {
    await type('proxy')
    expect(options()).toEqual(['Settings: Network'])
    await press('Enter')
    expect(useNavigation().place).toEqual({ name: 'settings', section: 'network' })
  })

  it('a quality rule, with what it found', async () => {
    main.emit('audit:changed', auditState({}, { 'price-missing': { count: 3 } }))
    await type('no price')
    expect(options()).toEqual(['Show: Price missing', 'Rule: Price missing'])
    await type('rule price miss')
    expect(options()).toEqual(['Rule: Price missing'])
    expect(texts('.detail')).toEqual(['3'])
    await press('Enter')
    expect(useNavigation().place).toEqual({ name: 'quality', rule: 'price-missing' })
  })

  it('a list that no view has, with its number where that is known', async () => {
    const rules = { 'price-missing': { count: 3, excepted: 2 }, 'picture-missing': { count: null } }
    main.emit('audit:changed', auditState({ phase: 'ready' }, rules))
    main.always('reviews:progress', () => ok({ ...progress, unreviewed: 8, ignored: 1 }))
    useQueueProgress().followCatalog()
    const numberOf = async (words: string): Promise<string[]> => {
      await type(words)
      return texts('.detail')
    }
    expect(await numberOf('show price missing'), 'excepted ones have no price, either').toEqual(['5'])
    expect(await numberOf('show unreviewed')).toEqual(['8'])
    expect(await numberOf('show ignored')).toEqual(['1'])
    expect(await numberOf('show no picture'), 'it was not looked for').toEqual([])
    main.emit('audit:changed', auditState({ phase: 'outdated' }, rules))
    expect(await numberOf('show price missing'), 'it is of the catalog as it was').toEqual([])
  })

  it.each([
    ['duplicates', 'Rule: Same name as another product'],
    ['capitals', 'Rule: Name in capital letters'],
    ['cheap', 'Rule: Price far from similar products'],
    ['german', 'Settings: Language and formats'],
    ['unreviewed', 'Show: Unreviewed'],
    ['ignored', 'Show: Ignored'],
    ['bigger text', 'Settings: Appearance'],
    ['sync every', 'Settings: Sync']
  ])('what “%s” is called here', async (words, line) => {
    await type(words)
    expect(options()).toContain(line)
  })

  it('an order of the list, which stays narrowed as it is', async () => {
    main.always('views:get', () => ok({ state: null, saved: [], shared: [] }))
    const products = useProducts()
    await products.open({ page: 1, limit: 25 }, '', { ...emptyQuery, search: 'vase' })
    await type('sort')
    expect(options()[0]).toBe('Sort: Store order')
    await type('sort price')
    expect(options()).toEqual(['Sort: Price, lowest first', 'Sort: Price, highest first'])
    await press('Enter')
    const sort = { by: 'price', descending: false }
    expect(main.last('products:page').input.productQuery).toMatchObject({ search: 'vase', sort })
    expect(useNavigation().place).toEqual({ name: 'products' })
  })

  it('the gallery from another page, by what it looks like', async () => {
    main.always('views:get', () => ok({ state: null, saved: [], shared: [] }))
    useNavigation().go({ name: 'review' })
    await type('grid')
    expect(options()).toEqual(['Show as a gallery'])
    await press('Enter')
    await eventually(() => expect(useView().state.layout).toBe('gallery'))
    expect(useNavigation().place).toEqual({ name: 'products' })
  })

  it.each([
    ['add store', 'Connect a store'],
    ['exceptions', 'Go to Quality'],
    ['hide column', 'Choose how the list looks']
  ])('what leads to “%s”', async (words, line) => {
    const page = effectScope()
    page.run(() => useCommands({ 'go-quality': { run: vi.fn() }, columns: { run: vi.fn() } }))
    await type(words)
    expect(options()).toContain(line)
    page.stop()
  })

  it('a queue of Review, with how many products it has', async () => {
    main.always('reviews:save-queue', () => ok(null))
    await type('review: re-re')
    expect(options()).toEqual(['Review: Re-review'])
    expect(texts('.detail')).toEqual(['3'])
    await press('Enter')
    expect(useNavigation().place).toEqual({ name: 'review' })
  })

  it('a view of a person’s own as those that everybody has: to show it, and to review it', async () => {
    main.always('reviews:save-queue', () => ok(null))
    const views = [
      { id: 'v-1', name: 'Broken errors', filters: { ...noFilters, finding: 'error' as const } },
      { id: 'v-2', name: 'Broken items', filters: { ...noFilters, setAside: true } }
    ]
    const saved = views.map(({ filters, ...view }) => ({
      ...view,
      productQuery: { ...emptyQuery, filters },
      watched: false
    }))
    main.always('views:get', () => ok({ state: null, saved, shared: [] }))
    await useView().open()
    palette.unmount()
    scope.run(useViewOffers)
    await reopen()
    await type('broken errors')
    expect(options()).toEqual(['Show: Broken errors', 'Review: Broken errors'])
    expect(texts('.detail')).toEqual(['3', '3'])
    await type('broken items')
    expect(options(), 'what could not be read is not reviewed').toEqual(['Show: Broken items'])
    await type('review: broken err')
    await press('Enter')
    expect(useNavigation().place).toEqual({ name: 'review' })
    expect(useReviewSession().queue).toMatchObject({ name: 'Broken errors' })
  })

  it('a view before a mark of the same name, which takes the word “mark” or what the mark does', async () => {
    useProductDetails().follow(product({ id: 'p-7', name: 'Ori bench' }), 0)
    await type('needs work')
    expect(options()[0]).toBe('Review: Needs work')
    expect(options()).toContain('Mark: Needs work “Ori bench”')
    await type('approve')
    expect(options()).toContain('Mark: Approve “Ori bench”')
    await type('mark needs')
    expect(options()).toEqual(['Mark: Needs work “Ori bench”'])
    await type('ori bench')
    expect(options().some((each) => each.startsWith('Mark:'))).toBe(false)
    await type('')
    expect(options().some((each) => each.startsWith('Mark:'))).toBe(false)
  })

  it('a mark for the product that the list is at, and for none on another page', async () => {
    useProductDetails().follow(product({ id: 'p-7', name: 'Ori moka pot' }), 0)
    await type('mark appr')
    expect(options()).toEqual(['Mark: Approve “Ori moka pot”'])
    await press('Enter')
    expect(main.last('reviews:mark').input).toMatchObject({
      connectionId: 'shop',
      mark: 'approved',
      of: { products: [{ id: 'p-7' }] }
    })
    useNavigation().go({ name: 'changes' })
    await palette.setProps({ open: true })
    await type('mark appr')
    expect(options()).toEqual(['Approve'])
  })

  it('a mark by its command alone where that does the same, also by the word “mark”', async () => {
    useProductDetails().follow(product({ id: 'p-7', name: 'Ori bench' }), 0)
    const canMark = ref(true)
    scope.run(() =>
      useCommands({
        approved: { can: () => canMark.value, run: () => run.push('approved') },
        'needs-work': { can: () => canMark.value, run: () => undefined },
        unreviewed: { can: () => canMark.value, run: () => undefined }
      })
    )
    await type('approve')
    expect(options()).toEqual(['Approve and go on'])
    await type('mark needs')
    expect(options()).toEqual(['Needs work and go on'])
    for (const words of ['needs work', 'need']) {
      await type(words)
      expect(options()[0], 'the list of that name').toBe('Review: Needs work')
      expect(options()).toContain('Needs work and go on')
    }
    await type('mark ignore')
    expect(options(), 'no command does that').toContain('Mark: Ignore “Ori bench”')
    canMark.value = false
    await type('approve')
    expect(options()).toEqual(['Mark: Approve “Ori bench”'])
  })

  it('a mark of the one product beside a command that is for those selected', async () => {
    useProductDetails().follow(product({ id: 'p-7', name: 'Ori bench' }), 0)
    scope.run(() => useCommands({ approved: { run: () => undefined } }))
    useSelection().follow(emptyQuery)
    useSelection().add([product({ id: 'p-1' }), product({ id: 'p-2' })])
    await type('approve')
    expect(options()).toEqual(['Approve and go on', 'Mark: Approve “Ori bench”'])
  })

  it('says of a mark what it is for where no product is current, and stays', async () => {
    await type('approve')
    expect(offLines()).toEqual(['ApproveClick a product first'])
    await press('Enter')
    expect(field().value).toBe('approve')
    openConnection(null)
    await flushPromises()
    expect(offLines()).toEqual([])
  })
})

describe('products in the palette', () => {
  it('are those of the copy, the last that were typed for, and open their details', async () => {
    await type('te')
    expect(texts('.note')).toEqual(['Searching products…'])
    await type('tea')
    await type('teap')
    const found = product({ id: 'p-7', name: 'Teapot', price: 12 })
    await main.last('products:page').answer(ok(productPage({ items: [product({ name: 'Tent' })] })))
    expect(options()).toEqual([])
    expect(main.asked('products:page').map(({ input }) => [input.from, input.productQuery?.search])).toEqual([
      ['copy', 'te'],
      ['copy', 'teap']
    ])
    await main.last('products:page').answer(ok(productPage({ items: [found], totalItems: 1 })))
    expect(options()).toEqual(['Teapot'])
    expect(texts('.detail')).toEqual(['12,00\u00a0€'])
    main.always('products:of', () => ok([found]))
    await press('Enter')
    await flushPromises()
    expect(useNavigation().place).toEqual({ name: 'products' })
    expect(useProductDetails().shown?.product).toEqual(found)
    expect(useProductDetails().isOpen).toBe(true)
    expect(useProductDetails().wantsRow, 'the list goes to its row, where it has one').toBe(true)
  })

  it('say that they could not be searched', async () => {
    main.always('products:page', () => fail('server-error'))
    await type('tea')
    expect(texts('.note')).toEqual(['Products could not be searched.'])
  })
})
