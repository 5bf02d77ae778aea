import type { AppInfo } from '../contract/channels'
import { fail, ok } from '../contract/failure'
import type { MenuState } from '../contract/menu'
import type { PageSnapshot } from '../contract/page-snapshot'
import type { HandlersOf } from './handlers'

export interface AppHandlersDeps {
  info: AppInfo
  /** Hands an https address to the person's browser; false: it was no such address. */
  openExternal: (url: string) => Promise<boolean>
  setMenuState: (state: MenuState) => void
  /** Keeps what the next start is to show first; null: nothing. */
  keepSnapshot: (snapshot: PageSnapshot | null) => void
}

export function appHandlers(deps: AppHandlersDeps): HandlersOf<'app'> {
  const { info, openExternal, setMenuState, keepSnapshot } = deps
  return {
    'app:info': () => ok(info),
    'app:open-external': async ({ url }) =>
      (await openExternal(url)) ? ok(null) : fail('input-invalid', { field: 'url' }),
    'app:menu-state': (state) => {
      setMenuState(state)
      return ok(null)
    },
    'app:keep-snapshot': (snapshot) => {
      keepSnapshot(snapshot)
      return ok(null)
    }
  }
}
