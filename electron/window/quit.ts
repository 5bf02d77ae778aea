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

/** Quitting closes what is open first, but waits for nothing longer than the deadline (97). */
export function quitInTime({ close, deadline, isStuck }: QuitDeps): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    void settledWithin(close(), deadline).then(() => {
      // An ordinary exit waits for all threads of Node's pool, and libsecret may hold one for minutes.
      if (isStuck()) process.kill(process.pid, 'SIGKILL')
      else app.exit(0)
    })
  })
}
