import type { App, PowerMonitor } from 'electron'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log/log'

/**
 * Takes the lock of the profile. Where it cannot be written, on a full disk or in a folder that can only be read, nobody else has it
 * either, and the app runs as far as it can (fault 81).
 */
export function isFirstInstance(app: Pick<App, 'requestSingleInstanceLock' | 'getPath'>): boolean {
  if (app.requestSingleInstanceLock()) return true
  // Windows knows the first instance by a window, not by a file.
  if (process.platform === 'win32') return false
  const lock = lstatSync(join(app.getPath('userData'), 'SingletonLock'), { throwIfNoEntry: false })
  return lock === undefined
}

/** Called with the arguments of another start. */
export type SecondStartListener = (argv: string[]) => void

/**
 * Listens to further starts of the app from its first moment. The returned function hands them on, with those that came before
 * the app was loaded (fault 129).
 */
export function collectSecondStarts(app: Pick<App, 'on'>): (listener: SecondStartListener) => void {
  const early: string[][] = []
  let hear: SecondStartListener = (argv) => void early.push(argv)
  app.on('second-instance', (_, argv) => hear(argv))
  return (listener) => {
    hear = listener
    early.splice(0).forEach(listener)
  }
}

/**
 * Quits in order on the signals of a log-out, a shutdown or a terminal. Electron's own handlers are not enough: the second signal of
 * a kind ends the process at once, and the first does so after `signal-exit`, which comes with `write-file-atomic`, has taken them away
 * with a write. Only after `app` is ready: Electron puts its own in place of those that were there before.
 */
export function quitOnSignals(app: Pick<App, 'quit'>): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())
}

export interface LifecycleDeps {
  app: Pick<App, 'on' | 'quit'>
  powerMonitor: Pick<PowerMonitor, 'on'>
  /** As on macOS: the app goes on when its window is closed, and opens another one when a person comes back to it. */
  staysWithoutWindow: boolean
  onActivate: () => void
  onSuspend: () => void
  onResume: () => void
  log: Log
}

/** After `app` is ready: heeds what the system tells the app. */
export function followLifecycle(deps: LifecycleDeps): void {
  const { app, powerMonitor, staysWithoutWindow, onActivate, onSuspend, onResume, log } = deps
  let isQuitting = false
  app.on('before-quit', () => (isQuitting = true))
  app.on('window-all-closed', () => {
    if (!staysWithoutWindow) app.quit()
  })
  app.on('activate', () => {
    if (!isQuitting) onActivate()
  })
  powerMonitor.on('suspend', onSuspend)
  powerMonitor.on('resume', onResume)
  // macOS and Linux wait a moment for an app that says it needs one. Electron's types leave the event out.
  powerMonitor.on('shutdown', (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    app.quit()
  })
  app.on('child-process-gone', (_, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('a process ended', { type, name, reason, exitCode })
  })
}
