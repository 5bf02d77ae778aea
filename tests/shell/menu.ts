import type { BaseWindow, Menu, MenuItem, MenuItemConstructorOptions, PopupOptions } from 'electron'
import { app, windows } from './app.ts'
import type { ShellWindow } from './browser-window.ts'
import type { Accelerator } from './messages.ts'
import { StrictEmitter, cancelable, missing, strict } from './strict.ts'

type Options = MenuItemConstructorOptions
type Role = NonNullable<Options['role']>

interface RoleAction {
  label: string
  accelerator?: string
  run: (window: ShellWindow | undefined) => void
}
const edit = (label: string, command: string): RoleAction => ({
  label,
  run: (window) => window?.webContents.edit(command)
})
const zoomBy = (window: ShellWindow | undefined, step: number): void => {
  window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + step)
}
/** What roles do. Editing keys have no accelerator here: Chromium acts on those keys itself. */
const roles: Partial<Record<Role, RoleAction>> = {
  quit: { label: 'Quit', accelerator: 'CommandOrControl+Q', run: () => app.quit() },
  close: { label: 'Close Window', accelerator: 'CommandOrControl+W', run: (window) => window?.close() },
  minimize: { label: 'Minimize', accelerator: 'CommandOrControl+M', run: (window) => window?.minimize() },
  togglefullscreen: {
    label: 'Toggle Full Screen',
    accelerator: process.platform === 'darwin' ? 'Control+Command+F' : 'F11',
    run: (window) => window?.setFullScreen(!window.isFullScreen())
  },
  reload: {
    label: 'Reload',
    accelerator: 'CommandOrControl+R',
    run: (window) => window?.webContents.reload()
  },
  zoomIn: { label: 'Zoom In', accelerator: 'CommandOrControl+Plus', run: (window) => zoomBy(window, 0.5) },
  zoomOut: { label: 'Zoom Out', accelerator: 'CommandOrControl+-', run: (window) => zoomBy(window, -0.5) },
  resetZoom: {
    label: 'Actual Size',
    accelerator: 'CommandOrControl+0',
    run: (window) => window?.webContents.setZoomLevel(0)
  },
  undo: edit('Undo', 'undo'),
  redo: edit('Redo', 'redo'),
  cut: edit('Cut', 'cut'),
  copy: edit('Copy', 'copy'),
  paste: edit('Paste', 'paste'),
  delete: edit('Delete', 'delete'),
  selectAll: edit('Select All', 'selectAll')
}
/** Roles that stand for a whole menu. */
const menus: Partial<Record<Role, [label: string, roles: Role[]]>> = {
  appMenu: [app.getName(), ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']],
  fileMenu: ['File', [process.platform === 'darwin' ? 'close' : 'quit']],
  editMenu: ['Edit', ['undo', 'redo', 'cut', 'copy', 'paste', 'delete', 'selectAll']],
  viewMenu: ['View', ['reload', 'resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen']],
  windowMenu: ['Window', ['minimize', 'close']]
}

/** Electron's MenuItem: keeps what it was given, and can be clicked. */
export class ShellMenuItem implements Pick<
  MenuItem,
  'label' | 'enabled' | 'visible' | 'checked' | 'type' | 'id'
> {
  id: string
  label: string
  type: NonNullable<Options['type']>
  role: Role | undefined
  accelerator: string | undefined
  visible: boolean
  checked: boolean
  submenu: ShellMenu | undefined
  private readonly onClick: Options['click']
  private isEnabled: boolean

  constructor(options: Options) {
    const { role, type, submenu, click } = options
    const action = role && roles[role]
    const whole = role && menus[role]
    const children = submenu ?? whole?.[1].map((each) => ({ role: each }))
    this.id = options.id ?? ''
    this.role = role
    this.label = options.label ?? action?.label ?? whole?.[0] ?? role ?? ''
    this.type = type ?? (children ? 'submenu' : 'normal')
    this.accelerator =
      options.registerAccelerator === false ? undefined : (options.accelerator ?? action?.accelerator)
    this.isEnabled = options.enabled ?? true
    this.visible = options.visible ?? true
    this.checked = options.checked ?? false
    this.submenu = Array.isArray(children)
      ? ShellMenu.buildFromTemplate(children)
      : (children as ShellMenu | undefined)
    this.onClick = click
  }

  get enabled(): boolean {
    return this.isEnabled
  }

  set enabled(enabled: boolean) {
    if (enabled === this.isEnabled) return
    this.isEnabled = enabled
    tellKeysSoon()
  }

  /** Does what choosing the item does; `menuItem.click()` acts on the focused window. */
  click(_event?: unknown, window: ShellWindow | undefined = focusedWindow()): void {
    if (!this.enabled) return
    if (this.type === 'checkbox') this.checked = !this.checked
    const role = this.role && roles[this.role]
    if (role) role.run(window)
    else if (this.role) throw missing(`menu role '${this.role}'`)
    else this.onClick?.(this as never, window as BaseWindow | undefined, {})
  }
}

const popupOptions = [
  'window',
  'frame',
  'x',
  'y',
  'positioningItem',
  'sourceType',
  'callback'
] satisfies (keyof PopupOptions)[]
/** The menu that is open over a window; a computer has one at a time. */
let opened: { menu: ShellMenu; callback: unknown } | undefined

/** Electron's Menu, without a picture of it: its items can be found and clicked, and their keys work in the page. */
export class ShellMenu
  extends StrictEmitter
  implements Pick<Menu, 'getMenuItemById' | 'popup' | 'closePopup'>
{
  readonly items: ShellMenuItem[] = []

  constructor() {
    super('Menu', ['menu-will-show', 'menu-will-close'])
    return strict('Menu', this)
  }

  static buildFromTemplate(template: (Options | ShellMenuItem)[]): ShellMenu {
    const menu = new ShellMenu()
    for (const each of template) menu.append(each instanceof ShellMenuItem ? each : new ShellMenuItem(each))
    return menu
  }

  static setApplicationMenu(menu: ShellMenu | null): void {
    applicationMenu = menu
    tellKeysSoon()
  }

  static getApplicationMenu(): ShellMenu | null {
    return applicationMenu
  }

  append(item: ShellMenuItem): void {
    this.items.push(item)
  }

  getMenuItemById(id: string): never {
    return (allItems(this).find((item) => item.id === id) ?? null) as never
  }

  /** Opens the menu over a window, where nobody sees it: it stays open until it is closed or another one opens. */
  popup(options: PopupOptions = {}): void {
    if (typeof options !== 'object' || (options as unknown) === null)
      throw new TypeError('Options must be an object')
    const wrong = Object.keys(options).find((name) => !(popupOptions as string[]).includes(name))
    if (wrong) throw missing(`Menu.popup option '${wrong}'`)
    if (windows.size === 0) throw new Error('Cannot open Menu without a BaseWindow present')
    opened?.menu.closePopup()
    opened = { menu: this, callback: options.callback }
    this.emit('menu-will-show', cancelable({}))
  }

  closePopup(): void {
    if (opened?.menu !== this) return
    const { callback } = opened
    opened = undefined
    this.emit('menu-will-close', cancelable({}))
    if (typeof callback === 'function') setImmediate(callback as () => void)
  }
}

let applicationMenu: ShellMenu | null = null
let isTelling = false

/** Tells the pages the menu's keys, once for all items that change at a time. */
function tellKeysSoon(): void {
  if (isTelling) return
  isTelling = true
  queueMicrotask(() => {
    isTelling = false
    const list = acceleratorList()
    for (const { webContents } of windows.values()) webContents.tell({ kind: 'accelerators', list })
  })
}

function allItems(menu: ShellMenu | null | undefined): ShellMenuItem[] {
  return menu?.items.flatMap((item) => [item, ...allItems(item.submenu)]) ?? []
}

function focusedWindow(): ShellWindow | undefined {
  return [...windows.values()].find((window) => window.isFocused())
}

/** Key names that differ between Electron's accelerators and the page's key events. */
const keyNames: Record<string, string> = {
  plus: '+', space: ' ', esc: 'escape', return: 'enter', up: 'arrowup', down: 'arrowdown', left: 'arrowleft', right: 'arrowright'
} // prettier-ignore

function parse(accelerator: string, id: number): Accelerator {
  const parts = accelerator.toLowerCase().split('+')
  const key = parts.pop() ?? ''
  const has = (...names: string[]): boolean => names.some((name) => parts.includes(name))
  const command = has('commandorcontrol', 'cmdorctrl')
  const isMac = process.platform === 'darwin'
  return {
    id,
    key: keyNames[key] ?? key,
    ctrl: has('ctrl', 'control') || (command && !isMac),
    meta: has('cmd', 'command', 'super', 'meta') || (command && isMac),
    alt: has('alt', 'option', 'altgr'),
    shift: has('shift')
  }
}

/** The keys of the application menu; an item's id is its place in the menu. */
export function acceleratorList(): Accelerator[] {
  return allItems(applicationMenu).flatMap(({ accelerator, enabled }, id) =>
    accelerator && enabled ? [parse(accelerator, id)] : []
  )
}

/** A page saw the key of a menu item that it had no use for itself. */
export function pressAccelerator(id: number, contentsId: number): void {
  const window = [...windows.values()].find(({ webContents }) => webContents.id === contentsId)
  allItems(applicationMenu)[id]?.click({}, window)
}

/** Electron's `Menu`. */
export const menuExport = strict('Menu', ShellMenu)
