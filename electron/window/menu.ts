import type { MenuItemConstructorOptions } from 'electron'
import type { MenuCommand } from '../contract/channels'
import type { Words } from './words'

export interface MenuOptions {
  isMac: boolean
  /** Developer tools and reload are for developers only. */
  isPackaged: boolean
  send: (command: MenuCommand) => void
  words: Words['menu']
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
      label: options.words.window,
      role: 'windowMenu'
    }
  ]
}

function fileMenu({ isMac, send, words }: MenuOptions): MenuItemConstructorOptions {
  return {
    label: words.file,
    submenu: [
      {
        label: words.newConnection,
        accelerator: 'CmdOrCtrl+N',
        click: () => send('new-connection')
      },
      { label: words.settings, accelerator: 'CmdOrCtrl+,', click: () => send('settings') },
      { type: 'separator' },
      isMac ? { role: 'close' } : { role: 'quit' }
    ]
  }
}

/** What every system has under Edit, and Find. */
function editMenu({ send, words }: MenuOptions): MenuItemConstructorOptions {
  return {
    label: words.edit,
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
      { label: words.find, accelerator: 'CmdOrCtrl+F', click: () => send('find') }
    ]
  }
}

function viewMenu({ isMac, isPackaged, send, words }: MenuOptions): MenuItemConstructorOptions {
  const refresh = (accelerator: string): MenuItemConstructorOptions => ({
    label: words.refresh,
    accelerator,
    click: () => send('refresh')
  })
  const developer: MenuItemConstructorOptions[] = [{ type: 'separator' }, { role: 'toggleDevTools' }]
  return {
    label: words.view,
    submenu: [
      refresh('CmdOrCtrl+R'),
      // An item has one key; this one only carries the other.
      { ...refresh('F5'), visible: false, acceleratorWorksWhenHidden: true },
      { label: words.sync, accelerator: 'CmdOrCtrl+Shift+R', click: () => send('sync') },
      { type: 'separator' },
      turn(words.firstPage, null, () => send('first-page')),
      turn(words.previousPage, isMac ? null : 'Ctrl+Left', () => send('previous-page')),
      turn(words.nextPage, isMac ? null : 'Ctrl+Right', () => send('next-page')),
      turn(words.lastPage, null, () => send('last-page')),
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
