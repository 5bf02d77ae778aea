import type { MenuItemConstructorOptions } from 'electron'
import {
  editCommands,
  menuCommands,
  type EditCommand,
  type MenuCommand,
  type MenuState
} from '../../contract/menu'
import type { Words } from '../words'

type Item = MenuItemConstructorOptions

export interface MenuOptions {
  isMac: boolean
  /** Whether to show the developer tools. */
  isPackaged: boolean
  send: (command: MenuCommand) => void
  /** Performs the command where the focus is, as its keys do. */
  edit: (act: EditCommand) => void
  openLogs: () => void
  words: Words
  /** In right-to-left languages the next page is on the left, and so is its key. */
  isRightToLeft: boolean
}

/** Commands of texts, some of which the page has too. */

const separator: Item = { type: 'separator' }

/** The application menu, in each system's usual order and with its keys. Items of commands have the command's id. */
export function menuTemplate(options: MenuOptions): Item[] {
  return [
    ...(options.isMac ? [appMenu(options)] : []),
    fileMenu(options),
    editMenu(options),
    viewMenu(options),
    windowMenu(options),
    helpMenu(options)
  ]
}

/** Disables what the page cannot do now, and checks what is on. Until the page has reported a state, everything is disabled. */
export function applyMenuState(
  menu: Pick<Electron.Menu, 'getMenuItemById'>,
  { enabled, checked, isInText }: MenuState,
  isMac: boolean
): void {
  for (const act of editCommands) {
    const item = menu.getMenuItemById(act)
    // On macOS these also belong to system dialogs, of which the page knows nothing.
    if (item) item.enabled = isMac || isInText || enabled.includes(act)
  }
  for (const command of menuCommands) {
    const items = [menu.getMenuItemById(command), menu.getMenuItemById(secondKey(command))]
    for (const item of items) {
      if (!item) continue
      item.enabled = enabled.includes(command)
      if (item.type === 'checkbox') item.checked = checked.includes(command)
    }
  }
}

/** An item has one accelerator; a second one needs an invisible item. */
const secondKey = (command: MenuCommand): string => `${command} (second key)`

function command(id: MenuCommand, { send, words }: MenuOptions, accelerator?: string): Item {
  const key = accelerator === undefined ? {} : { accelerator }
  return { id, label: words.menu[id], enabled: false, click: () => send(id), ...key }
}

function hidden(item: Item, accelerator: string): Item {
  return { ...item, accelerator, visible: false, acceleratorWorksWhenHidden: true }
}

/** The application menu of macOS. */
function appMenu(options: MenuOptions): Item {
  const { roles } = options.words.menu
  return {
    label: options.words.app,
    role: 'appMenu',
    submenu: [
      command('about', options),
      separator,
      command('settings', options, 'Cmd+,'),
      separator,
      { role: 'services', label: roles.services },
      separator,
      { role: 'hide', label: roles.hide },
      { role: 'hideOthers', label: roles.hideOthers },
      { role: 'unhide', label: roles.unhide },
      separator,
      { role: 'quit', label: roles.quit }
    ]
  }
}

function fileMenu(options: MenuOptions): Item {
  const { roles } = options.words.menu
  const elsewhere: Item[] = [
    separator,
    command('settings', options, 'Ctrl+,'),
    separator,
    { role: 'close', label: roles.close },
    { role: 'quit', label: roles.quit }
  ]
  return {
    label: options.words.menu.file,
    submenu: [
      command('new-connection', options, 'CmdOrCtrl+N'),
      command('export', options, 'CmdOrCtrl+E'),
      ...(options.isMac ? [separator, { role: 'close' as const, label: roles.close }] : elsewhere)
    ]
  }
}

/** The items that every system has under Edit, and Find. */
function editMenu(options: MenuOptions): Item {
  const { roles } = options.words.menu
  return {
    label: options.words.menu.edit,
    submenu: [
      editItem('undo', roles.undo, 'CmdOrCtrl+Z', options),
      editItem('redo', roles.redo, process.platform === 'win32' ? 'Ctrl+Y' : 'Shift+CmdOrCtrl+Z', options),
      separator,
      { role: 'cut', label: roles.cut },
      { role: 'copy', label: roles.copy },
      { role: 'paste', label: roles.paste },
      { role: 'delete', label: roles.delete },
      editItem('select-all', roles.selectAll, 'CmdOrCtrl+A', options),
      separator,
      command('find', options, 'CmdOrCtrl+F')
    ]
  }
}

