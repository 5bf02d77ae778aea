/**
 * Entry of the decoder's own process: bytes in, rasters out. It runs bundled in Electron's utilityProcess and,
 * in unit tests, unbundled in Node; hence the `.ts` in its imports and in those of the files that it imports.
 */
import { isDecodeRequest, type DecoderMessage } from './protocol.ts'
import { makeRasters, openPicture, prepareSharp } from './raster.ts'

interface ParentPort {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown
  postMessage(message: unknown): void
}

/** Electron's `process.parentPort`; undefined in Node, though Electron's types say otherwise. */
function electronPort(): ParentPort | undefined {
  const host: { parentPort?: ParentPort } = process
  return host.parentPort
}

const parentPort = electronPort()

function answer(message: DecoderMessage): void {
  if (parentPort === undefined) process.send?.(message)
  else parentPort.postMessage(message)
}

async function decode(request: unknown): Promise<void> {
  if (!isDecodeRequest(request)) throw new TypeError('not a request for the decoder')
  const { id, bytes, sizes, as, isAlone } = request
  const opened = await openPicture(bytes)
  if (opened.ok && opened.value.isLarge && !isAlone) answer({ id, isLarge: true })
  else answer({ id, result: opened.ok ? await makeRasters(opened.value, sizes, as) : opened })
}

prepareSharp()
if (parentPort === undefined) {
  process.on('message', (message) => void decode(message))
  process.on('disconnect', () => process.exit())
} else {
  parentPort.on('message', ({ data }) => void decode(data))
}
answer({ ready: true })
