/// <reference types="electron" />
import { createRequire } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { absent } from './strict.ts'

type Name = keyof typeof Electron.Main | keyof typeof Electron.Common
type Exports = Record<Name, object>

const names = [
  'app', 'autoUpdater', 'BaseWindow', 'BrowserView', 'BrowserWindow', 'clipboard', 'ClipboardItem', 'contentTracing',
  'crashReporter', 'desktopCapturer', 'dialog', 'globalShortcut', 'ImageView', 'inAppPurchase', 'ipcMain',
  'IpcMainServiceWorker', 'Menu', 'MenuItem', 'MessageChannelMain', 'nativeImage', 'nativeTheme', 'net', 'netLog',
  'Notification', 'powerMonitor', 'powerSaveBlocker', 'protocol', 'pushNotifications', 'safeStorage', 'screen',
  'session', 'sharedTexture', 'shell', 'ShareMenu', 'systemPreferences', 'TouchBar', 'Tray', 'utilityProcess', 'View',
  'webContents', 'WebContentsView', 'webFrameMain', 'WebSocket'
] as const satisfies Name[] // prettier-ignore

// Only the main process's main thread has the real parts; a worker or a utility process may import the module, not use it.
const isApp = isMainThread && (process as { type?: string }).type === 'browser'
const parts = isApp ? (createRequire(import.meta.url)('./main.ts') as { parts: Partial<Exports> }).parts : {}
const electron = Object.fromEntries(
  names.map((name) => [name, parts[name] ?? absent(isApp ? name : `${name} (outside the main process)`)])
) as Record<(typeof names)[number], object> satisfies Exports

// `require('electron')` gives this object, `import electron from` too, and every name can be imported by itself.
export { electron as default, electron as 'module.exports' }
export const {
  app, autoUpdater, BaseWindow, BrowserView, BrowserWindow, clipboard, ClipboardItem, contentTracing,
  crashReporter, desktopCapturer, dialog, globalShortcut, ImageView, inAppPurchase, ipcMain,
  IpcMainServiceWorker, Menu, MenuItem, MessageChannelMain, nativeImage, nativeTheme, net, netLog,
  Notification, powerMonitor, powerSaveBlocker, protocol, pushNotifications, safeStorage, screen,
  session, sharedTexture, shell, ShareMenu, systemPreferences, TouchBar, Tray, utilityProcess, View,
  webContents, WebContentsView, webFrameMain, WebSocket
} = electron // prettier-ignore
