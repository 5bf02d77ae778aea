import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import type { Log } from '../log'
import type { WindowState } from '../settings/schema'
import type { SettingsStore } from '../settings/settings'
import { minSize, openingBounds } from './bounds'
import { createCrashGuard } from './crash-guard'
import { startUrl } from './origin'
import type { Words } from './words'

/** The page's own grounds (`--ground` in the renderer's tokens), so that no white flashes before it paints. */
const grounds = { light: '#f4f2ed', dark: '#161513' }

const ground = (): string => (nativeTheme.shouldUseDarkColors ? grounds.dark : grounds.light)

export interface WindowLook {
  preloadFile: string
  /** Where it was left; null: it never was. */
  saved: WindowState | null
  /** Until the page says its own. */
  title: string
}

/** Makes the one window, where it was left; it shows itself when its page has painted. */
export function makeWindow({ preloadFile, saved, title }: WindowLook): BrowserWindow {
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()]
  const screens = displays.map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...openingBounds(saved, screens),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    title,
    backgroundColor: ground(),
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // It would fetch its dictionaries from a server of Chromium's maker.
      spellcheck: false,
      devTools: !app.isPackaged
    }
  })
  window.once('ready-to-show', () => {
    if (saved?.maximized) window.maximize()
    window.show()
  })
  followTheme(window)
  return window
}

export interface WindowCare {
  settings: SettingsStore
  log: Log
  words: () => Words
}

/** Opens the window with its page, which takes its title. */
export function openMainWindow(preloadFile: string, care: WindowCare): BrowserWindow {
  const { settings, log, words } = care
  const window = makeWindow({ preloadFile, saved: settings.get().window, title: words().app })
  // From then on Chromium keeps it itself, also when the page is loaded again.
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(settings.get().zoomLevel))
  careForWindow(window, care)
  load(window, log)
  return window
}

/** Remembers where the window is left, and shows its page again when that has crashed. */
export function careForWindow(window: BrowserWindow, { settings, log, words }: WindowCare): void {
  window.on('close', () => rememberBounds(window, settings))
  comeBack(window, log, words)
}

/** Brings the window before the person, for whom it may be minimized or behind others. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** What is seen where the window grows before its page does. */
function followTheme(window: BrowserWindow): void {
  const follow = (): void => window.setBackgroundColor(ground())
  nativeTheme.on('updated', follow)
  window.on('closed', () => nativeTheme.off('updated', follow))
}

function load(window: BrowserWindow, log: Log): void {
  window.loadURL(startUrl).catch((error: unknown) => log.error('the page did not load', { error }))
}

function rememberBounds(window: BrowserWindow, settings: SettingsStore): void {
  const state = { ...window.getNormalBounds(), maximized: window.isMaximized() }
  const zoomLevel = window.webContents.getZoomLevel()
  void settings.remember((current) => ({ ...current, window: state, zoomLevel }))
}

function comeBack(window: BrowserWindow, log: Log, words: () => Words): void {
  const next = createCrashGuard()
  window.webContents.on('render-process-gone', (_, { reason }) => {
    if (reason === 'clean-exit') return
    log.error('the window crashed', { reason })
    if (next() === 'reload') load(window, log)
    else {
      const { title, text } = words().crash
      dialog.showErrorBox(title, text)
      app.quit()
    }
  })
}
