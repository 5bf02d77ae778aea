import { Menu } from 'electron'
import type { MenuState } from '../contract/menu'
import type { Words } from './words'
import { applyMenuState, menuTemplate, type MenuOptions } from './menu'

export interface AppMenu {
  /** Builds the menu anew, as when its words are others now. */
  install: () => void
  setState: (state: MenuState) => void
}

/** The application menu, which stands as the page told it last. */
export function createAppMenu(
  options: Omit<MenuOptions, 'words' | 'isRightToLeft'> & { words: () => Words; isRightToLeft: () => boolean }
): AppMenu {
  let state: MenuState = { enabled: [], checked: [] }
  return {
    install() {
      const [words, isRightToLeft] = [options.words(), options.isRightToLeft()]
      const menu = Menu.buildFromTemplate(menuTemplate({ ...options, words, isRightToLeft }))
      applyMenuState(menu, state)
      Menu.setApplicationMenu(menu)
    },
    setState(next) {
      state = next
      const menu = Menu.getApplicationMenu()
      if (menu) applyMenuState(menu, state)
    }
  }
}
