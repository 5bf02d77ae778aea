import type { BrowserWindow, WebContents } from 'electron'
import type { Log } from '../log/log'
import { createCrashGuard } from './crash-guard'

export interface RecoveryDeps {
  /** Shows the page again. */
  load: () => void
  /** The window has crashed twice in a row. */
  giveUp: (reason: string) => void
  /** Asks what to do with a window that does not answer; takes the question back when the signal says so, which is to wait. */
  askAboutHang: (signal: AbortSignal) => Promise<'wait' | 'reload'>
  log: Log
}

interface RecoverableWindow extends Pick<BrowserWindow, 'on' | 'isDestroyed'> {
  webContents: Pick<WebContents, 'on' | 'isCrashed' | 'forcefullyCrashRenderer'>
}

/** Brings a window back whose page has crashed (faults 96, 121), and asks what to do with one that does not answer (fault 127). */
export function recoverWindow(window: RecoverableWindow, deps: RecoveryDeps): void {
  const { load, giveUp, askAboutHang, log } = deps
  const next = createCrashGuard()
  /** The person has asked for this crash: it is none that counts. */
  let isAskedFor = false
  let question: AbortController | null = null

  const onGone = (reason: string, exitCode: number | null): void => {
    const step = isAskedFor ? 'reload' : next()
    if (!isAskedFor) log.error('the window crashed', { reason, exitCode })
    isAskedFor = false
    // Within this event Electron still takes the old process down: a page that is loaded there ends the app with SIGTRAP.
    setImmediate(() => {
      if (window.isDestroyed()) return
      if (step === 'reload') load()
      else giveUp(reason)
    })
  }
  window.webContents.on('render-process-gone', (_, { reason, exitCode }) => onGone(reason, exitCode))
  // It may not even have started, before anybody heard of it.
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
