import { ok } from '../contract/failure'
import { forConnections, type Handlers, type HandlersOf } from '../contract/bridge'
import type { AppLog } from '../log/log'
import { loadSettings } from './load'
import { readManagedFile, type Managed } from './managed/file'
import type { ManagedPlace } from './managed/place'
import type { PreferencesStore } from './preferences'
import { namedViewsOf, SettingsStore } from './settings'

export { createPreferences, type PreferencesStore } from './preferences'
export type { ManagedConnection } from './managed/connections'
export type { ManagedPlace } from './managed/place'
export { codeOf } from './load'
export type { SavedConnection, Settings, TeamItems, WindowState } from './schema'
export { auditRulesOf, namedViewsOf, teamItemsOf, viewsOf, withDensity } from './settings'
export type { SettingsStore } from './settings'

/** The settings from before the start: the person's and the organization's. */
interface Profile {
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

interface SettingsHandlersDeps {
  settings: SettingsStore
  /** Views of unknown connections are not saved. */
  isKnown: (connectionId: string) => boolean
  preferences: Pick<PreferencesStore, 'state' | 'set' | 'reset'>
  /** The named views of a connection are not what they were. */
  onNamedViews: (connectionId: string) => void
}

type SettingsChannel = 'views:get' | 'views:save' | 'views:save-named'

export function settingsHandlers({
  preferences,
  settings,
  isKnown,
  onNamedViews
}: SettingsHandlersDeps): HandlersOf<'preferences'> & Pick<Handlers, SettingsChannel> {
  const of = forConnections(isKnown)
  return {
    'preferences:get': () => ok(preferences.state()),
    'preferences:set': (change) => preferences.set(change),
    'preferences:reset': async () => ok(await preferences.reset()),
    'views:get': ({ connectionId }) => {
      const { views } = settings.get()
      return ok({ state: views[connectionId] ?? null, ...namedViewsOf(settings.get(), connectionId) })
    },
    'views:save': of(({ connectionId, view }) =>
      settings.remember((current) => ({
        ...current,
        views: { ...current.views, [connectionId]: view }
      }))
    ),
    'views:save-named': of(async ({ connectionId, saved }) => {
      const result = await settings.remember((current) => ({
        ...current,
        savedViews: { ...current.savedViews, [connectionId]: saved }
      }))
      onNamedViews(connectionId)
      return result
    })
  }
}
