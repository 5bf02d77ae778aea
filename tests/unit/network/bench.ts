import { fail, ok } from '../../../electron/contract/failure'
import {
  defaultNetworkPreferences,
  type NetworkPreferences
} from '../../../electron/contract/network-preferences'
import { createNetworkSettings, type NetworkSettings } from '../../../electron/network/network-settings'

export interface NetworkBench {
  settings: NetworkSettings
  /** As they are kept. */
  kept: () => NetworkPreferences
  /** How often something was changed. */
  changes: () => number
  /** The file that the person chooses next; null: none. */
  choose: (path: string | null) => void
  /** From now on the disk refuses. */
  breakDisk: () => void
}

/** Network settings on a file that is in memory only. */
export function networkBench(first: Partial<NetworkPreferences> = {}): NetworkBench {
  let kept: NetworkPreferences = { ...defaultNetworkPreferences, ...first }
  let chosen: string | null = null
  let changes = 0
  let isBroken = false
  const settings = createNetworkSettings({
    get: () => kept,
    keep: (preferences) => {
      if (isBroken) return Promise.resolve(fail('storage-failed'))
      kept = preferences
      return Promise.resolve(ok(null))
    },
    askForFile: () => Promise.resolve(chosen),
    onChange: () => (changes += 1)
  })
  return {
    settings,
    kept: () => kept,
    changes: () => changes,
    choose: (path) => (chosen = path),
    breakDisk: () => (isBroken = true)
  }
}
