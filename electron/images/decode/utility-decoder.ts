import type { UtilityProcess, utilityProcess } from 'electron'
import { decoderFlags, type DecoderPort } from './port'

/**
 * All that the process gets of this one's environment: by it Windows finds its own libraries. Without any variable Electron would hand on
 * all of them (seen in 42); one without a value is none.
 */
const environment = (): Record<string, string> => ({ SystemRoot: process.env.SystemRoot ?? '' })

/**
 * Starts the decoder, whose built entry is `file`, as a utility process; only after Electron's `app` is ready. Electron's module is
 * handed in, so that it stays at the edges.
 */
export function spawnUtilityDecoder(
  electron: Pick<typeof utilityProcess, 'fork'>,
  file: string
): DecoderPort {
  const child = electron.fork(file, [], {
    serviceName: 'Vitrine pictures',
    stdio: 'ignore',
    env: environment(),
    // Flags of V8 by themselves are passed over in a utility process (seen in Electron 42).
    execArgv: [`--js-flags=${decoderFlags.join(' ')}`]
  })
  let reason = 'died'
  // Without a listener, for as long as the object lives, it would be thrown in this process. `exit` follows. The report that
  // comes with it is left unread: it has paths in it.
  child.on('error', (_type, location) => (reason = `died of a fatal error (${location.slice(0, 80)})`))
  return {
    post: (request) => child.postMessage(request),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', () => listener(reason)),
    kill: () => end(child)
  }
}

/** `kill()` asks with SIGTERM, which a stopped process never hears. */
function end(child: UtilityProcess): void {
  const { pid } = child
  child.kill()
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}
