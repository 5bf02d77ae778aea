import { app } from 'electron'
import { settledWithin } from '../deadline'

export interface QuitDeps {
  /** Closes everything that is open. */
  close: () => Promise<unknown>
  /** ms that it may take. */
  deadline: number
  /** A call into the keychain hangs: its thread would hold up an orderly end. */
  isStuck: () => boolean
}

/** ms that what is run in place of an exit may take to end the app itself. */
const lastDeadline = 60_000

/**
 * Quitting closes what is open first, but waits for nothing longer than the deadline (97). The returned function quits too, and
 * then runs `last` instead of ending the app, which that is to do.
 */
export function quitInTime({ close, deadline, isStuck }: QuitDeps): (last: () => void) => void {
  let closing = false
  let last: (() => void) | null = null
  let isLast = false
  app.on('will-quit', (event) => {
    if (isLast) return
    event.preventDefault()
    if (closing) return
    closing = true
    void settledWithin(close(), deadline).then(() => {
      // An ordinary exit waits for all threads of Node's pool, and libsecret may hold one for minutes.
      if (last !== null) runLast(last)
      else if (isStuck()) process.kill(process.pid, 'SIGKILL')
      else app.exit(0)
    })
  })

  function runLast(run: () => void): void {
    isLast = true
    setTimeout(() => app.exit(0), lastDeadline)
    try {
      run()
    } catch {
      app.exit(0)
    }
  }
  return (run) => {
    last = run
    app.quit()
  }
}
