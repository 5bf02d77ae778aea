import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../../../electron/contract/failure'
import type { TeamMember, TeamState } from '../../../../../../electron/contract/team'
import { freshView } from '../../../../../../renderer/features/catalog/view'
import ProductsPage from '../../../../../../renderer/features/products/ProductsPage.vue'
import { useCommandRegistry } from '../../../../../../renderer/shared/commands/registry'
import { i18n } from '../../../../../../renderer/shared/i18n'
import { sitInMainProcess, type MainProcess } from '../../../support/fake-bridge'
import { startStores } from '../../../support/stores'
import { connectionOf } from '../../connections/builders'
import { productPage } from '../table/builders'

let main: MainProcess
let page: VueWrapper

function member(name: string, of: Partial<TeamMember['devices'][number]> = {}): TeamMember {
  const known = { isThis: false, hasLeft: false, isRemoved: false, isAhead: false, isOwner: false }
  return { name, marked: 0, devices: [{ id: `device of ${name}`, at: 1, ...known, ...of }] }
}
const team: TeamState = {
  place: { kind: 'folder', path: '/share' },
  policy: { approvals: 1, role: 'owner' },
  members: [member('Ana'), member('Kim', { isThis: true }), member('Lee', { hasLeft: true })],
  ...{ exchangedAt: 1, isExchanging: false, newer: 0, unreadable: 0, signpost: null, waiting: 0 },
  ...{ failingSince: null, problem: null }
}

/** Every part of the bar is 100 px wide. */
async function open(room = 5000): Promise<void> {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room)
  startStores()
  const connection = connectionOf({ id: 'shop', locale: 'en-US' })
  page = mount(ProductsPage, { props: { connection }, global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
}

beforeEach(() => {
  localStorage.clear()
  main = sitInMainProcess()
  main.always('views:get', () => ok({ state: { ...freshView, mode: 'paged' }, saved: [], shared: [] }))
  main.always('views:save', () => ok(null))
  main.always('products:page', ({ page: number, limit }) => ok(productPage({ page: number, limit })))
  main.always('products:sizes', ({ productQueries }) => ok(productQueries.map(() => 0)))
  main.always('products:listed', () => ok([]))
  main.always('team:self', () => ok({ name: 'Kim', approvals: 1, canClaim: false, mayDecide: true }))
  main.always('team:state', () => ok(team))
})
afterEach(() => {
  page.unmount()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

async function select(...names: string[]): Promise<void> {
  for (const name of names) await page.get(`[data-select][aria-label="${name}"]`).trigger('click')
}
const bar = () => page.get('[aria-label=Selection]')
const shown = (): string[] =>
  bar()
    .findAll('[data-part]:not(.out)')
    .map((each) => each.attributes('data-part') ?? '')
const dialog = (): HTMLElement | null => document.querySelector('[role=dialog]')
const choices = (): string[] =>
  [...(dialog()?.querySelectorAll('li button') ?? [])].map((each) => each.textContent.trim())
async function press(words: string, within: ParentNode | null = document): Promise<void> {
  const found = [...(within?.querySelectorAll('button, [role=menuitem]') ?? [])].find(
    (each) => each.textContent.trim().replace(/ [A-Z]$| Ctrl\+.*$/, '') === words
  )
  if (!(found instanceof HTMLElement)) throw new Error(`nothing says ${words}`)
  found.click()
  await flushPromises()
}
const toast = (): string => page.find('[data-review-toast] .title').text()

it('gives what is selected to who is chosen, says so beside the bar, and can be undone and done again', async () => {
  let assignment = 0
  main.always('reviews:assign', () => ok({ assigned: 2, assignment: ++assignment }))
  main.always('reviews:undo-assignment', () => ok({ assigned: 2, assignment: ++assignment }))
  await open()
  await select('Product 1', 'Product 2')
  await press('Assign…', bar().element)
  expect(dialog()?.textContent).toContain('Assign 2 products')
  expect(choices()).toEqual(['Share evenly', 'Ana', 'Kim', 'Nobody'])
  await press('Ana', dialog())
  expect(main.last('reviews:assign').input).toEqual({
    connectionId: 'shop',
    to: ['Ana'],
    of: { products: ['p-1', 'p-2'] }
  })
  expect(toast()).toBe('2 products are assigned to Ana now.')
  expect(bar().text()).not.toContain('Ana')
  await press('Undo', page.get('[data-review-toast]').element)
  expect(main.last('reviews:undo-assignment').input).toEqual({ connectionId: 'shop', assignment: 1 })
  expect(toast()).toBe('2 products are assigned as before again.')
  useCommandRegistry().run('redo')
  await flushPromises()
  expect(main.last('reviews:undo-assignment').input).toEqual({ connectionId: 'shop', assignment: 2 })
  expect(toast()).toBe('2 products are assigned to Ana now.')
})

it('is asked for one product by the command, of the palette too, and says why it could not be done', async () => {
  main.always('reviews:assign', () => fail('storage-failed'))
  await open()
  page.get<HTMLElement>('[aria-label="Preview Product 3"]').element.focus()
  await flushPromises()
  expect(useCommandRegistry().run('assign')).toBe(true)
  await flushPromises()
  expect(dialog()?.textContent).toContain('Assign Product 3')
  expect(choices(), 'one product cannot be shared').toEqual(['Ana', 'Kim', 'Nobody'])
  await press('Nobody', dialog())
  expect(main.last('reviews:assign').input).toMatchObject({ to: [], of: { products: ['p-3'] } })
  expect(toast()).toBe('Not assigned')
})

it('is not offered without a team', async () => {
  main.always('team:self', () => ok(null))
  await open()
  await select('Product 1')
  expect(shown()).not.toContain('assign')
  expect(useCommandRegistry().canRun('assign')).toBe(false)
})

it('stands in a menu, with all else that has no room in the line', async () => {
  await open(760)
  await select('Product 1', 'Product 2')
  expect(shown()).toEqual(['words', 'approved', 'needs-work', 'ignored', 'unreviewed', 'more', 'clear'])
  await bar().get('[aria-label="More actions"]').trigger('keydown', { key: 'Enter' })
  await flushPromises()
  const items = [...document.querySelectorAll('[role=menuitem] .name')].map((each) => each.textContent)
  expect(items).toEqual(['Select all 1,240 products', 'Export…', 'Assign…', 'Compare'])
  await press('Assign…', document.querySelector('[role=menu]'))
  expect(choices()).toContain('Ana')
})
