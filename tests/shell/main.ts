import { app } from './app.ts'
import { browserWindowExport } from './browser-window.ts'
import { clipboard, net, powerMonitor, powerSaveBlocker, screen, shell } from './desktop.ts'
import { dialog } from './dialog.ts'
import { ipcMain } from './ipc.ts'
import { ShellMenuItem, menuExport } from './menu.ts'
import { nativeImage } from './native-image.ts'
import { notificationExport } from './notification.ts'
import { protocol } from './protocol.ts'
import { session } from './session.ts'
import { nativeTheme } from './theme.ts'
import { utilityProcess } from './utility-process.ts'
import { webContents } from './web-contents.ts'

/** The modules of Electron that the shell has, by their names. */
export const parts = {
  app, BrowserWindow: browserWindowExport, clipboard, dialog, ipcMain, Menu: menuExport, MenuItem: ShellMenuItem,
  nativeImage, nativeTheme, net, Notification: notificationExport, powerMonitor, powerSaveBlocker, protocol, screen, session, shell, utilityProcess, webContents
} // prettier-ignore
