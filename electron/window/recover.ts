import type { BrowserWindow, WebContents } from 'electron'
import type { Log } from '../log/log'

export interface RecoveryDeps {
  /** Reloads the page. */
  load: () => void
  /** The window has crashed twice in a row. */
  giveUp: (reason: string) => void
  /** Asks what to do with an unresponsive window; an aborted signal withdraws the question, which means waiting. */
  askAboutHang: (signal: AbortSignal) => Promise<'wait' | 'reload'>
  log: Log
}

interface RecoverableWindow extends Pick<BrowserWindow, 'on' | 'isDestroyed'> {
  webContents: Pick<WebContents, 'on' | 'isCrashed' | 'forcefullyCrashRenderer'>
}

/** Reloads a page that crashed (faults 96, 121), and asks what to do with one that does not respond (fault 127). */
export function recoverWindow(window: RecoverableWindow, deps: RecoveryDeps): void {
  const { load, giveUp, askAboutHang, log } = deps
  const next = createCrashGuard()
  /** The person requested this crash: it does not count. */
  let isAskedFor = false
  let question: AbortController | null = null

  const onGone = (reason: string, exitCode: number | null): void => {
    const step = isAskedFor ? 'reload' : next()
    if (!isAskedFor) log.error('the window crashed', { reason, exitCode })
    isAskedFor = false
    // During this event Electron is still tearing the old process down: loading a page now ends the app with SIGTRAP.
    setImmediate(() => {
      if (window.isDestroyed()) return
      if (step === 'reload') load()
      else giveUp(reason)
    })
  }
  window.webContents.on('render-process-gone', (_, { reason, exitCode }) => onGone(reason, exitCode))
  // It may have failed before this listened.
  if (window.webContents.isCrashed()) onGone('unknown', null)

  window.on('unresponsive', () => {
    if (question !== null) return
    log.warn('the window does not answer')
    question = new AbortController()
    askAboutHang(question.signal)
      .then((answer) => {
        if (answer !== 'reload' || window.isDestroyed()) return
        isAskedFor = true
        window.webContents.forcefullyCrashRenderer()
      })
      .catch((error: unknown) => log.error('nobody could be asked about the window', { error }))
      .finally(() => (question = null))
  })
  const takeBack = (): void => question?.abort()
  window.on('responsive', takeBack)
  window.on('closed', takeBack)
}

/** ms: a second crash within this time is no accident. */
const apart = 60_000

/** Says what to do when the page's process is gone: show it again, or give up after two in a row (fault 96). */
export function createCrashGuard(now: () => number = Date.now): () => 'reload' | 'give-up' {
  let last = -Infinity
  return () => {
    const time = now()
    const next = time - last < apart ? 'give-up' : 'reload'
    last = time
    return next
  }
}
