import { flushPromises, mount } from '@vue/test-utils'
import { beforeEach, expect, it } from 'vitest'
import type { RebuildNotice as Told } from '../../../../../electron/contract/coverage'
import { ok } from '../../../../../electron/contract/failure'
import RebuildNotice from '../../../../../renderer/features/sync/CatalogNotice.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { connectionOf } from '../connections/builders'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'

let main: MainProcess
beforeEach(() => {
  main = sitInMainProcess()
  startStores()
})

const open = (id = 'shop') =>
  mount(RebuildNotice, { props: { connection: connectionOf({ id }) }, global: { plugins: [i18n] } })

const cases: [string, Told, RegExp][] = [
  [
    'fault 82, 84',
    { kind: 'set-aside', file: 'catalog.damaged.sqlite' },
    /damaged.*catalog\.damaged\.sqlite/
  ],
  ['fault 85', { kind: 'newer' }, /newer version of Vitrine.*untouched/],
  ['fault 81', { kind: 'this-run-only' }, /cannot be saved.*until you close Vitrine/]
]
it.each(cases)(
  '%s: what there is to tell of the copy is said once, until it is closed',
  async (_, told, words) => {
    const tales: (Told | null)[] = [told]
    main.always('catalog:notice', () => ok(tales.shift() ?? null))
    const notice = open()
    await flushPromises()
    expect(notice.text()).toMatch(words)
    await notice.get('button[aria-label=Dismiss]').trigger('click')
    expect(notice.text()).toBe('')
    notice.unmount()
    const again = open()
    await flushPromises()
    expect(again.text()).toBe('')
  }
)

it('fault 82: a copy that turns out to be damaged while it is looked at is told of then', async () => {
  const tales: (Told | null)[] = [null, { kind: 'set-aside', file: 'catalog.damaged.sqlite' }]
  main.always('catalog:notice', () => ok(tales.shift() ?? null))
  const notice = open()
  await flushPromises()
  expect(notice.text()).toBe('')
  main.emit('catalog:rebuilt', { connectionId: 'shop' })
  await flushPromises()
  expect(notice.text()).toContain('catalog.damaged.sqlite')
})

it('a notice that was not closed is still there when the person comes back to its store', async () => {
  main.always('catalog:notice', ({ connectionId }) =>
    ok(connectionId === 'shop' && main.asked('catalog:notice').length === 1 ? { kind: 'newer' } : null)
  )
  const notice = open()
  await flushPromises()
  await notice.setProps({ connection: connectionOf({ id: 'other' }) })
  await flushPromises()
  expect(notice.text()).toBe('')
  await notice.setProps({ connection: connectionOf() })
  await flushPromises()
  expect(notice.text()).toContain('newer')
})
