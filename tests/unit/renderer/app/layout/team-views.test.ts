import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defineComponent, h } from 'vue'
import { TooltipProvider } from 'reka-ui'
import { fail, ok } from '../../../../../electron/contract/failure'
import { emptyQuery, noFilters } from '../../../../../electron/contract/empty-query'
import { builtInViews, type SavedView, type SharedView } from '../../../../../electron/contract/view'
import SidebarViews from '../../../../../renderer/app/layout/SidebarViews.vue'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useNamedViews, useProducts, useView } from '../../../../../renderer/features/catalog'
import { useTeamNews } from '../../../../../renderer/shared/data/team-news'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connectionOf, listOf } from '../../features/connections/builders'
import { productPage } from '../../features/products/table/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

const cups: SavedView = {
  id: 'cups',
  name: 'Cups',
  productQuery: { ...emptyQuery, search: 'cup' },
  watched: false
}
const ofSync: SavedView = {
  id: 'of-sync',
  name: 'New since then',
  productQuery: { ...emptyQuery, filters: { ...noFilters, change: { kind: 'new', since: 3 } } },
  watched: false
}
const ofTeam = (id: string, changes: Partial<SharedView> = {}): SharedView => ({
  ...cups,
  id,
  sharedBy: 'Ana',
  mayChange: false,
  isOwn: false,
  ...changes
})

let main: MainProcess
let sidebar: VueWrapper

async function open(isInTeam = true): Promise<void> {
  main.always('team:self', () =>
    ok(isInTeam ? { name: 'Kim', approvals: 1, canClaim: false, mayDecide: false } : null)
  )
  startStores()
  await useConnections().load()
  await useView().open()
  const shown = defineComponent(() => () => h(TooltipProvider, () => h(SidebarViews, { collapsed: false })))
  sidebar = mount(shown, { global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}

beforeEach(() => {
  main = sitInMainProcess()
  main.always('connections:list', () => ok(listOf([connectionOf({ id: 'shop', locale: 'en-US' })])))
  main.always('views:get', () => ok({ state: null, saved: [cups, ofSync], shared: [ofTeam('theirs')] }))
  main.always('views:save-named', () => ok(null))
  main.always('views:save', () => ok(null))
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map((_, at) => at * 1000)))
})
afterEach(() => {
  sidebar.unmount()
  document.body.innerHTML = ''
})

const line = (id: string): ReturnType<VueWrapper['get']> => sidebar.get(`[data-view="${id}"]`)
async function menu(id: string): Promise<string[]> {
  await line(id).get('.view').trigger('contextmenu')
  await flushPromises()
  return sidebar.findAll('[role=menuitem]').map((item) => item.get('.name').text())
}
async function choose(id: string, words: string): Promise<void> {
  await menu(id)
  const item = sidebar.findAll('[role=menuitem]').find((each) => each.get('.name').text() === words)
  await item?.trigger('click')
  await flushPromises()
}
async function confirm(words: string): Promise<void> {
  const yes = [...document.querySelectorAll('[role=alertdialog] button')].find(
    (each) => each.textContent.trim() === words
  )
  if (!(yes instanceof HTMLElement)) throw new Error(`nothing says ${words}`)
  yes.click()
  await flushPromises()
}
const dialog = (): string => document.querySelector('[role=alertdialog]')?.textContent ?? ''

it('the views that a team adds stand behind those that everybody has, which keep their keys', async () => {
  await open()
  const ids = sidebar.findAll('[data-view]').map((view) => view.attributes('data-view'))
  expect(ids.slice(0, 7)).toEqual([...builtInViews, 'mine', 'disagreement'])
})

