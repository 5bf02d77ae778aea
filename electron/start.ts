import { app, net, powerMonitor, utilityProcess, type BrowserWindow, type WebContents } from 'electron'
import { composeParts } from './compose/parts'
import { openProfile } from './compose/profile'
import { decoderFile, threadFiles } from './compose/thread-files'
import { directionOf } from './contract/languages'
import { quitting, settledWithin } from './deadline'
import { createHandlers } from './handlers'
import { spawnUtilityDecoder } from './images/utility-decoder'
import { answererOf } from './ipc/serve'
import { createTeller } from './ipc/tell'
import { createLog, type AppLog } from './log'
import { readCommandLine, type AppPaths, type CommandLine } from './paths'
import { createPreferences } from './preferences/preferences'
import { keepHeapsSmall } from './threads/small-heaps'
import { appInfo } from './window/app-info'
import { createAppMenu } from './window/app-menu'
import { applyAppearance } from './window/appearance'
import { listBundle } from './window/bundle-files'
import { createDialogs } from './window/dialogs'
import type { FatalErrors } from './window/fatal-errors'
import type { OnRefused } from './window/guards'
import { followLifecycle, type SecondStartListener } from './window/lifecycle'
import { howThisIsUpdated, loadUpdater } from './window/load-updater'
import { bringToFront, careForWindow, openMainWindow, type WindowCare } from './window/main-window'
import { openExternal } from './window/open-external'
import { appOrigin } from './window/origin'
import { createPrinting } from './window/printing'
import { askSystemForProxy } from './window/proxy'
import { quitInTime } from './window/quit'
import type { Reception } from './window/reception'
import { savePicture } from './window/save-picture'
import { appAnswerer } from './window/scheme'
import { openFolder, showFile } from './window/show-file'
import { showTextMenus } from './window/show-text-menus'
import { createSnapshotKeeper } from './window/snapshot/keeper'
import type { Ground } from './window/snapshot/stored'
import { wordsIn, type Words } from './window/words'

export interface Beginning {
  commandLine: CommandLine
  paths: AppPaths
  ground: Ground
  /** null: the page is the built one. */
  devServer: URL | null
  /** There as soon as Electron is ready. */
  reception: Promise<Reception>
  /** The window with a snapshot of its page; null: there is none yet. */
  window: BrowserWindow | null
  fatalErrors: FatalErrors
  /** Has every further start told to a listener, also those of before. */
  onSecondStart: (listener: SecondStartListener) => void
}

/** Starts the app once Electron is ready, in whose first instance this is. Comes back with what is told of refused doings of pages. */
export function begin(beginning: Beginning): OnRefused {
  keepHeapsSmall()
  const isVerbose = !app.isPackaged && process.env.VITRINE_LOG === 'debug'
  const echo = (line: string): unknown => process.stderr.write(line)
  const log = createLog({ folder: beginning.paths.logsFolder, ...(isVerbose ? { echo } : {}) })
  beginning.fatalErrors.use({ log })
  log.info('started', { version: app.getVersion(), platform: process.platform })
  beginning.reception
    .then((reception) => start(beginning, reception, log))
    .catch((error: unknown) => beginning.fatalErrors.end('failedStart', error))
  return (what) => log.warn('refused', { what })
}

