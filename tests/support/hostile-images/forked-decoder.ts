import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { decoderFlags, type DecoderPort } from '../../../electron/images/decode/decoder-port'

const entry = fileURLToPath(new URL('../../../electron/images/decode/decoder-process.ts', import.meta.url))

/** The app's own decoder process, run by Node instead of Electron. */
export interface ForkedDecoder extends DecoderPort {
  child: ChildProcess
}

/** @param file a script to run in place of the decoder */
export function forkDecoder(file = entry): ForkedDecoder {
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: [...decoderFlags],
    stdio: 'inherit'
  })
  return {
    child,
    // A process that is gone reports by `exit`; without the callback it would also throw here.
    // Electron's way makes bytes of a Buffer.
    post: ({ bytes, ...request }) =>
      void child.send({ ...request, bytes: new Uint8Array(bytes) }, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', () => listener('died')),
    kill: () => void child.kill('SIGKILL')
  }
}
