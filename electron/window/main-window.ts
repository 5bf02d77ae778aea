import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import type { Log } from '../log/log'
import type { SettingsStore, Settings, WindowState } from '../settings'
import { minSize, openingBounds } from './bounds'
import { startUrl } from './protocol/origin'
import { recoverWindow } from './recover'
import type { Words } from './words'

/** ms after which a window is shown that has not painted: on Wayland Chromium may not tell of a hidden one that it has (fault 122). */
const longestHidden = 2500
/** ms in which a page paints that is there. */
const untilPainted = 500

/** The page's own grounds (`--ground` in the renderer's tokens), so that no white flashes before it paints. */
const grounds = { light: '#f4f2ed', dark: '#161513' }

const ground = (): string => (nativeTheme.shouldUseDarkColors ? grounds.dark : grounds.light)

/** Makes the one window, where it was left; it shows itself when its page has painted, or has not for too long. */
function makeWindow(preloadFile: string, saved: WindowState | null): BrowserWindow {
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()]
  const screens = displays.map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...openingBounds(saved, screens),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    // Until the page says its own.
    title: app.getName(),
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
  showOnce(window, () => {
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
  /** The window cannot be shown any more, for this reason. */
  giveUp: (reason: string) => void
}

/** Opens the window with its page, as it was left. */
export function openWindow(preloadFile: string, left: Pick<Settings, 'window' | 'zoomLevel'>): BrowserWindow {
  const window = makeWindow(preloadFile, left.window)
  // From then on Chromium keeps it itself, also when the page is loaded again.
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(left.zoomLevel))
  // Whoever cares for the window hears of it too.
  window.loadURL(startUrl).catch(() => undefined)
  return window
}

/** Remembers where the window is left, and shows its page again when that has crashed or hangs. */
export function careForWindow(window: BrowserWindow, { settings, log, words, giveUp }: WindowCare): void {
  const remember = (): void => rememberBounds(window, settings)
  window.webContents.on('did-fail-load', (_, code, description) =>
    log.error('the page did not load', { code, description })
  )
  window.on('close', remember)
  // Windows ends its session without closing windows: what can still be done in order is (fault 128).
  window.on('query-session-end', remember)
  window.on('session-end', () => app.quit())
  recoverWindow(window, {
    load: () => void window.loadURL(startUrl).catch(() => undefined),
    giveUp,
    askAboutHang: (signal) => askAboutHang(window, words(), signal),
    log
  })
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

function rememberBounds(window: BrowserWindow, settings: SettingsStore): void {
  const state = { ...window.getNormalBounds(), maximized: window.isMaximized() }
  const zoomLevel = window.webContents.getZoomLevel()
  void settings.remember((current) => ({ ...current, window: state, zoomLevel }))
}

function showOnce(window: BrowserWindow, show: () => void): void {
  let isShown = false
  const showNow = (): void => {
    if (isShown || window.isDestroyed()) return
    isShown = true
    show()
  }
  window.once('ready-to-show', showNow)
  window.webContents.once('did-finish-load', () => setTimeout(showNow, untilPainted))
  setTimeout(showNow, longestHidden)
}

async function askAboutHang(
  window: BrowserWindow,
  words: Words,
  signal: AbortSignal
): Promise<'wait' | 'reload'> {
  const { title, text, wait, reload } = words.hang
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    title: words.app,
    message: title,
    detail: text,
    buttons: [wait, reload],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal
  })
  return response === 1 ? 'reload' : 'wait'
}
