/**
 * Gives the memory of buffers back that nobody needs any more, at once: they are empty afterwards. Who fills some megabytes over
 * and over would hold several times as much until the next collection, and buffers that wait for it bring it on early: with
 * pictures of 150 KB one came for every 27 of them. Views of a part of a buffer are left alone: others may look at the rest.
 */
export function release(...views: readonly ArrayBufferView<ArrayBuffer>[]): void {
  for (const { buffer, byteLength } of views) if (byteLength === buffer.byteLength) buffer.transfer(0)
}
