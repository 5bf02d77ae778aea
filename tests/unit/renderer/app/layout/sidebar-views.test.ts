import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { TooltipProvider } from 'reka-ui'
import { fail, ok } from '../../../../../electron/contract/failure'
import { emptyQuery } from '../../../../../electron/contract/empty-query'
import type { SavedView } from '../../../../../electron/contract/view'
import SidebarViews from '../../../../../renderer/app/layout/SidebarViews.vue'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useListViews, useView } from '../../../../../renderer/features/catalog'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useNavigation } from '../../../../../renderer/shared/navigation'
import { auditState } from '../../features/quality/builders'
import { connectionOf, listOf } from '../../features/connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const own: SavedView[] = ['Teapots', 'Cups'].map((name) => ({
  id: name.toLowerCase(),
  name,
  productQuery: { ...emptyQuery, search: name },
  watched: false
}))
let main: MainProcess
let sidebar: VueWrapper

async function open(collapsed = false): Promise<void> {
  const shown = defineComponent(() => () => h(TooltipProvider, () => h(SidebarViews, { collapsed })))
  sidebar = mount(shown, { global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('connections:list', () => ok(listOf([connectionOf({ id: 'shop', locale: 'en-US' })])))
  main.always('views:get', () => ok({ state: null, saved: own, shared: [] }))
  main.always('views:save-named', () => ok(null))
  main.always('audit:state', ({ connectionId }) => ok(auditState({ connectionId })))
  main.always('views:save', () => ok(null))
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map((_, at) => at * 1000)))
  startStores()
  await useConnections().load()
  await useView().open()
  await open()
})
afterEach(() => {
  sidebar.unmount()
  vi.useRealTimers()
})

const lines = (): string[] =>
  sidebar.findAll('[data-view]').map((line) => {
    const button = line.get('button.item')
    return [button.text(), button.get('[data-count]').attributes('data-count')].join(' ')
  })
const line = (id: string): ReturnType<VueWrapper['get']> => sidebar.get(`[data-view="${id}"]`)

