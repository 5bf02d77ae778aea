/**
 * Gives the memory of buffers back that nobody needs any more, at once: they are empty afterwards. A thread that fills some
 * megabytes over and over would hold several times as much until its next collection, since buffers do not lie in the heap
 * that brings one on. Views of a part of a buffer are left alone: others may look at the rest.
 */
export function release(...views: readonly ArrayBufferView<ArrayBuffer>[]): void {
  for (const { buffer, byteLength } of views) if (byteLength === buffer.byteLength) buffer.transfer(0)
}
