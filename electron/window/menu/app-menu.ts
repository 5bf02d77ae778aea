import { BrowserWindow, Menu, type WebContents } from 'electron'
import type { EditCommand, MenuCommand, MenuState } from '../../contract/menu'
import type { Words } from '../words'
import { applyMenuState, menuTemplate, type MenuOptions } from './menu'
import { textMenu } from './text-menu'

interface AppMenu {
  /** Rebuilds the menu, as when the language changes. */
  install: () => void
  setState: (state: MenuState) => void
}

interface AppMenuOptions extends Omit<MenuOptions, 'words' | 'isRightToLeft' | 'edit' | 'send'> {
  /** To the page. */
  send: (command: MenuCommand | EditCommand) => void
  words: () => Words
  isRightToLeft: () => boolean
  /** The page, while there is one. */
  contents: () => WebContents | null
}

/** The state without a page: nothing is enabled. */
export const emptyMenuState: MenuState = { enabled: [], checked: [], isInText: false }

/** The application menu, in the state that the page sent last. */
export function createAppMenu(options: AppMenuOptions): AppMenu {
  const { isMac, send, contents } = options
  let state = emptyMenuState

  function edit(act: EditCommand): void {
    const page = contents()
    const isPage = !isMac || BrowserWindow.getFocusedWindow()?.webContents === page
    if (isPage && !state.isInText) send(act)
    else if (isMac) Menu.sendActionToFirstResponder(selectors[act])
    else if (page !== null) editText(page, act)
  }

  return {
    install() {
      const [words, isRightToLeft] = [options.words(), options.isRightToLeft()]
      const menu = Menu.buildFromTemplate(menuTemplate({ ...options, words, isRightToLeft, edit }))
      applyMenuState(menu, state, isMac)
      Menu.setApplicationMenu(menu)
    },
    setState(next) {
      state = next
      const menu = Menu.getApplicationMenu()
      if (menu) applyMenuState(menu, state, isMac)
    }
  }
}

/** On macOS the item applies to whatever has the focus, also a field in a system dialog. */
const selectors: Record<EditCommand, string> = { undo: 'undo:', redo: 'redo:', 'select-all': 'selectAll:' }

function editText(page: WebContents, act: EditCommand): void {
  if (act === 'undo') page.undo()
  else if (act === 'redo') page.redo()
  else page.selectAll()
}

/** Shows a context menu for texts wherever the page has none of its own: Electron brings none. */
export function showTextMenus(window: BrowserWindow, words: () => Words): void {
  window.webContents.on('context-menu', (_, params) => {
    const items = textMenu(params, words().menu)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}
