import { ok } from '../contract/failure'
import type { PreferencesStore } from '../settings/preferences'
import type { HandlersOf } from './handlers'

export interface PreferenceHandlersDeps {
  preferences: Pick<PreferencesStore, 'state' | 'set' | 'reset'>
}

export function preferenceHandlers({ preferences }: PreferenceHandlersDeps): HandlersOf<'preferences'> {
  return {
    'preferences:get': () => ok(preferences.state()),
    'preferences:set': (change) => preferences.set(change),
    'preferences:reset': async () => ok(await preferences.reset())
  }
}