async function start(
  { commandLine, paths, ground, devServer, window: early, fatalErrors, onSecondStart }: Beginning,
  reception: Reception,
  log: AppLog
): Promise<void> {
  const { settings, managed } = await openProfile(
    { settings: paths.settingsFile, managed: ground.managedFile },
    log
  )

  let window = early
  const contents = (): WebContents | null => window?.webContents ?? null
  // Also when its window has gone: what a page says of where it was left is heard after that.
  let page = contents()
  const { tell: tellPage, close: tellNoMore } = createTeller(contents)
  const tell: typeof tellPage = (event, payload) => {
    // What happens after the window has gone, nobody has seen, unless another one may be opened.
    if (window !== null || staysWithoutWindow) snapshots.hear(event)
    tellPage(event, payload)
  }
  const preferences = createPreferences({
    settings,
    managed,
    systemLanguages: () => app.getPreferredSystemLanguages(),
    onChange(state, before) {
      applyAppearance(state.preferences.appearance)
      parts.preferencesChanged(state.preferences, before)
      if (state.preferences.language !== before.language) menu.install()
      tell('preferences:changed', state)
    }
  })
  const words = (): Words => wordsIn(preferences.language())
  applyAppearance(preferences.get().appearance)

  const info = appInfo()
  const staysWithoutWindow = process.platform === 'darwin'
  const ask = createDialogs(() => window, words)
  const printing = createPrinting()
  const updated = howThisIsUpdated()
  const parts = composeParts({
    info,
    paths,
    settings,
    preferences,
    offered: managed.settings.connections,
    threads: threadFiles,
    surroundings: {
      tell,
      ask,
      isOnline: () => net.isOnline(),
      askSystemForProxy,
      spawnDecoder: () => spawnUtilityDecoder(utilityProcess, decoderFile),
      print: printing.print,
      showFile,
      openLogs: () => openFolder(paths.logsFolder),
      updatedBy: updated.by,
      loadUpdater: (ways) => loadUpdater(updated.address, ways, log),
      quitWith: (last) => quitWith(last),
      onInstallFailed: (error) => fatalErrors.end('failedUpdate', error)
    },
    log
  })
  const { connections, credentials, exports } = parts
  const { pictures } = parts.pictureCare

  const menu = createAppMenu({
    isMac: process.platform === 'darwin',
    isPackaged: app.isPackaged,
    send: (command) => tell('menu:command', { command }),
    openLogs: () => void openFolder(paths.logsFolder),
    words,
    isRightToLeft: () => directionOf(preferences.language()) === 'rtl'
  })
  const files = devServer ? new Map<string, string>() : listBundle(paths.rendererFolder)
  const snapshots = createSnapshotKeeper({
    file: paths.snapshotFile,
    ground,
    files,
    pictures,
    settings: () => settings.get(),
    appearance: () => preferences.get().appearance,
    log
  })
  const handlers = createHandlers({
    info,
    openExternal,
    setMenuState: menu.setState,
    keepSnapshot: snapshots.keep,
    ...parts,
    ...parts.services,
    savePicture: (picture) => savePicture({ pictures, askWhere: ask.savePicture }, picture)
  })
  reception.answerBy({
    call: answererOf({ contents: () => page, origin: appOrigin, log }, handlers),
    request: appAnswerer({ files, pictures, printed: printing.pages }, devServer)
  })
  // The first look at the keychain takes some ms; one that hangs must not hold up the first page.
  connections.restore(commandLine.demo, settledWithin(credentials.probe(), 1000))
  parts.follow()

  menu.install()
  const care: WindowCare = { settings, log, words, giveUp: (reason) => fatalErrors.end('crash', reason) }
  function attend(opened: BrowserWindow): void {
    window = opened
    page = opened.webContents
    showTextMenus(opened, words)
    opened.on('closed', () => {
      window = null
      // Its commands have nowhere to go.
      if (staysWithoutWindow) menu.setState({ enabled: [], checked: [] })
      // What is laid out for print has a window of its own, with which the app would stay.
      else void exports.close()
    })
  }
  if (window) careForWindow(window, care)
  attend(window ?? openMainWindow(paths.preloadFile, care))
  const bringBack = (): void => {
    if (window) bringToFront(window)
    else if (staysWithoutWindow) attend(openMainWindow(paths.preloadFile, care))
  }
  onSecondStart((argv) => {
    bringBack()
    if (readCommandLine(argv, process.cwd()).demo) void connections.openDemo()
  })
  followLifecycle({
    app,
    powerMonitor,
    staysWithoutWindow,
    onActivate: bringBack,
    onSuspend: parts.suspend,
    onResume: parts.wake,
    log
  })
  const quitWith = quitInTime({
    app,
    deadline: quitting.all,
    isStuck: parts.isKeychainBusy,
    // Asynchronous from its first line, so that no error in it can keep the app from quitting.
    async close() {
      tellNoMore()
      await parts.close()
      snapshots.leave()
    }
  })
  fatalErrors.use({ words, quitWith, isStuck: parts.isKeychainBusy })
}
