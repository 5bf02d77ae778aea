import { app, dialog } from 'electron'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { languageFor } from '../contract/languages'
import { quitting } from '../async/with-timeout'
import type { Log } from '../log/log'
import { wordsIn, type Words } from './words'

/** Why the app ends by itself; `bug`: an uncaught exception. */
export type FatalReason = 'failedStart' | 'bug' | 'crash' | 'failedUpdate'

/** What is needed to end the app, as far as it exists yet. */
export interface FatalErrorCare {
  logFile: string
  log: Log
  words: () => Words
  /** Closes everything within the deadline, then runs `last` instead of ending the app. */
  quitWith: (last: () => void) => void
  /** A call into the keychain hangs: its thread would hold up an orderly exit. */
  isStuck: () => boolean
}

export interface FatalErrors {
  /** Ends the app with exit code 1: closes what is open, then says why in one box. Any further error is only logged. */
  end: (reason: FatalReason, error: unknown) => void
  /** Adds what has become available since. */
  use: (care: Partial<FatalErrorCare>) => void
}

/** ms after which the message box appears even if the app has not closed: after such an error even quitting may fail. */
const longest = quitting.all + 3000
/** ms to wait for Electron: before it is ready there are no message boxes on Linux. */
const untilReady = 10_000

/**
 * Ends the app in order on an uncaught exception. Without this, Electron shows the stack and goes on in an unknown state. An unhandled
 * rejection is only logged: it ends its own work alone, while an exception also cuts off all of its callers.
 */
export function watchFatalErrors(): FatalErrors {
  const care: Partial<FatalErrorCare> = {}
  let isEnding = false

  function report(event: string, error: unknown): void {
    if (care.log) {
      care.log.error(event, { error })
      return
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    process.stderr.write(`${event}: ${text}\n`)
    if (care.logFile !== undefined) noteEarly(care.logFile, event, text)
  }

  async function sayAndExit(reason: FatalReason): Promise<void> {
    await Promise.race([app.whenReady(), wait(untilReady)])
    const words = care.words?.() ?? wordsIn(languageFor('system', app.getPreferredSystemLanguages()))
    const { title, text } = words[reason]
    const detail = reason === 'failedStart' ? `${text}\n\n${care.logFile ?? ''}` : text
    try {
      // Not showErrorBox, during which the app cannot react to signals or the end of the session.
      await dialog.showMessageBox({ type: 'error', title: words.app, message: title, detail })
    } finally {
      if (care.isStuck?.()) process.kill(process.pid, 'SIGKILL')
      else app.exit(1)
    }
  }

  function end(reason: FatalReason, error: unknown): void {
    report(events[reason], error)
    if (isEnding) return
    isEnding = true
    let isSaid = false
    const last = (): void => {
      if (isSaid) return
      isSaid = true
      void sayAndExit(reason)
    }
    if (care.quitWith === undefined) last()
    else {
      setTimeout(last, longest)
      care.quitWith(last)
    }
  }

  process.on('uncaughtException', (error) => end('bug', error))
  process.on('unhandledRejection', (error) => report('unhandled rejection', error))
  return { end, use: (more) => void Object.assign(care, more) }
}

/** Before the app is loaded there is no log yet, so that this writes to the log's file directly. */
function noteEarly(logFile: string, event: string, error: string): void {
  const line = { level: 'error', time: new Date().toISOString(), error: { stack: error }, msg: event }
  try {
    mkdirSync(dirname(logFile), { recursive: true })
    appendFileSync(logFile, `${JSON.stringify(line)}\n`)
  } catch {
    // The message box says it too.
  }
}

/** As the log calls them. */
const events: Record<FatalReason, string> = {
  failedStart: 'the app could not start',
  bug: 'uncaught exception',
  crash: 'the window crashed again',
  failedUpdate: 'a new version could not be installed'
}
