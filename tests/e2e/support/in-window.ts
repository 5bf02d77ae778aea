import type { App } from './app'

/**
 * What a script comes to in the app's window, asked through the app: Playwright's page ended with its process when that crashed. Null
 * while there is nobody to answer, as what was asked of a process that has gone is never answered.
 */
export function inWindow(app: App, script: string): Promise<unknown> {
  return app.electron.evaluate(({ BrowserWindow }, code) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    // Between a crash and the next load there is no frame, and Electron prints an error for whoever asks it.
    if (contents === undefined || contents.mainFrame.isDestroyed()) return null
    return Promise.race([
      contents.executeJavaScript(code).catch(() => null),
      new Promise((resolve) => setTimeout(() => resolve(null), 1000))
    ])
  }, script)
}
