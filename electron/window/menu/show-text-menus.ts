import { Menu, type BrowserWindow } from 'electron'
import { textMenu } from './text-menu'
import type { Words } from '../words'

/** Shows a context menu for texts wherever the page has none of its own: Electron brings none. */
export function showTextMenus(window: BrowserWindow, words: () => Words): void {
  window.webContents.on('context-menu', (_, params) => {
    const items = textMenu(params, words().menu)
    if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
  })
}
