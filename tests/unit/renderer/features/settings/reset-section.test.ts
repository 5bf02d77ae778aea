import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fail, ok } from '../../../../../electron/contract/failure'
import ResetSection from '../../../../../renderer/features/settings/ResetSection.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { preferencesState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let section: VueWrapper

beforeEach(async () => {
  main = sitInMainProcess()
  startStores()
  section = mount(ResetSection, { global: { plugins: [i18n] }, attachTo: document.body })
  main.emit('preferences:changed', preferencesState({ chosen: ['textSize'] }))
  await flushPromises()
})
afterEach(() => section.unmount())

async function reset(): Promise<void> {
  await section.get('.reset').trigger('click')
  await flushPromises()
  const question = document.querySelector('[role=alertdialog]')
  const confirm = [...(question?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent.trim() === 'Reset settings'
  )
  confirm?.click()
  await flushPromises()
}

it('settings that were reset are said to be, and not that nothing was changed', async () => {
  main.always('preferences:reset', () => ok(preferencesState()))
  await reset()
  expect(section.get('[role=status]').text()).toBe('The settings were reset.')
})

it('settings that nobody has changed cannot be reset, and why is said', async () => {
  main.emit('preferences:changed', preferencesState({ chosen: ['proxy'] }))
  await flushPromises()
  expect(section.get('[role=status]').text()).toBe('Nothing was changed.')
  expect(section.get('.reset').attributes('aria-disabled')).toBe('true')
})

it('settings that could not be reset are not said to be', async () => {
  main.always('preferences:reset', () => fail('internal'))
  await reset()
  expect(section.find('[role=status]').exists()).toBe(false)
})
