import { app, Menu } from 'electron'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { quitting } from './async/with-timeout'
import { logFileName } from './log/log-file'
import { layOutPaths, readCommandLine } from './app/paths'
import { beforeReady } from './headless/before-ready'
import { argumentsOf, readInvocation } from './headless/command-line'
import { managedPlace } from './settings/managed/place'
import { registerAppScheme } from './window/protocol/app-scheme'
import { devServerUrl } from './window/protocol/dev-server'
import { openEarlyWindow } from './window/early-window'
import { watchFatalErrors, type FatalErrors } from './window/fatal-errors'
import { denyPermissions, guardAllContents, type OnRefused } from './window/security/guards'
import {
  collectSecondStarts,
  isFirstInstance,
  quitOnSignals,
  type SecondStartListener
} from './window/lifecycle'
import { openReception } from './window/protocol/deferred-handler'

const invocation = readInvocation(argumentsOf(process.argv, !app.isPackaged), process.cwd())
const asked = invocation === null ? null : beforeReady(invocation)
const commandLine = readCommandLine(process.argv, process.cwd())
const managedFile = managedPlace(process.platform, process.env, app.isPackaged)

// The profile's place decides which instance is the first, so it comes before the lock; schemes and the
// sandbox must be settled before Electron is ready.
if (commandLine.userDataFolder !== null) app.setPath('userData', commandLine.userDataFolder)
app.enableSandbox()
registerAppScheme()
// Or Chromium asks the person's keyring, locked or not, for a key to encrypt cookies and passwords with. There are none.
if (process.platform === 'linux') app.commandLine.appendSwitch('password-store', 'basic')
// As the installer calls it: or Windows would give the running app a button of its own on the taskbar.
if (process.platform === 'win32') app.setAppUserModelId('app.vitrine.desktop')
// Nothing is awaited here: Electron is ready only once this module has run to its end.
if (asked !== null) {
  openNothing(asked).catch((error: unknown) => {
    process.stderr.write(`vitrine: ${String(error)}\n`)
    app.exit(1)
  })
} else if (isFirstInstance(app)) openWindow()
else void openAfterCommand()

function openWindow(): void {
  const fatalErrors = watchFatalErrors()
  open(fatalErrors, collectSecondStarts(app)).catch((error: unknown) => fatalErrors.end('failedStart', error))
}

/** Opens the window once a command that runs without one has ended, which it does for that; where the app is open, that shows its own. */
async function openAfterCommand(): Promise<void> {
  const { isAppOpen, socketPath } = await import('./headless')
  const path = socketPath(app.getPath('userData'))
  for (const end = performance.now() + quitting.all + 1000; path !== null && performance.now() < end;) {
    if (await isAppOpen(path)) break
    await wait(200)
    if (isFirstInstance(app)) {
      openWindow()
      return
    }
  }
  app.quit()
}

/** Does a command without a window, and without the box that tells of a bug. */
async function openNothing({ command, isJson }: NonNullable<typeof asked>): Promise<void> {
  app.dock?.hide()
  const onSecondStart = collectSecondStarts(app)
  const { beginHeadless } = await import('./start-headless')
  const paths = layOutPaths(app.getPath('userData'), import.meta.dirname)
  await beginHeadless({ commandLine, paths, managedFile, command, isJson, onSecondStart })
}

/**
 * Opens the window as soon as Electron is ready, and loads the app while its page compiles its script: each has a processor to itself.
 */
async function open(
  fatalErrors: FatalErrors,
  onSecondStart: (listener: SecondStartListener) => void
): Promise<void> {
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
    managedFile,
    devServer,
    reception,
    window,
    fatalErrors,
    onSecondStart
  })
}
