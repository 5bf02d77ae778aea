import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import KeyboardSection from '../../../../../renderer/features/settings/KeyboardSection.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { setKeyBindings } from '../../../../../renderer/shared/commands/key-bindings'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { preferencesState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let section: VueWrapper

beforeEach(async () => {
  main = sitInMainProcess()
  main.always('preferences:set', () => ok(preferencesState()))
  startStores()
  section = mount(KeyboardSection, { global: { plugins: [i18n] }, attachTo: document.body })
  await flushPromises()
})
afterEach(() => {
  section.unmount()
  setKeyBindings({ keys: {}, letterKeys: true })
})

/** Chooses the key of a command. */
async function press(command: string, key: string): Promise<void> {
  await section.get(`[data-record="${command}"]`).trigger('click')
  await section.get(`[data-record="${command}"]`).trigger('keydown', { key })
  await flushPromises()
}

async function answer(words: string): Promise<void> {
  const button = section.findAll('[data-taken] button').find((each) => each.text().startsWith(words))
  await button?.trigger('click')
  await flushPromises()
}

const asked = (): unknown => main.asked('preferences:set').at(-1)?.input

it('a key that is another command’s is asked about beside the command, with the keyboard on the answer', async () => {
  await press('needs-work', 'a')
  expect(section.get('[data-taken]').text()).toContain(
    'A is the key for “Approve and go on”. Use it here instead?'
  )
  expect(
    section.get('[data-taken]').element.closest('li')?.querySelector('[data-record="needs-work"]')
  ).not.toBeNull()
  expect(document.activeElement?.textContent).toContain('Swap: W for “Approve and go on”')
  expect(main.asked('preferences:set')).toEqual([])
})

it('two commands swap their keys', async () => {
  await press('needs-work', 'a')
  await answer('Swap')
  expect(asked()).toEqual({ keys: { 'needs-work': 'A', approved: 'W' } })
  expect(section.find('[data-taken]').exists()).toBe(false)
  expect((document.activeElement as HTMLElement).dataset.record).toBe('needs-work')
})

it('a key is taken from another command, which has none then', async () => {
  await press('needs-work', 'a')
  await answer('Use it here')
  expect(asked()).toEqual({ keys: { 'needs-work': 'A', approved: '' } })
})

it('everything stays on Escape', async () => {
  await press('needs-work', 'a')
  await section.get('[data-taken] button').trigger('keydown', { key: 'Escape' })
  await flushPromises()
  expect(section.find('[data-taken]').exists()).toBe(false)
  expect(main.asked('preferences:set')).toEqual([])
})

it('a command whose first key was given away gets it back from whoever has it', async () => {
  const keys = { 'needs-work': 'A', approved: 'W' }
  main.emit(
    'preferences:changed',
    preferencesState({ preferences: { ...preferencesState().preferences, keys } })
  )
  await flushPromises()
  await section.get('[aria-label="Reset the key for Approve and go on"]').trigger('click')
  await flushPromises()
  expect(asked()).toEqual({ keys: {} })
})
