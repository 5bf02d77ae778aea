import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import { unreviewed } from '../../../../../electron/contract/review-state'
import ChangesCompare from '../../../../../renderer/features/changes/ChangesCompare.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { useConnections } from '../../../../../renderer/features/connections/connections'
import { useSync } from '../../../../../renderer/features/sync/sync'
import { connectionOf, listOf } from '../connections/builders'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { coverage, summary, syncState } from '../sync/builders'
import { change, noCounts } from './builders'
import { startStores } from '../../support/stores'
import { logEntry } from '../review/panel/builders'

let main: MainProcess
const pages: VueWrapper[] = []

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  main.always('sync:state', () => ok(syncState({ last: summary({ run: 2 }) })))
  main.always('sync:runs', () => ok([summary({ run: 2 }), summary({ run: 1 })]))
  const side = { connectionId: 'shop', coverage: coverage() }
  main.always('history:compare', () =>
    ok({ changes: [], total: 0, counts: noCounts, before: side, after: side, untold: [], isCut: false })
  )
})
afterEach(() => pages.splice(0).forEach((page) => page.unmount()))

async function show(): Promise<VueWrapper> {
  await useSync().open('shop')
  const page = mount(ChangesCompare, {
    props: { connection, now: Date.now() },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  pages.push(page)
  await flushPromises()
  return page
}
async function press(key: string): Promise<void> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  await flushPromises()
}
const focused = (): string | null =>
  document.activeElement?.closest('.row')?.querySelector('.name')?.textContent ?? null
const undoneEntry = logEntry({
  ...{ number: 2, at: 0, by: '', product: null, of: null, before: null, after: null },
  ...{ undone: true, canUndo: false }
})
const compared = (): number => main.asked('history:compare').length

it('two states are compared anew when a sync has ended: one of them is how the catalog is now', async () => {
  await show()
  const before = compared()
  expect(before).toBeGreaterThan(0)
  main.emit('sync:changed', syncState({ phase: 'fetching', last: summary({ run: 2 }) }))
  await flushPromises()
  expect(compared()).toBe(before)
  main.emit('sync:changed', syncState({ last: summary({ run: 3 }) }))
  await flushPromises()
  expect(compared()).toBe(before + 1)
})

it('what was compared before is compared anew when somebody comes back to it', async () => {
  const page = await show()
  page.unmount()
  const before = compared()
  await show()
  expect(compared()).toBe(before + 1)
})

it('the keys of a product mark it between two syncs, ask why it needs work, and go back to it with Undo', async () => {
  const now = { contentFingerprint: 'f', review: unreviewed, findings: [] }
  const changes = [1, 1, 2].map((id, at) =>
    change({ number: at + 1, product: { ...change().product, id: `p${id}`, name: `Product ${id}`, now } })
  )
  const side = { connectionId: 'shop', coverage: coverage() }
  main.always('history:compare', () =>
    ok({ changes, total: 3, counts: noCounts, before: side, after: side, untold: [], isCut: false })
  )
  let entry = 0
  main.always('reviews:mark', () => ok({ entry: ++entry, changed: 1, stale: [] }))
  await show()
  const marks = (): unknown[] =>
    main.asked('reviews:mark').map(({ input }) => [input.of, input.mark, input.reason])
  const of = { products: [{ id: 'p1', contentFingerprint: 'f' }] }
  for (const key of ['k', 'w']) await press(key)
  expect(marks()).toEqual([[of, 'needs-work', undefined]])
  expect(focused(), 'the other change of the product is decided on with it').toBe('Product 2')
  await press('2')
  expect(marks().slice(1)).toEqual([[of, 'needs-work', 'price']])
  expect(document.querySelector('.toast')?.textContent).toContain('Product 1')
  const before = compared()
  main.emit('reviews:changed', { connectionId: 'shop', productIds: ['p1'] })
  await flushPromises()
  expect(compared(), 'what is decided stands in the row').toBe(before + 1)
  await press('u')
  const product = { id: 'p1', name: 'Product 1' }
  await main
    .last('reviews:undo')
    .answer(ok({ entry: { ...undoneEntry, product }, redo: 3, restored: 1, kept: 0 }))
  await flushPromises()
  expect(focused()).toBe('Product 1')
})

it('stores of one name are told apart, and one that is removed makes room for another', async () => {
  const second = connectionOf({ id: 'second', name: connection.name, baseUrl: 'https://second.example' })
  const third = connectionOf({ id: 'third', name: 'Third shop' })
  main.always('connections:list', () => ok(listOf([connection, second, third])))
  await useConnections().load()
  const page = await show()
  await page.get('input[value=connections]').setValue()
  await flushPromises()
  const chosen = page.findAll('select').map(({ element }) => element.selectedOptions[0]?.text)
  expect(chosen.slice(0, 2)).toEqual([
    expect.stringMatching(/^Corner shop · .+/),
    'Corner shop · second.example'
  ])
  main.always('connections:list', () => ok(listOf([connection, third])))
  await useConnections().load()
  await flushPromises()
  expect(main.last('history:compare').input.between).toMatchObject({ before: connection.id, after: 'third' })
})
