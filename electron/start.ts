import { app, BrowserWindow, net, powerMonitor, session, utilityProcess, type WebContents } from 'electron'
import { rm } from 'node:fs/promises'
import { composeApp } from './app/compose'
import { appHandlers } from './app/handlers'
import { decoderFile, threadFiles } from './app/thread-files'
import type { Events } from './contract/channels'
import { directionOf, formatsLocale } from './contract/languages'
import { quitting, settledWithin } from './async/with-timeout'
import { serveCommands, socketPath } from './headless'
import { spawnUtilityDecoder } from './images'
import { answererOf } from './ipc/calls'
import { createTeller } from './ipc/events'
import { createLog, type AppLog } from './log/log'
import { readCommandLine, type AppPaths, type CommandLine } from './app/paths'
import { createPreferences, openProfile, type ManagedPlace } from './settings'
import { setV8Flags } from './database/v8-flags'
import { appInfo } from './window/app-info'
import { createAppMenu, emptyMenuState, showTextMenus } from './window/menu/app-menu'
import { applyAppearance, openFolder, showFile, stayAwake } from './window/system'
import { listBundle } from './window/protocol/page-files'
import { createDialogs } from './window/dialogs/dialogs'
import type { FatalErrors } from './window/fatal-errors'
import type { OnRefused } from './window/security/guards'
import { followLifecycle, quitInTime, type SecondStartListener } from './window/lifecycle'
import { howThisIsUpdated, loadUpdater } from './window/updates/load-updater'
import { bringToFront, careForWindow, openWindow, type WindowCare } from './window/main-window'
import { appOrigin } from './window/protocol/origin'
import { createPrinting } from './window/printing'
import { createTraySign, trayIcon } from './window/tray/tray-sign'
import type { Reception } from './window/protocol/deferred-handler'
import { appAnswerer } from './window/protocol/app-answer'

import { createViewNotices } from './window/view-notices'
import { wordsIn, type Words } from './window/words'

export interface Beginning {
  commandLine: CommandLine
  paths: AppPaths
  /** Where what the organization has set is looked for. */
  managedFile: ManagedPlace
  /** null: the page is the built one. */
  devServer: URL | null
  reception: Reception
  /** The window, with its page on its way. */
  window: BrowserWindow
  fatalErrors: FatalErrors
  /** Has every further start told to a listener, also those of before. */
  onSecondStart: (listener: SecondStartListener) => void
}

/** ms after which syncs, audits and the like begin though the page has not said that it can be used. */
const beginWithin = 3000

/** Starts the app once Electron is ready, in whose first instance this is. Returns the callback that logs blocked navigations and windows. */
export function begin(beginning: Beginning): OnRefused {
  setV8Flags()
  const isVerbose = !app.isPackaged && process.env.VITRINE_LOG === 'debug'
  const echo = (line: string): unknown => process.stderr.write(line)
  const log = createLog({ folder: beginning.paths.logsFolder, ...(isVerbose ? { echo } : {}) })
  beginning.fatalErrors.use({ log })
  log.info('started', { version: app.getVersion(), platform: process.platform })
  start(beginning, log).catch((error: unknown) => beginning.fatalErrors.end('failedStart', error))
  return (what) => log.warn('refused', { what })
}