describe('the views in the sidebar', () => {
  it('have no number before the first check where that would find them, and say so', async () => {
    main.emit('audit:changed', auditState({ connectionId: 'shop', phase: 'none', at: null }))
    await flushPromises()
    expect(line('errors').find('[data-count]').exists()).toBe(false)
    expect(line('errors').get('button.item').attributes('aria-description')).toBe('Not checked yet')
    expect(line('with-notes').get('[data-count]').attributes('data-count')).toBe('4,000')
    main.emit('audit:changed', auditState({ connectionId: 'shop' }))
    await flushPromises()
    expect(line('errors').get('[data-count]').attributes('data-count')).toBe('2,000')
  })

  it('have no number where nothing was ever read of the store', async () => {
    const coverage = { here: 0, products: 0, setAside: 0, total: null, asOf: null, state: 'none' } as const
    main.emit('audit:changed', auditState({ connectionId: 'shop', coverage }))
    await flushPromises()
    expect(sidebar.find('[data-count]').exists()).toBe(false)
    expect(line('with-notes').get('button.item').attributes('aria-description')).toBe('Not counted yet')
  })

  it('do not say that no picture is broken before the first was looked at', async () => {
    const unlooked = { looked: 0, all: 1240, areInScore: false }
    main.emit('audit:changed', auditState({ connectionId: 'shop', pictures: unlooked }))
    await flushPromises()
    expect(line('broken-pictures').find('[data-count]').exists()).toBe(false)
    main.emit('audit:changed', auditState({ connectionId: 'shop' }))
    await flushPromises()
    expect(line('broken-pictures').find('[data-count]').exists()).toBe(true)
  })

  it('are those that everybody has, then the person’s own, each with its number, all counted in one question', () => {
    expect(lines()).toEqual([
      'Needs work 0',
      'Re-review 1,000',
      'With errors 2,000',
      'Broken pictures 3,000',
      'With notes 4,000',
      'Teapots 5,000',
      'Cups 6,000'
    ])
    expect(main.asked('products:sizes')).toHaveLength(1)
    expect(line('cups').get('button.item').attributes('aria-description')).toBe('6,000 products')
  })

  it('are counted again after changes, many of them at once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 7)))
    for (let n = 0; n < 5; n += 1) main.emit('reviews:changed', { connectionId: 'shop', productIds: null })
    await vi.advanceTimersByTimeAsync(2000)
    await flushPromises()
    expect(main.asked('products:sizes')).toHaveLength(2)
    expect(lines()[0]).toBe('Needs work 7')
  })

  it('have no number where they cannot be counted, rather than one from before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    main.always('products:sizes', () => fail('storage-failed'))
    main.emit('reviews:changed', { connectionId: 'shop', productIds: null })
    await vi.advanceTimersByTimeAsync(2000)
    await flushPromises()
    expect(sidebar.find('[data-count]').exists()).toBe(false)
  })

  it('lead to their list, and say which is shown', async () => {
    useNavigation().go({ name: 'review' })
    await line('broken-pictures').get('button.item').trigger('click')
    await flushPromises()
    expect(useNavigation().place).toEqual({ name: 'products' })
    expect(useView().state.filters.pictureState).toBe('broken')
    expect(line('broken-pictures').get('button.item').attributes('aria-current')).toBe('page')
    expect(useListViews().current?.id).toBe('broken-pictures')
  })

  it('are put in order by dragging, and by their menu', async () => {
    await line('cups').trigger('dragstart')
    await line('teapots').trigger('dragover')
    expect(line('teapots').classes()).toContain('before')
    await line('teapots').trigger('drop')
    expect(line('teapots').classes()).not.toContain('before')
    expect(main.last('views:save-named').input.saved.map(({ name }) => name)).toEqual(['Cups', 'Teapots'])
    await line('cups').get('.view').trigger('contextmenu')
    await flushPromises()
    const down = sidebar.findAll('[role=menuitem]').find((item) => item.text() === 'Move down')
    await down?.trigger('click')
    expect(main.last('views:save-named').input.saved.map(({ name }) => name)).toEqual(['Teapots', 'Cups'])
  })

  it('are marked after the view over which one is dragged down, and not where it cannot be dropped', async () => {
    await line('teapots').trigger('dragstart')
    await line('cups').trigger('dragover')
    expect(line('cups').classes()).toContain('after')
    await line('errors').trigger('dragover')
    expect(sidebar.findAll('.before, .after')).toEqual([])
    await line('cups').trigger('dragover')
    await line('cups').trigger('drop')
    expect(main.last('views:save-named').input.saved.map(({ name }) => name)).toEqual(['Cups', 'Teapots'])
  })

  it('are renamed, and deleted after a question', async () => {
    const choose = async (words: string): Promise<void> => {
      await line('teapots').get('.view').trigger('contextmenu')
      await flushPromises()
      await sidebar
        .findAll('[role=menuitem]')
        .find((item) => item.text() === words)
        ?.trigger('click')
      await flushPromises()
    }
    await choose('Rename…')
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input')
    if (!input) throw new Error('no name is asked for')
    input.value = 'Kettles'
    input.dispatchEvent(new Event('input', { bubbles: true }))
    document.querySelector('[role=dialog] form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await flushPromises()
    expect(main.last('views:save-named').input.saved.map(({ name }) => name)).toEqual(['Kettles', 'Cups'])
    await choose('Delete…')
    expect(main.asked('views:save-named')).toHaveLength(1)
    const yes = [...document.querySelectorAll('button')].find(
      (each) => each.textContent.trim() === 'Delete view'
    )
    yes?.click()
    await flushPromises()
    expect(main.last('views:save-named').input.saved.map(({ name }) => name)).toEqual(['Cups'])
  })

  it('keep the question for a name, with what was typed, while the sidebar becomes narrow', async () => {
    sidebar.unmount()
    const isNarrow = ref(false)
    const shown = defineComponent(
      () => () => h(TooltipProvider, () => h(SidebarViews, { collapsed: isNarrow.value }))
    )
    sidebar = mount(shown, { global: { plugins: [i18n] }, attachTo: document.body })
    await line('teapots').get('.view').trigger('contextmenu')
    await flushPromises()
    const item = sidebar.findAll('[role=menuitem]').find((each) => each.text() === 'Rename…')
    await item?.trigger('click')
    await flushPromises()
    const input = (): HTMLInputElement | null => document.querySelector('[role=dialog] input')
    const typed = input()
    if (!typed) throw new Error('no name is asked for')
    typed.value = 'Kettles'
    typed.dispatchEvent(new Event('input', { bubbles: true }))
    isNarrow.value = true
    await flushPromises()
    expect(input()).toBe(typed)
    expect(input()?.value).toBe('Kettles')
  })

  it('say what is new in those that are watched, which their menu begins and ends, and leads to', async () => {
    const choose = async (words: string): Promise<void> => {
      await line('cups').get('.view').trigger('contextmenu')
      await flushPromises()
      const item = sidebar.findAll('[role=menuitem]').find((each) => each.text().startsWith(words))
      await item?.trigger('click')
      await flushPromises()
    }
    await choose('Watch')
    expect(main.last('views:save-named').input.saved.map(({ watched }) => watched)).toEqual([false, true])
    main.emit('views:news-changed', { connectionId: 'shop', news: [{ view: 'cups', count: 1200 }] })
    await flushPromises()
    expect(line('cups').get('[data-news]').attributes('data-news')).toBe('1,200')
    expect(line('cups').get('button.item').attributes('aria-description')).toBe('6,000 products · 1,200 new')
    expect(line('teapots').find('[data-news]').exists()).toBe(false)
    main.always('views:opened', () => ok(1200))
    await choose('Show what is new')
    expect(main.last('views:opened').input).toEqual({ connectionId: 'shop', view: 'cups' })
    expect(useView().state).toMatchObject({
      search: 'Cups',
      filters: { newIn: { view: 'cups', name: 'Cups' } }
    })
    await choose('Stop watching')
    expect(main.last('views:save-named').input.saved.map(({ watched }) => watched)).toEqual([false, false])
  })

  it('can be watched where they are the app’s own too, by a menu that has nothing else', async () => {
    await line('errors').get('.view').trigger('contextmenu')
    await flushPromises()
    const items = sidebar.findAll('[role=menuitem]')
    expect(items.map((item) => item.get('.name').text())).toEqual(['Watch'])
    await items[0]?.trigger('click')
    await flushPromises()
    const { saved } = main.last('views:save-named').input
    expect(saved.map(({ id, watched }) => [id, watched])).toEqual([
      ['teapots', false],
      ['cups', false],
      ['errors', true]
    ])
    // It stays one line, in its place.
    expect(sidebar.findAll('[data-view="errors"]')).toHaveLength(1)
    main.emit('views:news-changed', { connectionId: 'shop', news: [{ view: 'errors', count: 3 }] })
    await flushPromises()
    expect(line('errors').get('[data-news]').attributes('data-news')).toBe('3')
    await line('errors').get('.view').trigger('contextmenu')
    await flushPromises()
    const names = sidebar.findAll('[role=menuitem]').map((item) => item.get('.name').text())
    expect(names).toEqual(['Show what is new', 'Stop watching'])
  })

  it('are one menu where the sidebar is collapsed, in which a line parts a person’s own from those of the app', async () => {
    sidebar.unmount()
    await open(true)
    await sidebar.get('button').trigger('keydown', { key: 'Enter' })
    await flushPromises()
    const items = sidebar.findAll('[role=menuitemradio]').map((item) => item.text())
    expect(items).toHaveLength(7)
    expect(items[1]).toContain('1,000 products')
    const parts = sidebar
      .findAll('[role=menuitemradio], [role=separator]')
      .map((each) => (each.attributes('role') === 'separator' ? '—' : each.text().split(' ')[0]))
    expect(parts.filter((part) => part === '—')).toHaveLength(1)
    expect(parts.slice(parts.indexOf('—') + 1)).toHaveLength(own.length)
  })
})
