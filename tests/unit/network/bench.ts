import { fail, ok } from '../../../electron/contract/failure'
import { defaultPreferences } from '../../../electron/contract/preference-choices'
import type { PreferencesChange } from '../../../electron/contract/preferences'
import { createNetworkSettings, type NetworkSettings } from '../../../electron/network/network-settings'
import { defaultSettings, type Settings } from '../../../electron/settings/schema'
import { managedBy, preferencesIn } from '../../support/preferences'

export interface NetworkBench {
  settings: NetworkSettings
  /** As a person has chosen it, and as the file has it. */
  chosen: () => PreferencesChange
  /** How often what is in force was changed. */
  changes: () => number
  /** The file that the person chooses next; null: none. */
  choose: (path: string | null) => void
  /** From now on the disk refuses. */
  breakDisk: () => void
  /** Forgets all preferences. */
  reset: () => Promise<unknown>
}

interface NetworkWish extends PreferencesChange {
  /** What the organization's file says. */
  managed?: unknown
}

/** Network settings in preferences whose file is in memory only. */
export function networkBench({ managed = {}, ...first }: NetworkWish = {}): NetworkBench {
  let file: Settings = { ...defaultSettings(), preferences: first }
  let path: string | null = null
  let changes = 0
  let isBroken = false
  const preferences = preferencesIn(
    {
      get: () => file,
      remember: (change) => {
        file = change(file)
        return Promise.resolve(isBroken ? fail('storage-failed') : ok(null))
      }
    },
    { managed: managedBy(managed), onChange: () => settings.preferencesChanged() }
  )
  const settings = createNetworkSettings({
    preferences,
    askForFile: () => Promise.resolve(path),
    onChange: () => (changes += 1)
  })
  return {
    settings,
    chosen: () => file.preferences,
    changes: () => changes,
    choose: (next) => (path = next),
    breakDisk: () => (isBroken = true),
    reset: () => preferences.reset()
  }
}

/** What there is at first. */
export const { proxy: firstProxy } = defaultPreferences
