import type { RawPage } from './types'

/**
 * Answers whose bytes can be moved to a thread, and the buffers to move. Bytes that are a part of something larger, such as
 * of Node's pool of small buffers, are copied: what lies around them is not ours to move.
 */
export function bytesOf(answers: RawPage[]): { answers: RawPage[]; moved: ArrayBuffer[] } {
  const own = answers.map((answer) => ({ ...answer, bytes: ownBytes(answer.bytes) }))
  return { answers: own, moved: own.map(({ bytes }) => bytes.buffer) }
}

function ownBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
