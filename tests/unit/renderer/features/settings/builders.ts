import { defaultPreferences } from '../../../../../electron/contract/preference-choices'
import type { PreferencesState } from '../../../../../electron/contract/preferences'

/** The preferences of somebody who has chosen nothing, where nobody has set anything, save what the test sets. */
export function preferencesState(changes: Partial<PreferencesState> = {}): PreferencesState {
  return {
    preferences: defaultPreferences,
    locked: [],
    chosen: [],
    language: 'en',
    managed: { path: '/etc/vitrine/policy.json', state: 'none', problems: [] },
    unsaved: null,
    ...changes
  }
}