async function start(
  {
    commandLine,
    paths,
    managedFile,
    devServer,
    reception,
    window: opened,
    fatalErrors,
    onSecondStart
  }: Beginning,
  log: AppLog
): Promise<void> {
  const { settings, managed } = await openProfile({ settings: paths.settingsFile, managed: managedFile }, log)

  // It may have been closed while the app was loaded.
  let window = opened.isDestroyed() ? null : opened
  const contents = (): WebContents | null => window?.webContents ?? null
  // Also when its window has gone: what a page says of where it was left is heard after that.
  let page = contents()
  const { tell, close: tellNoMore } = createTeller(contents)
  const preferences = createPreferences({
    settings,
    managed,
    systemLanguages: () => app.getPreferredSystemLanguages(),
    onChange(state, before) {
      applyAppearance(state.preferences.appearance)
      features.preferencesChanged(state.preferences, before)
      if (state.preferences.language !== before.language) menu.install()
      tray.update()
      tell('preferences:changed', state)
    }
  })
  const words = (): Words => wordsIn(preferences.language())
  const notify = createViewNotices({
    words,
    formatCount: (count) => count.toLocaleString(formatsLocale(preferences.get()) ?? undefined),
    isWanted: () => preferences.get().notifications && window?.isFocused() !== true,
    onClick: (view) => showWhenReady(view),
    log
  })
  applyAppearance(preferences.get().appearance)

  const info = appInfo()
  const isMac = process.platform === 'darwin'
  const staysWithoutWindow = (): boolean => isMac || preferences.get().background
  const ask = createDialogs(() => window, words)
  const printing = createPrinting(BrowserWindow)
  const updated = howThisIsUpdated()
  const features = composeApp({
    info,
    paths,
    settings,
    preferences,
    offered: managed.settings.connections,
    threads: threadFiles,
    platform: {
      tell,
      ask,
      isOnline: () => net.isOnline(),
      askSystemForProxy: (url) => session.defaultSession.resolveProxy(url),
      stayAwake,
      onSync: () => tray.update(),
      notify,
      spawnDecoder: () => spawnUtilityDecoder(utilityProcess, decoderFile),
      print: printing.print,
      showFile,
      openLogs: () => openFolder(paths.logsFolder),
      updatedBy: updated.by,
      loadUpdater: (access) => loadUpdater(updated.address, access, log),
      quitWith: (last) => quitWith(last),
      onInstallFailed: (error) => fatalErrors.end('failedUpdate', error)
    },
    log
  })
  const { connections, credentials, isKeychainBusy } = features.connections
  const { exports, images } = features
  // The thread loads while the page does.
  features.catalog.db.start()

  const tray = createTraySign({
    isWanted: () => preferences.get().background && !isQuitting(),
    words,
    syncs: features.syncs,
    open: () => bringBack(),
    quit: () => app.quit(),
    icon: () => trayIcon(isMac),
    isMac,
    log
  })
  const menu = createAppMenu({
    isMac,
    isPackaged: app.isPackaged,
    send: (command) => tell('menu:command', { command }),
    contents: () => page,
    openLogs: () => void openFolder(paths.logsFolder),
    words,
    isRightToLeft: () => directionOf(preferences.language()) === 'rtl'
  })
  const files = devServer ? new Map<string, string>() : listBundle(paths.rendererFolder)
  // Whatever the page is, or does: what goes on by itself begins.
  const beginRest = (): void => {
    clearTimeout(late)
    features.begin()
    void rm(paths.oldSnapshotFile, { force: true }).catch(() => undefined)
  }
  const late = setTimeout(beginRest, beginWithin)
  /** What the page is to show once it can. */
  let viewToShow: Events['views:show'] | null = null
  let isPageReady = false
  const showWished = (): void => {
    if (viewToShow !== null && isPageReady) tell('views:show', viewToShow)
    if (isPageReady) viewToShow = null
  }
  const showWhenReady = (view: Events['views:show']): void => {
    viewToShow = view
    bringBack()
    showWished()
  }
  const onShown = (): void => {
    isPageReady = true
    beginRest()
    showWished()
  }
  const handlers = {
    ...features.handlers,
    ...appHandlers({ info, setMenuState: menu.setState, onShown })
  }
  reception.answerBy({
    call: answererOf({ contents: () => page, origin: appOrigin, log }, handlers),
    request: appAnswerer({ files, pictures: images.service, printed: printing.pages }, devServer)
  })
  // The first look at the keychain takes some ms; one that hangs must not hold up the first page.
  connections.restore(commandLine.demo, settledWithin(credentials.probe(), 1000))

  const commands = socketPath(paths.userData)
  const hearNoMore =
    commands === null
      ? () => undefined
      : serveCommands(commands, features.runCommand, (error) => log.warn('a command was not done', { error }))

  menu.install()
  const care: WindowCare = { settings, log, words, giveUp: (reason) => fatalErrors.end('crash', reason) }
  function attend(shown: BrowserWindow): void {
    window = shown
    page = shown.webContents
    careForWindow(shown, care)
    showTextMenus(shown, words)
    shown.on('closed', () => {
      window = null
      isPageReady = false
      // Its commands have nowhere to go.
      if (staysWithoutWindow()) menu.setState(emptyMenuState)
      // What is laid out for print has a window of its own, with which the app would stay.
      else void exports.close()
    })
  }
  if (window) attend(window)
  const bringBack = (): void => {
    if (window) bringToFront(window)
    else if (staysWithoutWindow() && !isQuitting()) attend(openWindow(paths.preloadFile, settings.get()))
  }
  onSecondStart((argv) => {
    bringBack()
    if (readCommandLine(argv, process.cwd()).demo) void connections.openDemo()
  })
  const isQuitting = followLifecycle({
    app,
    powerMonitor,
    staysWithoutWindow,
    onActivate: bringBack,
    onSuspend: features.suspend,
    onResume: features.wake,
    log
  })
  const quitWith = quitInTime({
    app,
    deadline: quitting.all,
    isStuck: isKeychainBusy,
    // Asynchronous from its first line, so that no error in it can keep the app from quitting.
    async close() {
      clearTimeout(late)
      tray.remove()
      hearNoMore()
      tellNoMore()
      await features.close()
    }
  })
  tray.update()
  fatalErrors.use({ words, quitWith, isStuck: isKeychainBusy })
}
