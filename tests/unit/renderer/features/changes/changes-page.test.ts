import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import ChangesPage from '../../../../../renderer/features/changes/ChangesPage.vue'
import { useChanges } from '../../../../../renderer/features/changes/changes'
import { useProducts } from '../../../../../renderer/features/catalog'
import { i18n } from '../../../../../renderer/shared/i18n'
import type { OnlyChanges } from '../../../../../renderer/shared/navigation'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { productPage } from '../products/table/builders'
import { coverage, summary, syncState } from '../sync/builders'
import { changesPage } from './builders'

let main: MainProcess
let page: VueWrapper
/** When the catalog was read, as the main process says. */
let asOf: number
const at = (minute: number): number => new Date(2026, 10, 26, 9, minute).getTime()
const ended = (minute: number, run: number) =>
  syncState({ last: summary({ run, startedAt: at(minute), duration: 1000 }) })

beforeEach(async () => {
  main = sitInMainProcess()
  asOf = at(9)
  main.always('products:page', ({ page: number, limit }) =>
    ok(productPage({ page: number, limit, coverage: coverage({ asOf, state: 'complete' }) }))
  )
  main.always('sync:state', () => ok(ended(9, 2)))
  main.always('history:changes', () => ok(changesPage([])))
  startStores()
  // The list of products was read once, before the syncs that follow.
  await useProducts().open({ page: 1, limit: 25 }, '')
})
afterEach(() => page.unmount())

async function openChanges(only: OnlyChanges | null = null): Promise<void> {
  page = mount(ChangesPage, {
    props: { connection, only },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
}
const button = (): string => page.get('[data-phase]').text()

it('says when the catalog was read, also where a sync ended before the page was opened', async () => {
  asOf = at(12)
  main.always('sync:state', () => ok(ended(12, 3)))
  await openChanges()
  expect(button()).toContain('9:12')
})

it('says it anew when a sync ends while the page is open', async () => {
  await openChanges()
  expect(button()).toContain('9:09')
  asOf = at(15)
  main.emit('sync:changed', syncState({ ...ended(9, 2), phase: 'fetching' }))
  main.emit('sync:changed', ended(15, 3))
  await flushPromises()
  expect(button()).toContain('9:15')
})

it('lists only what it was opened for, and says so in its filters', async () => {
  main.always('history:changes', () => ok(changesPage([], { newest: 4 })))
  await openChanges({ kinds: ['price'], leastPercent: 60 })
  expect(main.last('history:changes').input).toMatchObject({
    kinds: ['price'],
    leastPercent: 60,
    unseen: true
  })
  expect(page.get('select').element.selectedOptions[0]?.textContent).toContain('60%')
  expect(page.get('.kind[aria-pressed=true]').text()).toContain('Price')
})

it('lists all that nobody has seen again at the next visit', async () => {
  await openChanges({ kinds: ['price'], leastPercent: 60 })
  page.unmount()
  await openChanges()
  const all = { kinds: [], leastPercent: null, unseen: true }
  expect(main.last('history:changes').input).toMatchObject(all)
})

it('is as it was left, with what a link narrowed it to, for whoever comes back to that visit, as from the help', async () => {
  const only: OnlyChanges = { kinds: ['price'], leastPercent: 60 }
  await openChanges(only)
  useChanges().narrow({ leastPercent: null })
  page.unmount()
  await openChanges(only)
  expect(main.last('history:changes').input).toMatchObject({ kinds: ['price'], leastPercent: null })
  page.unmount()
  await openChanges({ ...only })
  expect(main.last('history:changes').input).toMatchObject(only)
})

it('shows the comparison to whoever left it there', async () => {
  const compare = (): boolean => page.find('input[value=compare]:checked').exists()
  await openChanges()
  await page.get('input[value=compare]').setValue()
  page.unmount()
  await openChanges()
  expect(compare()).toBe(true)
  page.unmount()
  await openChanges({ kinds: ['price'], leastPercent: 60 })
  expect(compare()).toBe(false)
})
