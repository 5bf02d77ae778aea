import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import type { Log } from '../log/log'
import type { SettingsStore, Settings, WindowState } from '../settings'
import { minSize, openingBounds } from './bounds'
import { startUrl } from './protocol/origin'
import { recoverWindow } from './recover'
import { showOnce } from './show-once'
import type { Words } from './words'

/** The page's background colors (`--ground` in the renderer's tokens), so that no white flashes before it paints. */
const grounds = { light: '#f4f2ed', dark: '#161513' }

const ground = (): string => (nativeTheme.shouldUseDarkColors ? grounds.dark : grounds.light)

/** Creates the one window where it was left; it is shown once its page has painted, or has taken too long. */
function makeWindow(preloadFile: string, saved: WindowState | null): BrowserWindow {
  const displays = [screen.getPrimaryDisplay(), ...screen.getAllDisplays()]
  const screens = displays.map(({ workArea }) => workArea)
  const window = new BrowserWindow({
    ...openingBounds(saved, screens),
    minWidth: minSize.width,
    minHeight: minSize.height,
    show: false,
    // Until the page sets its own.
    title: app.getName(),
    backgroundColor: ground(),
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      // It would download its dictionaries from a server of Google's.
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
  /** Called with the reason if the window cannot be shown anymore. */
  giveUp: (reason: string) => void
}

/** Opens the window with its page, as it was left. */
export function openWindow(preloadFile: string, left: Pick<Settings, 'window' | 'zoomLevel'>): BrowserWindow {
  const window = makeWindow(preloadFile, left.window)
  // Chromium keeps the zoom from then on, also across reloads.
  window.webContents.once('did-finish-load', () => window.webContents.setZoomLevel(left.zoomLevel))
  // A failure also reaches the window's listeners.
  window.loadURL(startUrl).catch(() => undefined)
  return window
}

/** Saves the window's bounds, and reloads its page after a crash or a hang. */
export function careForWindow(window: BrowserWindow, { settings, log, words, giveUp }: WindowCare): void {
  const remember = (): void => rememberBounds(window, settings)
  window.webContents.on('did-fail-load', (_, code, description) =>
    log.error('the page did not load', { code, description })
  )
  window.on('close', remember)
  // Windows ends a session without closing windows: save what can still be saved (fault 128).
  window.on('query-session-end', remember)
  window.on('session-end', () => app.quit())
  recoverWindow(window, {
    load: () => void window.loadURL(startUrl).catch(() => undefined),
    giveUp,
    askAboutHang: (signal) => askAboutHang(window, words(), signal),
    log
  })
}

/** Brings the window to the front, also a minimized or covered one. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** The color shown while the window grows faster than its page. */
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
