import type { AppLog } from '../log/log'
import { readManagedFile, type Managed } from './managed/file'
import type { ManagedPlace } from './managed/place'
import { loadSettings } from './load'
import { SettingsStore } from './settings'

export { settingsHandlers } from './handlers'
export { createPreferences, type PreferencesStore } from './preferences'
export type { ManagedConnection } from './managed/connections'
export type { ManagedPlace } from './managed/place'
export { codeOf } from './load'
export type { SavedConnection, Settings, TeamItems, WindowState } from './schema'
export { auditRulesOf, namedViewsOf, teamItemsOf, viewsOf, withDensity } from './settings'
export type { SettingsStore } from './settings'

/** The settings from before the start: the person's and the organization's. */
export interface Profile {
  settings: SettingsStore
  managed: Managed
}

/** Reads both files concurrently. Never fails: problems are logged, and shown later. */
export async function openProfile(
  files: { settings: string; managed: ManagedPlace },
  log: AppLog
): Promise<Profile> {
  const [loaded, managed] = await Promise.all([loadSettings(files.settings), readManagedFile(files.managed)])
  if (loaded.readOnly !== null || loaded.damage !== null) {
    log.warn('settings could not be read', { ...loaded, settings: undefined })
  }
  if (managed.file.state === 'untrusted')
    log.warn('the managed settings are not trusted', { ...managed.file })
  if (managed.file.state === 'refused') log.warn('the managed settings are refused', { ...managed.file })
  return { settings: new SettingsStore(files.settings, loaded), managed }
}
