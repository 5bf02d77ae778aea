import { app, net, powerMonitor, session, utilityProcess } from 'electron'
import { composeApp } from './app/compose'
import type { AppPaths, CommandLine } from './app/paths'
import { decoderFile, threadFiles } from './app/thread-files'
import type { App } from './app/types'
import { quitting, settledWithin } from './async/with-timeout'
import { fail } from './contract/failure'
import { setV8Flags } from './database/v8-flags'
import { askOpenApp, createReporter, ended, exitCodes, lastLines, socketPath } from './headless'
import type { HeadlessCommand, Outcome, Report } from './headless'
import { spawnUtilityDecoder } from './images'
import { createLog, type AppLog } from './log/log'
import { createPreferences, openProfile, type ManagedPlace } from './settings'
import { appInfo } from './window/app-info'
import { isFirstCommand, type SecondStartListener } from './window/lifecycle'
import { stayAwake } from './window/system'

export interface HeadlessStart {
  commandLine: CommandLine
  paths: AppPaths
  managedFile: ManagedPlace
  command: HeadlessCommand
  isJson: boolean
  onSecondStart: (listener: SecondStartListener) => void
}

/** Does a command, here or in the app that is open, says in one line what came of it, and ends the process. */
export async function beginHeadless(start: HeadlessStart): Promise<void> {
  const { command, isJson, onSecondStart } = start
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  // The session ends, or on macOS somebody quits: what is under way is ended in order.
  app.on('before-quit', (event) => {
    event.preventDefault()
    stop.abort()
  })
  // Electron would show a box, which nobody sees.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`vitrine: ${error.stack ?? error.message}\n`)
    app.exit(exitCodes.failed)
  })
  // A person who opens the app waits for the end of this process, and gets their window then.
  const opened = new AbortController()
  onSecondStart(() => {
    opened.abort()
    stop.abort()
  })
  const report = createReporter(command, isJson, (line) => process.stderr.write(`${line}\n`))
  const outcome = await perform(start, report, stop.signal)
  const isCutOff = opened.signal.aborted && outcome.error?.code === 'cancelled'
  const told = isCutOff ? ended('busy', 'app-opened', 'Vitrine was opened meanwhile', outcome.facts) : outcome
  const { json, text } = lastLines(command, told)
  process.stderr.write(`${text}\n`)
  process.stdout.write(`${json}\n`, () => app.exit(exitCodes[told.status]))
}

async function perform(start: HeadlessStart, report: Report, signal: AbortSignal): Promise<Outcome> {
  try {
    const path = socketPath(start.paths.userData)
    const there = path === null ? null : await askOpenApp(path, start.command, report, signal)
    if (there !== null) return there
    if (!isFirstCommand(app)) return ended('busy', 'busy', 'Vitrine is starting, or does another command')
    await app.whenReady()
    return await performHere(start, report, signal)
  } catch (error) {
    return ended(
      'failed',
      'internal',
      error instanceof Error ? (error.stack ?? error.message) : String(error)
    )
  }
}

async function performHere(
  { commandLine, paths, managedFile, command }: HeadlessStart,
  report: Report,
  signal: AbortSignal
): Promise<Outcome> {
  setV8Flags()
  const log = createLog({ folder: paths.logsFolder })
  log.info('started for a command', { version: app.getVersion(), command: command.name })
  const parts = await composeParts(paths, managedFile, log)
  const { connections, credentials } = parts.connections
  connections.restore(commandLine.demo, settledWithin(credentials.probe(), 1000))
  powerMonitor.on('suspend', parts.suspend)
  powerMonitor.on('resume', parts.wake)
  try {
    return await parts.runCommand(command, report, signal)
  } finally {
    await settledWithin(parts.close(), quitting.all)
  }
}

/** The app without what needs a window. */
async function composeParts(paths: AppPaths, managedFile: ManagedPlace, log: AppLog): Promise<App> {
  const { settings, managed } = await openProfile({ settings: paths.settingsFile, managed: managedFile }, log)
  const preferences = createPreferences({
    settings,
    managed,
    systemLanguages: () => app.getPreferredSystemLanguages(),
    onChange: () => undefined
  })
  const nobody = (): Promise<null> => Promise.resolve(null)
  return composeApp({
    info: appInfo(),
    paths,
    settings,
    preferences,
    offered: managed.settings.connections,
    threads: threadFiles,
    platform: {
      tell: () => undefined,
      ask: {
        authorities: nobody,
        shareReviews: nobody,
        mergeReviews: nobody,
        backupFolder: nobody,
        teamFolder: nobody,
        exportProducts: nobody,
        savePicture: nobody,
        saveDiagnostics: nobody
      },
      isOnline: () => net.isOnline(),
      askSystemForProxy: (url) => session.defaultSession.resolveProxy(url),
      stayAwake,
      onSync: () => undefined,
      notify: () => undefined,
      spawnDecoder: () => spawnUtilityDecoder(utilityProcess, decoderFile),
      print: () => Promise.resolve(fail('internal', { reason: 'a command prints nothing' })),
      showFile: () => Promise.resolve(false),
      openLogs: () => Promise.resolve(false),
      updatedBy: 'nobody',
      loadUpdater: () => Promise.reject(new Error('a command updates nothing')),
      quitWith: () => undefined,
      onInstallFailed: () => undefined
    },
    log
  })
}
