import type { BrowserWindow, WebContents } from 'electron'

/**
 * ms after which the window is shown even if it has not reported a paint: on Wayland Chromium may not report one for a hidden window
 * (fault 122).
 */
const longestHidden = 2500
/** ms within which a loaded page paints. */
const untilPainted = 500

interface HiddenWindow extends Pick<BrowserWindow, 'once' | 'isDestroyed'> {
  webContents: Pick<WebContents, 'once'>
}

/** Calls `show` once: when the window has painted, or has taken too long. */
export function showOnce(window: HiddenWindow, show: () => void): void {
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
