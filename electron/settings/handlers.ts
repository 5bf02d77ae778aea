import { fail, ok } from '../contract/failure'
import type { PreferencesStore } from './preferences'
import { namedViewsOf, type SettingsStore } from './settings'
import type { Handlers, HandlersOf } from '../contract/handlers'

export interface SettingsHandlersDeps {
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
  return {
    'preferences:get': () => ok(preferences.state()),
    'preferences:set': (change) => preferences.set(change),
    'preferences:reset': async () => ok(await preferences.reset()),
    'views:get': ({ connectionId }) => {
      const { views } = settings.get()
      return ok({ state: views[connectionId] ?? null, ...namedViewsOf(settings.get(), connectionId) })
    },
    'views:save': ({ connectionId, view }) => {
      if (!isKnown(connectionId)) return fail('connection-unknown')
      return settings.remember((current) => ({
        ...current,
        views: { ...current.views, [connectionId]: view }
      }))
    },
    'views:save-named': async ({ connectionId, saved }) => {
      if (!isKnown(connectionId)) return fail('connection-unknown')
      const result = await settings.remember((current) => ({
        ...current,
        savedViews: { ...current.savedViews, [connectionId]: saved }
      }))
      onNamedViews(connectionId)
      return result
    }
  }
}
