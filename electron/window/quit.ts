import type { App } from 'electron'
import { settledWithin } from '../async/with-timeout'

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
