import { flushPromises } from '@vue/test-utils'
import { effectScope, type EffectScope } from 'vue'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../../electron/contract/failure'
import type { PreferencesState } from '../../../../../electron/contract/preferences'
import { useCommandRegistry } from '../../../../../renderer/shared/commands/registry'
import { useAppCommands } from '../../../../../renderer/app/layout/use-app-commands'
import { usePreferences } from '../../../../../renderer/shared/preferences'
import { sitInMainProcess } from '../../support/fake-bridge'
import { preferencesState } from '../../features/settings/builders'
import { startStores } from '../../support/stores'

const initial = preferencesState()
let scope: EffectScope

async function begin(first: PreferencesState): Promise<void> {
  const main = sitInMainProcess()
  let state = first
  main.always('preferences:get', () => ok(state))
  main.always('preferences:set', (change) => {
    state = { ...state, preferences: Object.assign({}, state.preferences, change) }
    return ok(state)
  })
  await usePreferences().load()
  scope.run(useAppCommands)
}

beforeEach(() => {
  startStores()
  scope = effectScope()
})
afterEach(() => scope.stop())

describe('the command for the colors', () => {
  it('goes from those of the computer to light, to dark, and back', async () => {
    await begin(initial)
    const seen = []
    for (let press = 0; press < 3; press += 1) {
      useCommandRegistry().run('appearance')
      await flushPromises()
      seen.push(usePreferences().current.appearance)
    }
    expect(seen).toEqual(['light', 'dark', 'system'])
  })

  it('is not there where the organization has set them', async () => {
    await begin({ ...initial, locked: ['appearance'] })
    expect(useCommandRegistry().canRun('appearance')).toBe(false)
  })
})
