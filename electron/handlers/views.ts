import { fail, ok } from '../contract/failure'
import type { SettingsStore } from '../settings/settings'
import type { HandlersOf } from './handlers'

export interface ViewHandlersDeps {
  settings: SettingsStore
  /** Views of connections that do not exist are not kept. */
  isKnown: (connectionId: string) => boolean
}

export function viewHandlers({ settings, isKnown }: ViewHandlersDeps): HandlersOf<'views'> {
  return {
    'views:get': ({ connectionId }) => {
      const { views, savedViews } = settings.get()
      return ok({ state: views[connectionId] ?? null, saved: savedViews[connectionId] ?? [] })
    },
    'views:save': ({ connectionId, view }) => {
      if (!isKnown(connectionId)) return fail('connection-unknown')
      return settings.remember((current) => ({
        ...current,
        views: { ...current.views, [connectionId]: view }
      }))
    },
    'views:save-named': ({ connectionId, saved }) => {
      if (!isKnown(connectionId)) return fail('connection-unknown')
      return settings.remember((current) => ({
        ...current,
        savedViews: { ...current.savedViews, [connectionId]: saved }
      }))
    }
  }
}
