import type { AppInfo } from '../contract/channels'
import { fail, ok } from '../contract/failure'
import type { MenuState } from '../contract/menu'
import type { HandlersOf } from './handlers'

export interface AppHandlersDeps {
  info: AppInfo
  /** Hands an https address to the person's browser; false: it was no such address. */
  openExternal: (url: string) => Promise<boolean>
  setMenuState: (state: MenuState) => void
  /** The page shows what a person waits for. */
  onShown: () => void
}

export function appHandlers(deps: AppHandlersDeps): HandlersOf<'app'> {
  const { info, openExternal, setMenuState, onShown } = deps
  return {
    'app:info': () => ok(info),
    'app:open-external': async ({ url }) =>
      (await openExternal(url)) ? ok(null) : fail('input-invalid', { field: 'url' }),
    'app:shown': () => {
      onShown()
      return ok(null)
    },
    'app:menu-state': (state) => {
      setMenuState(state)
      return ok(null)
    }
  }
}
