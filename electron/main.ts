import { app, Menu } from 'electron'
import { join } from 'node:path'
import { logFileName } from './log/log-file'
import { layOutPaths, readCommandLine } from './app/paths'
import { managedPlace } from './settings/managed/place'
import { registerAppScheme } from './window/protocol/app-scheme'
import { devServerUrl } from './window/protocol/dev-server'
import { openEarlyWindow } from './window/early-window'
import { watchFatalErrors } from './window/fatal-errors'
import { denyPermissions, guardAllContents, type OnRefused } from './window/security/guards'
import {
  collectSecondStarts,
  isFirstInstance,
  quitOnSignals,
  type SecondStartListener
} from './window/lifecycle'
import { openReception } from './window/protocol/deferred-handler'

const fatalErrors = watchFatalErrors()
const commandLine = readCommandLine(process.argv, process.cwd())

// The profile's place decides which instance is the first, so it comes before the lock; schemes and the
// sandbox must be settled before Electron is ready.
if (commandLine.userDataFolder !== null) app.setPath('userData', commandLine.userDataFolder)
app.enableSandbox()
registerAppScheme()
// Or Chromium asks the person's keyring, locked or not, for a key to encrypt cookies and passwords with. There are none.
if (process.platform === 'linux') app.commandLine.appendSwitch('password-store', 'basic')
// As the installer calls it: or Windows would give the running app a button of its own on the taskbar.
if (process.platform === 'win32') app.setAppUserModelId('app.vitrine.desktop')
if (isFirstInstance(app)) {
  // Not awaited here: Electron is ready only once this module has run to its end.
  open(collectSecondStarts(app)).catch((error: unknown) => fatalErrors.end('failedStart', error))
} else app.quit()

/**
 * Opens the window as soon as Electron is ready, and loads the app while its page compiles its script: each has a processor to itself.
 */
async function open(onSecondStart: (listener: SecondStartListener) => void): Promise<void> {
  const paths = layOutPaths(app.getPath('userData'), import.meta.dirname)
  fatalErrors.use({ logFile: join(paths.logsFolder, logFileName(0)) })
  const devServer = devServerUrl(process.env, app.isPackaged)
  let onRefused: OnRefused = () => undefined
  guardAllContents((what) => onRefused(what))
  // Without this Electron builds a menu of its own, which is replaced at once.
  Menu.setApplicationMenu(null)
  await app.whenReady()
  quitOnSignals(app)
  denyPermissions()
  const reception = openReception()
  const window = await openEarlyWindow(paths, reception, devServer === null)
  // Closed already: with its last window the app ends.
  if (window.isDestroyed()) return
  const { begin } = await import('./start')
  onRefused = begin({
    commandLine,
    paths,
    managedFile: managedPlace(process.platform, process.env, app.isPackaged),
    devServer,
    reception,
    window,
    fatalErrors,
    onSecondStart
  })
}
