import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../contract/channels'
import { words } from './words'

export interface MenuOptions {
  isMac: boolean
  /** Developer tools and reload are for developers only. */
  isPackaged: boolean
  send: (command: MenuCommand) => void
}

/** The application menu, in the order and with the keys that each system's people know. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const app: MenuItemConstructorOptions[] = options.isMac ? [{ role: 'appMenu' }] : []
  return [
    ...app,
    fileMenu(options),
    editMenu(options),
    viewMenu(options),
    {
      label: words.menu.window,
      role: 'windowMenu'
    }
  ]
}

function fileMenu({ isMac, send }: MenuOptions): MenuItemConstructorOptions {
  return {
    label: words.menu.file,
    submenu: [
      {
        label: words.menu.newConnection,
        accelerator: 'CmdOrCtrl+N',
        click: () => send('new-connection')
      },
      { type: 'separator' },
      isMac ? { role: 'close' } : { role: 'quit' }
    ]
  }
}

/** What every system has under Edit, and Find. */
function editMenu({ send }: MenuOptions): MenuItemConstructorOptions {
  return {
    label: words.menu.edit,
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'delete' },
      { role: 'selectAll' },
      { type: 'separator' },
      { label: words.menu.find, accelerator: 'CmdOrCtrl+F', click: () => send('find') }
    ]
  }
}

function viewMenu({ isMac, isPackaged, send }: MenuOptions): MenuItemConstructorOptions {
  const refresh = (accelerator: string): MenuItemConstructorOptions => ({
    label: words.menu.refresh,
    accelerator,
    click: () => send('refresh')
  })
  const developer: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'toggleDevTools' }]
  return {
    label: words.menu.view,
    submenu: [
      refresh('CmdOrCtrl+R'),
      // An item has one key; this one only carries the other.
      { ...refresh('F5'), visible: false, acceleratorWorksWhenHidden: true },
      { label: words.menu.sync, accelerator: 'CmdOrCtrl+Shift+R', click: () => send('sync') },
      { type: 'separator' },
      turn(words.menu.firstPage, null, () => send('first-page')),
      turn(words.menu.previousPage, isMac ? null : 'Ctrl+Left', () => send('previous-page')),
      turn(words.menu.nextPage, isMac ? null : 'Ctrl+Right', () => send('next-page')),
      turn(words.menu.lastPage, null, () => send('last-page')),
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { type: 'separator' },
      { role: 'togglefullscreen' },
      ...(isPackaged ? [] : developer)
    ]
  }
}

/**
 * The page itself listens to the keys that turn pages: it knows when a person edits a text, where they move by
 * words. So the menu shows them and does not take them; macOS cannot do that, and shows none.
 */
function turn(label: string, accelerator: string | null, click: () => void): MenuItemConstructorOptions {
  return accelerator === null ? { label, click } : { label, click, accelerator, registerAccelerator: false }
}