describe('a view that the team shares', () => {
  it('is beside one’s own of the same name, with a sign and who shared it, and its number', async () => {
    await open()
    expect(line('theirs').get('button.item').text()).toBe('Cups')
    expect(line('theirs').find('[data-shared]').exists()).toBe(true)
    expect(line('cups').find('[data-shared]').exists()).toBe(false)
    expect(line('theirs').get('button.item').attributes('aria-description')).toMatch(
      /^\d,000 products · Shared by Ana$/
    )
    expect(line('theirs').attributes('draggable')).toBe('false')
  })

  it('is watched and copied by anybody, and nothing else', async () => {
    await open()
    main.always('team:watch-view', () => ok(null))
    expect(await menu('theirs')).toEqual(['Watch', 'Save a copy'])
    await choose('theirs', 'Watch')
    expect(main.last('team:watch-view').input).toEqual({
      connectionId: 'shop',
      view: 'theirs',
      watched: true
    })
    await choose('theirs', 'Save a copy')
    const names = main.last('views:save-named').input.saved.map(({ name }) => name)
    expect(names).toEqual(['Cups', 'New since then', 'Cups (2)'])
  })

  it('is renamed, and shared no more, by who may', async () => {
    const mine = ofTeam('theirs', { mayChange: true })
    main.always('views:get', () => ok({ state: null, saved: [], shared: [mine] }))
    await open()
    main.always('team:stop-sharing-view', () => ok(null))
    expect(await menu('theirs')).toEqual(['Watch', 'Save a copy', 'Rename…', 'Stop sharing…'])
    await choose('theirs', 'Stop sharing…')
    expect(dialog()).toContain('It disappears for everybody in the team.')
    await confirm('Stop sharing')
    expect(main.last('team:stop-sharing-view').input).toEqual({ connectionId: 'shop', view: 'theirs' })
    main.always('team:change-view', () => ok(null))
    await useNamedViews().rename(mine, 'Mugs')
    expect(main.last('team:change-view').input).toMatchObject({ view: 'theirs', name: 'Mugs' })
    expect(main.asked('views:save-named')).toHaveLength(0)
  })

  it('keeps its number when a view of one’s own becomes one of the team', async () => {
    main.always('views:get', () => ok({ state: null, saved: [cups], shared: [] }))
    await open()
    const told = (id: string): string => line(id).get('button.item').attributes('aria-description') ?? ''
    const before = told('cups')
    expect(before).toMatch(/^\d+,000 products$/)
    const shared = [ofTeam('shared', { isOwn: true, mayChange: true })]
    main.emit('views:changed', { connectionId: 'shop', saved: [], shared })
    await flushPromises()
    expect(told('shared')).toContain(before)
  })

  it('comes, changes and goes as the main process tells', async () => {
    await open()
    const renamed = ofTeam('theirs', { name: 'Mugs' })
    main.emit('views:changed', { connectionId: 'shop', saved: [], shared: [renamed] })
    await flushPromises()
    expect(line('theirs').get('button.item').text()).toBe('Mugs')
    expect(sidebar.find('[data-view="cups"]').exists()).toBe(false)
    main.emit('views:changed', { connectionId: 'shop', saved: [cups], shared: [] })
    await flushPromises()
    expect(sidebar.find('[data-view="theirs"]').exists()).toBe(false)
  })
})

describe('one’s own view', () => {
  it('becomes the team’s after a question, which says what a failure was', async () => {
    await open()
    expect(await menu('cups')).toContain('Share with the team…')
    main.always('team:share-view', () => fail('input-invalid', { field: 'view', reason: 'too-long' }))
    await choose('cups', 'Share with the team…')
    expect(dialog()).toContain('Share “Cups” with the team?')
    await confirm('Share')
    expect(dialog()).toContain('This view is too long to be shared.')
    main.always('team:share-view', () => ok({ id: 'shared-now' }))
    await confirm('Share')
    expect(main.last('team:share-view').input).toEqual({ connectionId: 'shop', view: 'cups' })
    expect(useTeamNews().last?.words()).toBe('“Cups” is shared with the team.')
    expect(dialog()).toBe('')
  })

  it('stays the one that the list was made from when it becomes the team’s', async () => {
    main.always('products:page', () => ok(productPage()))
    await open()
    await useProducts().open({ page: 1, limit: 25 }, 'https://shop.example', emptyQuery)
    await useNamedViews().show(cups)
    await useProducts().narrow({ search: 'cup, blue' })
    main.always('team:share-view', () => {
      const shared = [ofTeam('shared-now', { isOwn: true, mayChange: true })]
      main.emit('views:changed', { connectionId: 'shop', saved: [], shared })
      return ok({ id: 'shared-now' })
    })
    await useNamedViews().share(cups)
    await flushPromises()
    expect(useNamedViews().current?.id).toBe('shared-now')
    expect(useNamedViews().isChanged).toBe(true)
  })

  it('cannot be shared where each computer would understand it otherwise', async () => {
    await open()
    await menu('of-sync')
    const item = sidebar
      .findAll('[role=menuitem]')
      .find((each) => each.text().startsWith('Share with the team…'))
    expect(item?.attributes('aria-disabled') ?? item?.attributes('data-disabled')).toBeDefined()
    expect(item?.text()).toContain('It filters by a sync of this computer')
  })

  it('cannot be shared in a store without a team', async () => {
    await open(false)
    expect(await menu('cups')).not.toContain('Share with the team…')
  })
})
