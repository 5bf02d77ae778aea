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
  expect(document.activeElement?.getAttribute('data-record')).toBe('approved')
  expect(section.get('[data-back]').text()).toBe('“Needs work and go on” has W back, too.')
})

it('a reset that concerns its own command alone keeps the keyboard there, and tells of no other', async () => {
  main.emit(
    'preferences:changed',
    preferencesState({ preferences: { ...preferencesState().preferences, keys: { approved: 'Q' } } })
  )
  await flushPromises()
  const button = section.get<HTMLElement>('[aria-label="Reset the key for Approve and go on"]')
  button.element.focus()
  await button.trigger('click')
  main.emit('preferences:changed', preferencesState())
  await flushPromises()
  expect(document.activeElement?.getAttribute('data-record')).toBe('approved')
  expect(section.find('[data-back]').exists()).toBe(false)
})

it.each([
  ['1', {}, '1 picks reasons and Today’s tasks. Press another key.'],
  ['k', { ctrlKey: true }, 'Ctrl+K cannot be used here.'],
  ['Enter', {}, '↵ cannot be used here.']
])('says why %s %o is not taken, and goes on waiting for a key', async (key, held, why) => {
  const button = section.get<HTMLElement>('[data-record="needs-work"]')
  button.element.focus()
  await button.trigger('click')
  await button.trigger('keydown', { key, ...held })
  await flushPromises()
  expect(section.get('[data-taken][role=alert]').text()).toContain(why)
  expect(main.asked('preferences:set')).toEqual([])
  expect(document.activeElement).toBe(button.element)
  await button.trigger('keydown', { key: 'q' })
  await flushPromises()
  expect(asked()).toEqual({ keys: { 'needs-work': 'Q' } })
  expect(section.find('[data-taken]').exists()).toBe(false)
})
