import { utilityProcess } from 'electron'
import decoderPath from './decoder-process?modulePath'
import type { DecoderPort } from './decoder'

/** Starts the decoder as Electron's utility process; only after `app` is ready. */
export function spawnUtilityDecoder(): DecoderPort {
  const child = utilityProcess.fork(decoderPath, [], { serviceName: 'Vitrine pictures', stdio: 'ignore' })
  return {
    post: (request) => child.postMessage(request),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', listener),
    kill: () => end(child)
  }
}

/** `kill()` asks with SIGTERM, which a process that no longer listens may never hear. */
function end(child: Electron.UtilityProcess): void {
  const { pid } = child
  child.kill()
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was gone already.
  }
}
