import type { AppInfo } from '../contract/channels'
import { ok } from '../contract/failure'
import type { MenuState } from '../contract/menu'
import type { HandlersOf } from '../contract/bridge'

export interface AppHandlersDeps {
  info: AppInfo
  setMenuState: (state: MenuState) => void
  /** The page shows what a person waits for. */
  onShown: () => void
}

export function appHandlers(deps: AppHandlersDeps): HandlersOf<'app'> {
  const { info, setMenuState, onShown } = deps
  return {
    'app:info': () => ok(info),
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
