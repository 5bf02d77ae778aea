import type { App, PowerMonitor } from 'electron'
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { settledWithin } from '../async/with-timeout'
import type { Log } from '../log/log'

/**
 * Takes the lock of the profile. If the folder cannot be written (full disk, read-only), nobody else can hold the lock, and the app runs
 * as far as it can (fault 81).
 */
export function isFirstInstance(app: Pick<App, 'requestSingleInstanceLock' | 'getPath'>): boolean {
  if (app.requestSingleInstanceLock()) return true
  // Windows knows the first instance by a window, not by a file.
  if (process.platform === 'win32') return false
  const lock = lstatSync(join(app.getPath('userData'), 'SingletonLock'), { throwIfNoEntry: false })
  return lock === undefined
}

/** What a command without a window tells of itself where the app is open: it is no wish to see the window. */
const commandMark = 'vitrine-command'

/** As `isFirstInstance`, for a command. */
export function isFirstCommand(app: Pick<App, 'requestSingleInstanceLock'>): boolean {
  return app.requestSingleInstanceLock({ mark: commandMark })
}

function isCommand(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'mark' in data && data.mark === commandMark
}

/** Called with the arguments of another start. */
export type SecondStartListener = (argv: string[]) => void

/**
 * Listens for further starts of the app from its first moment. The returned function passes them on, including those from before the app
 * was loaded (fault 129).
 */
export function collectSecondStarts(app: Pick<App, 'on'>): (listener: SecondStartListener) => void {
  const early: string[][] = []
  let hear: SecondStartListener = (argv) => void early.push(argv)
  app.on('second-instance', (_, argv, _folder, data) => {
    if (!isCommand(data)) hear(argv)
  })
  return (listener) => {
    hear = listener
    early.splice(0).forEach(listener)
  }
}

/**
 * Quits in order on the signals of a logout, a shutdown or a terminal. Electron's handlers are not enough: the second signal of a kind
 * ends the process at once, and so does the first after `signal-exit` (part of `write-file-atomic`) has removed them during a write. Call
 * after `app` is ready: Electron replaces earlier handlers.
 */
export function quitOnSignals(app: Pick<App, 'quit'>): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => app.quit())
}

export interface LifecycleDeps {
  app: Pick<App, 'on' | 'quit'>
  powerMonitor: Pick<PowerMonitor, 'on'>
  /** Whether the app goes on when its window is closed, as on macOS always. It opens another one when it is activated. */
  staysWithoutWindow: () => boolean
  onActivate: () => void
  onSuspend: () => void
  onResume: () => void
  log: Log
}

/** Call after `app` is ready: reacts to the system's events. Returns whether the app is about to end. */
export function followLifecycle(deps: LifecycleDeps): () => boolean {
  const { app, powerMonitor, staysWithoutWindow, onActivate, onSuspend, onResume, log } = deps
  let isQuitting = false
  // Why it quits is asked when a log comes from staff whose app "just closed".
  app.on('before-quit', () => {
    if (!isQuitting) log.info('quits')
    isQuitting = true
  })
  app.on('window-all-closed', () => {
    if (staysWithoutWindow()) return
    log.info('the last window was closed')
    app.quit()
  })
  app.on('activate', () => {
    if (!isQuitting) onActivate()
  })
  powerMonitor.on('suspend', onSuspend)
  powerMonitor.on('resume', onResume)
  // macOS and Linux wait a moment for apps that ask for it. The event is missing in Electron's types.
  powerMonitor.on('shutdown', (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    log.info('the system shuts down')
    app.quit()
  })
  app.on('child-process-gone', (_, { type, name, reason, exitCode }) => {
    if (reason !== 'clean-exit') log.warn('a process ended', { type, name, reason, exitCode })
  })
  return () => isQuitting
}

export interface QuitDeps {
  app: Pick<App, 'on' | 'quit' | 'exit'>
  /** Closes everything that is open. */
  close: () => Promise<unknown>
  /** ms that it may take. */
  deadline: number
  /** Whether a call into the keychain hangs: its thread would delay an orderly exit. */
  isStuck: () => boolean
}

/**
 * Closes what is open before quitting, but waits no longer than the deadline (fault 97). The returned function also quits, and then runs
 * `last`, which has to end the app.
 */
export function quitInTime({ app, close, deadline, isStuck }: QuitDeps): (last: () => void) => void {
  let isClosing = false
  let last: (() => void) | null = null
  let isLast = false
  app.on('will-quit', (event) => {
    if (isLast) return
    event.preventDefault()
    if (isClosing) return
    isClosing = true
    void settledWithin(close(), deadline).then(() => {
      // An ordinary exit waits for all threads of Node's pool, and libsecret may block one for minutes.
      if (last !== null) runLast(last)
      else if (isStuck()) process.kill(process.pid, 'SIGKILL')
      else app.exit(0)
    })
  })

  function runLast(run: () => void): void {
    isLast = true
    try {
      run()
    } catch {
      app.exit(1)
    }
  }
  return (run) => {
    last = run
    // Everything is closed already, and `last` did not end the app.
    if (isLast) runLast(run)
    else app.quit()
  }
}
