import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import ChangeList from '../../../../../renderer/features/changes/ChangeList.vue'
import { setKeyBindings } from '../../../../../renderer/shared/commands/key-bindings'
import { i18n } from '../../../../../renderer/shared/i18n'
import { usePreferences } from '../../../../../renderer/shared/preferences'
import { connection } from '../../support/mount-products-page'
import { sitInMainProcess } from '../../support/fake-bridge'
import { change } from './builders'
import { startStores } from '../../support/stores'

const changes = [1, 2, 3].map((number) => change({ number }))
let list: VueWrapper

beforeEach(async () => {
  sitInMainProcess()
  startStores()
  const props = { groups: [], total: 3, at: (index: number) => changes[index] }
  const look = { before: connection, after: connection, current: null, markable: true, label: 'Changes' }
  list = mount(ChangeList, {
    props: { ...props, ...look, now: Date.now(), syncing: false },
    global: { plugins: [i18n] },
    attachTo: document.body
  })
  await flushPromises()
})
afterEach(() => list.unmount())

async function press(key: string, code: string, on: Element | null = document.activeElement): Promise<void> {
  on?.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))
  await flushPromises()
}
const focused = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index

it('makes its rows higher when the texts are made larger', async () => {
  const rows = list.get<HTMLElement>('.rows').element.style
  expect(rows.getPropertyValue('--row')).toBe('64px')
  void usePreferences().set({ textSize: 150 })
  await flushPromises()
  expect([rows.getPropertyValue('--row'), rows.getPropertyValue('--height')]).toEqual(['96px', '288px'])
})

it('J, K and S go through changes and mark them, also where the keyboard writes another script on them', async () => {
  await press('ت', 'KeyJ', document.body)
  expect(focused()).toBe('0')
  await press('ت', 'KeyJ')
  await press('j', 'KeyJ')
  expect(focused()).toBe('2')
  await press('ن', 'KeyK')
  expect(focused()).toBe('1')
  await press('س', 'KeyS')
  expect(list.emitted('seen')).toEqual([[1, true]])
})

it('goes and marks by the keys that a person chose, and by arrows alone where letters are switched off', async () => {
  onTestFinished(() => setKeyBindings({ keys: {}, letterKeys: true }))
  setKeyBindings({ keys: { 'next-product': 'Y', seen: 'Q' }, letterKeys: true })
  await press('j', 'KeyJ', document.body)
  expect(focused()).toBeUndefined()
  await press('y', 'KeyY', document.body)
  await press('y', 'KeyY')
  await press('s', 'KeyS')
  await press('q', 'KeyQ')
  expect([focused(), list.emitted('seen')]).toEqual(['1', [[1, true]]])
  expect(list.text()).toContain('Y and K go to')
  setKeyBindings({ keys: {}, letterKeys: false })
  for (const key of ['j', 'k', 's']) await press(key, `Key${key.toUpperCase()}`)
  expect([focused(), list.emitted('seen')]).toEqual(['1', [[1, true]]])
  await press('ArrowDown', 'ArrowDown')
  expect(focused()).toBe('2')
  await flushPromises()
  expect(list.text()).not.toContain('go to the next')
})

it('S marks the current change from outside the list too, as right after the page was opened', async () => {
  await press('s', 'KeyS', document.body)
  expect(list.emitted('seen')).toBeUndefined()
  await list.setProps({ current: 2 })
  await press('s', 'KeyS', document.body)
  expect([focused(), list.emitted('seen')]).toEqual([undefined, [[2, true]]])
})

it('takes and promises no key that marks as seen where nothing can be, as between two syncs', async () => {
  expect(list.text()).toContain('S marks it as seen')
  await list.setProps({ markable: false })
  expect(list.text()).toContain('K go to the next and the previous change, Enter')
  await press('j', 'KeyJ', document.body)
  await press('s', 'KeyS')
  expect([focused(), list.emitted('seen')]).toEqual(['0', undefined])
})

it('J and K go on from the current change, wherever a person is', async () => {
  await list.setProps({ current: 1 })
  await press('j', 'KeyJ', document.body)
  expect(focused()).toBe('2')
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await press('k', 'KeyK', document.body)
  expect(focused()).toBe('0')
})
