import { managedSchema, type Managed } from '../../electron/settings/managed/file'
import {
  createPreferences,
  type PreferencesDeps,
  type PreferencesStore
} from '../../electron/settings/preferences'

/** What an organization's file of this content sets. */
export function managedBy(content: unknown): Managed {
  return {
    file: { path: '/etc/vitrine/managed.json', state: 'in-force', problems: [] },
    settings: managedSchema.parse(content)
  }
}

/** The preferences in these settings, on a computer in English on which no organization has set anything. */
export function preferencesIn(
  settings: PreferencesDeps['settings'],
  more: Partial<PreferencesDeps> = {}
): PreferencesStore {
  return createPreferences({
    settings,
    managed: managedBy({}),
    systemLanguages: () => ['en-GB'],
    onChange: () => undefined,
    ...more
  })
}
