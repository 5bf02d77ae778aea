import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultPreferences } from '../../../../../electron/contract/preference-choices'
import type { LanguageChoice } from '../../../../../electron/contract/languages'
import LanguageSection from '../../../../../renderer/features/settings/LanguageSection.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { startStores } from '../../support/stores'
import { preferencesState } from './builders'

let main: MainProcess
let section: VueWrapper

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  section = mount(LanguageSection, { global: { plugins: [i18n] } })
})
afterEach(() => section.unmount())

async function choose(language: LanguageChoice): Promise<string> {
  main.emit(
    'preferences:changed',
    preferencesState({ preferences: { ...defaultPreferences, language }, chosen: ['language'] })
  )
  await flushPromises()
  return section.findAll('option[value=system]').map((option) => option.text())[1] ?? ''
}

it('formats that nobody chose are told to follow the system, as long as the language does', async () => {
  expect(await choose('system')).toBe('Same as system: 1,234.50')
})

it('formats that nobody chose are told to follow the language that is chosen', async () => {
  expect(await choose('de')).toBe('Same as language: 1.234,50')
  expect(await choose('ar')).toBe('Same as language: 1,234.50')
})
