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

/**
 * Gives the memory of buffers back that nobody needs any more, at once: they are empty afterwards. Who fills some megabytes over
 * and over would hold several times as much until the next collection, and buffers that wait for it bring it on early: with
 * pictures of 150 KB one came for every 27 of them. Views of a part of a buffer are left alone: others may look at the rest.
 */
export function release(...views: readonly ArrayBufferView<ArrayBuffer>[]): void {
  for (const { buffer, byteLength } of views) if (byteLength === buffer.byteLength) buffer.transfer(0)
}
