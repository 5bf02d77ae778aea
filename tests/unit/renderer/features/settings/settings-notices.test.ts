import { mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { ManagedFile } from '../../../../../electron/contract/preferences'
import SettingsNotices from '../../../../../renderer/features/settings/SettingsNotices.vue'
import { i18n } from '../../../../../renderer/shared/i18n'
import { sitInMainProcess, type MainProcess } from '../../support/fake-bridge'
import { preferencesState } from './builders'
import { startStores } from '../../support/stores'

let main: MainProcess
let notices: VueWrapper

beforeEach(() => {
  main = sitInMainProcess()
  startStores()
  notices = mount(SettingsNotices, { global: { plugins: [i18n] }, attachTo: document.body })
})
afterEach(() => notices.unmount())

async function tell(managed: ManagedFile): Promise<void> {
  main.emit('preferences:changed', preferencesState({ managed }))
  await nextTick()
}

const path = '/etc/vitrine/managed.json'

it('nothing is said where there is no file', async () => {
  await tell({ path, state: 'none', problems: [] })
  expect(notices.text()).toBe('')
})

it('fault 104: a file that not only administrators can change is said not to be in force: which, why, and what they do', async () => {
  await tell({
    path,
    state: 'untrusted',
    problems: [{ key: '/etc/vitrine', reason: 'Everybody can write to it (mode 0777)' }],
    remedy: ['sudo chown 0:0 /etc/vitrine', 'sudo chmod go-w /etc/vitrine']
  })
  const text = notices.text()
  expect(text).toContain('was ignored: people other than administrators could change it')
  expect(text).toContain(path)
  expect(text).toMatch(/\/etc\/vitrine\s*Everybody can write to it \(mode 0777\)/)
  expect(notices.findAll('code').map((each) => each.text())).toEqual([
    'sudo chown 0:0 /etc/vitrine',
    'sudo chmod go-w /etc/vitrine'
  ])
})

it('a file that cannot be used is said so, and asks for no commands', async () => {
  await tell({ path, state: 'refused', problems: [{ key: 'locked.updates', reason: 'Invalid option' }] })
  expect(notices.text()).toContain('locked.updates')
  expect(notices.find('code').exists()).toBe(false)
  expect(notices.text()).not.toContain('administrator')
})