/**
 * Not the role of that name, which works on texts only. The page and the edited text listen for the key, as for the keys that turn pages;
 * only macOS sends it through the menu.
 */
function editItem(act: EditCommand, label: string, accelerator: string, { isMac, edit }: MenuOptions): Item {
  return { id: act, label, accelerator, enabled: isMac, registerAccelerator: isMac, click: () => edit(act) }
}

function viewMenu(options: MenuOptions): Item {
  return {
    label: options.words.menu.view,
    submenu: [
      command('palette', options, 'CmdOrCtrl+K'),
      separator,
      command('go-today', options, 'CmdOrCtrl+1'),
      command('go-products', options, 'CmdOrCtrl+2'),
      command('go-review', options, 'CmdOrCtrl+3'),
      command('go-changes', options, 'CmdOrCtrl+4'),
      command('go-quality', options, 'CmdOrCtrl+5'),
      command('go-team', options, 'CmdOrCtrl+Shift+T'),
      separator,
      ...catalogItems(options),
      separator,
      { ...command('toggle-details', options), type: 'checkbox' },
      { ...command('toggle-sidebar', options, 'CmdOrCtrl+B'), type: 'checkbox' },
      separator,
      ...zoomItems(options)
    ]
  }
}

function catalogItems(options: MenuOptions): Item[] {
  const sync = command('sync', options, 'CmdOrCtrl+R')
  return [
    sync,
    hidden({ ...sync, id: secondKey('sync') }, 'F5'),
    separator,
    command('first-page', options),
    turn('previous-page', options, options.isRightToLeft ? 'Ctrl+Right' : 'Ctrl+Left'),
    turn('next-page', options, options.isRightToLeft ? 'Ctrl+Left' : 'Ctrl+Right'),
    command('last-page', options)
  ]
}

/**
 * The page listens for the keys that turn pages, because it knows when they move the cursor in a text instead. So the menu shows them
 * without registering them; macOS cannot do that, and shows none.
 */
function turn(id: MenuCommand, options: MenuOptions, accelerator: string): Item {
  if (options.isMac) return command(id, options)
  return { ...command(id, options, accelerator), registerAccelerator: false }
}

function zoomItems(options: MenuOptions): Item[] {
  const { roles } = options.words.menu
  const zoomIn: Item = { role: 'zoomIn', label: roles.zoomIn }
  return [
    { role: 'resetZoom', label: roles.resetZoom },
    zoomIn,
    // On many keyboards + needs Shift; people press the key without it.
    hidden(zoomIn, 'CmdOrCtrl+='),
    { role: 'zoomOut', label: roles.zoomOut },
    separator,
    { role: 'togglefullscreen', label: roles.togglefullscreen },
    ...(options.isPackaged
      ? []
      : [separator, { role: 'toggleDevTools' as const, label: roles.toggleDevTools }])
  ]
}

function windowMenu(options: MenuOptions): Item {
  const { roles } = options.words.menu
  const ofMac: Item[] = [
    { role: 'zoom', label: roles.zoom },
    separator,
    { role: 'front', label: roles.front }
  ]
  return {
    label: options.words.menu.window,
    role: 'windowMenu',
    submenu: [{ role: 'minimize', label: roles.minimize }, ...(options.isMac ? ofMac : [])]
  }
}

function helpMenu(options: MenuOptions): Item {
  return {
    label: options.words.menu.helpMenu,
    role: 'help',
    submenu: [
      command('help', options, 'F1'),
      command('shortcuts', options, 'CmdOrCtrl+/'),
      command('tour', options),
      separator,
      command('check-connection', options),
      { label: options.words.menu.openLogs, click: options.openLogs },
      ...(options.isMac ? [] : [separator, command('about', options)])
    ]
  }
}
