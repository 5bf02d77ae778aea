import type { AppInfo } from '../contract/channels'
import { fail, ok } from '../contract/failure'
import type { MenuState } from '../contract/menu'
import type { HandlersOf } from './handlers'

export interface AppHandlersDeps {
  info: AppInfo
  /** Hands an https address to the person's browser; false: it was no such address. */
  openExternal: (url: string) => Promise<boolean>
  /** Shows the logs in the system's own way; false: there are none. */
  showLogs: () => Promise<boolean>
  setMenuState: (state: MenuState) => void
}

export function appHandlers({
  info,
  openExternal,
  showLogs,
  setMenuState
}: AppHandlersDeps): HandlersOf<'app'> {
  return {
    'app:info': () => ok(info),
    'app:show-logs': async () => ((await showLogs()) ? ok(null) : fail('not-found')),
    'app:open-external': async ({ url }) =>
      (await openExternal(url)) ? ok(null) : fail('input-invalid', { field: 'url' }),
    'app:menu-state': (state) => {
      setMenuState(state)
      return ok(null)
    }
  }
}
