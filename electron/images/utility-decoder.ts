import type { UtilityProcess, utilityProcess } from 'electron'
import { decoderArguments, type DecoderPort } from './decoder-port'
import decoderPath from './decoder-process?modulePath'

/**
 * Starts the decoder as a utility process; only after Electron's `app` is ready. Electron's module is handed in,
 * so that it stays at the edges.
 */
export function spawnUtilityDecoder(electron: Pick<typeof utilityProcess, 'fork'>): DecoderPort {
  const child = electron.fork(decoderPath, [], {
    serviceName: 'Vitrine pictures',
    stdio: 'ignore',
    execArgv: [...decoderArguments]
  })
  return {
    post: (request) => child.postMessage(request),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
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
