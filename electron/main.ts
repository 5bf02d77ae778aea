import { app } from 'electron'
import { layOutPaths, readCommandLine } from './paths'
import { managedFilePath } from './preferences/managed-place'
import { registerAppScheme } from './window/app-scheme'
import { devServerUrl } from './window/dev-server'
import { denyPermissions, guardAllContents, type OnRefused } from './window/guards'
import { openReception } from './window/reception'
import { openEarlyWindow } from './window/snapshot/early-window'
import { takeSnapshot } from './window/snapshot/stored'

const commandLine = readCommandLine(process.argv, process.cwd())

// The profile's place decides which instance is the first, so it comes before the lock; schemes and the
// sandbox must be settled before Electron is ready.
if (commandLine.userDataFolder !== null) app.setPath('userData', commandLine.userDataFolder)
app.enableSandbox()
registerAppScheme()
if (app.requestSingleInstanceLock()) {
  // Not awaited here: Electron is ready only once this module has run to its end.
  open().catch((error: unknown) => {
    process.stderr.write(`Vitrine could not be loaded: ${String(error)}\n`)
    app.exit(1)
  })
} else app.quit()

/**
 * Loads the app while Electron, and Chromium in it, get ready, which is some 0.1 s; or, where the page was left as it will be, once that
 * is seen.
 */
async function open(): Promise<void> {
  const paths = layOutPaths(app.getPath('userData'), import.meta.dirname)
  const devServer = devServerUrl(process.env, app.isPackaged)
  const ground = {
    paths,
    managedFile: managedFilePath(process.platform, process.env, app.isPackaged),
    version: app.getVersion(),
    languages: app.getPreferredSystemLanguages(),
    demo: commandLine.demo
  }
  const snapshot = devServer === null ? takeSnapshot(paths.snapshotFile, ground) : null
  let onRefused: OnRefused = () => undefined
  guardAllContents((what) => onRefused(what))
  const ready = app.whenReady().then(() => {
    denyPermissions()
    return openReception()
  })
  const window = snapshot && (await openEarlyWindow(snapshot, paths, await ready))
  // Closed already: with its last window the app ends.
  if (window?.isDestroyed()) return
  const { begin } = await import('./start')
  onRefused = begin({ commandLine, paths, ground, devServer, reception: ready, window })
}
