import { finished, pipeline, type Readable } from 'node:stream'
import zlib from 'node:zlib'
import { joinChunks } from '../bytes/buffers'

/**
 * Largest answer that is read, in bytes after decompression: 1,000 items of 16 KB. It is held and parsed at
 * once, so the bound is also what an answer may cost.
 */
export const maxAnswer = 16 * 1024 * 1024
/** How much of an error's body is read for what it says, in bytes. */
export const maxErrorBody = 64 * 1024

export interface Body {
  /** In a buffer of their own. */
  bytes: Uint8Array<ArrayBuffer>
  /** The bound was reached: there was more. */
  cut: boolean
}

/**
 * Reads a body up to `limit` bytes, counted after decompression (fault 18), and ends the connection when there is
 * more. Rejects with zlib's or the socket's error, also when a compressed body merely stops: axios's own
 * decompression would hand on what came so far.
 */
export function readBody(source: Readable, encoding: string, limit: number): Promise<Body> {
  const decoder = decoderFor(encoding)
  if (decoder === null) return gather(source, limit)
  let arrived = 0
  source.on('data', (chunk: Uint8Array) => (arrived += chunk.byteLength))
  // `pipeline` hands an error of the source on to the decoder, which `gather` watches.
  pipeline(source, decoder, () => undefined)
  return gather(decoder, limit, () => arrived === 0 && source.readableEnded)
}

/** By events: async iteration costs three times as much per page, and a sync reads hundreds of pages a second. */
function gather(stream: Readable, limit: number, isEmpty: () => boolean = () => false): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  stream.on('data', (chunk: Uint8Array<ArrayBuffer>) => {
    size += chunk.byteLength
    if (size <= limit) chunks.push(chunk)
    else stream.destroy()
  })
  finished(stream, { writable: false }, (error) => {
    const cut = size > limit
    // No bytes at all are an empty answer (fault 17), not a broken one.
    if (error && !cut && !isEmpty()) reject(error)
    else resolve({ bytes: joinChunks(chunks), cut })
  })
  return promise
}

/** An encoding that was not asked for is read as it is; it will not be JSON. */
function decoderFor(encoding: string): zlib.Unzip | zlib.BrotliDecompress | null {
  switch (encoding.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
    case 'deflate':
      return zlib.createUnzip()
    case 'br':
      return zlib.createBrotliDecompress()
    default:
      return null
  }
}
