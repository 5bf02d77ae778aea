import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'

/**
 * Largest answer that is read, in bytes after decompression: 1,000 items of 16 KB. It is held and parsed at
 * once, so the bound is also what an answer may cost.
 */
export const maxAnswer = 16 * 1024 * 1024
/** As much of an error's body as is looked at for what it says. */
export const maxErrorBody = 64 * 1024

export interface Body {
  bytes: Uint8Array
  /** The bound was reached: there was more. */
  cut: boolean
}

/**
 * Reads a body up to `limit` bytes, counted after decompression (18), and ends the connection when there is
 * more. Rejects with zlib's or the socket's error, also when a compressed body merely stops: axios's own
 * decompression would hand on what came so far.
 */
export async function readBody(source: Readable, encoding: string, limit: number): Promise<Body> {
  const chunks: Uint8Array[] = []
  const read = { arrived: 0, size: 0, cut: false }
  const count = async function* (stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      read.arrived += chunk.byteLength
      yield chunk
    }
  }
  const collect = async (stream: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of stream) {
      read.size += chunk.byteLength
      read.cut = read.size > limit
      if (read.cut) throw new Error('the body is larger than its bound')
      chunks.push(chunk)
    }
  }
  const decoder = decoderFor(encoding)
  try {
    await (decoder ? pipeline(source, count, decoder, collect) : pipeline(source, collect))
  } catch (error) {
    // Nothing at all is an empty answer (17), not a broken one.
    const empty = decoder !== null && read.arrived === 0 && source.readableEnded
    if (!read.cut && !empty) throw error
  }
  return { bytes: Buffer.concat(chunks), cut: read.cut }
}

/** An encoding that was not asked for is read as it is; it will not be JSON. */
function decoderFor(encoding: string): Transform | null {
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
