import { release } from './release'

/**
 * The bytes of all chunks in a buffer of their own. The chunks are empty afterwards, where their buffers were theirs alone: what
 * a socket gave would else wait for the next collection, and bring it on early. The only chunk is handed on as it is.
 */
export function joinChunks(chunks: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [first] = chunks
  if (first !== undefined && chunks.length === 1 && first.byteLength === first.buffer.byteLength) {
    return new Uint8Array(first.buffer)
  }
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  release(...chunks)
  return bytes
}
