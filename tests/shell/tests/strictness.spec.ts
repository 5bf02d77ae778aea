import type * as Electron from 'electron'
import { expect, sharedTest as test } from './fixtures'

type Exports = typeof Electron

/** What Electron's module is asked for, and the name under which the shell says that it has no such thing. */
const unknown: [name: string, use: (electron: Exports) => unknown][] = [
  ['app.getGPUInfo', ({ app }) => app.getGPUInfo('basic')],
  ["app event 'open-file'", ({ app }) => app.on('open-file', () => undefined)],
  ['safeStorage.getSelectedStorageBackend', ({ safeStorage }) => safeStorage.getSelectedStorageBackend()],
  ['crashReporter.start', ({ crashReporter }) => crashReporter.start({})],
  ['MessageChannelMain', ({ MessageChannelMain }) => new MessageChannelMain()],
  ['Menu.sendActionToFirstResponder', ({ Menu }) => Menu.sendActionToFirstResponder('copy:')],
  ["BrowserWindow option 'kiosk'", ({ BrowserWindow }) => new BrowserWindow({ kiosk: true })],
  ['webContents.openDevTools', ({ webContents }) => webContents.fromId(1)?.openDevTools()],
  [
    "webContents event 'before-input-event'",
    ({ webContents }) => webContents.fromId(1)?.on('before-input-event', () => undefined)
  ],
  ['session.webRequest', ({ session }) => session.defaultSession.webRequest],
  ['dialog.showSaveDialog (a test replaces it)', ({ dialog }) => dialog.showSaveDialog({})],
  ["app.getPath('music')", ({ app }) => app.getPath('music')]
]

for (const [name, use] of unknown) {
  test(`${name} throws by its full name`, { tag: '@shell' }, async ({ shell }) => {
    await expect(shell.evaluate(use)).rejects.toThrow(`electron: ${name} is not part of the Chromium shell`)
  })
}

for (const [name, value] of [
  ['sandbox', false],
  ['contextIsolation', false],
  ['nodeIntegration', true],
  ['webSecurity', false],
  ['webviewTag', true]
] as const) {
  test(`a window with ${name}: ${value} is refused`, { tag: '@shell' }, async ({ shell }) => {
    const open = shell.evaluate(
      ({ BrowserWindow }, webPreferences) => new BrowserWindow({ webPreferences }).id,
      {
        [name]: value
      }
    )
    await expect(open).rejects.toThrow(`unsafe webPreferences (${name}: ${value})`)
  })
}

test('a test may replace what the shell cannot do', async ({ shell }) => {
  const opened = await shell.evaluate(async ({ shell: desktop }) => {
    const urls: string[] = []
    desktop.openExternal = (url) => Promise.resolve(void urls.push(url))
    await desktop.openExternal('https://example.com/')
    return urls
  })
  expect(opened).toEqual(['https://example.com/'])
})
