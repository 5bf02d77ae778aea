/** Entry of the thread that puts catalogs into publications, and takes them out again. */
import { serve } from '../../database/thread-serve'
import type { PublishingMethods } from '../protocol'
import { createPublishingSide } from './publishing-methods'

serve<PublishingMethods>(createPublishingSide(), { background: true, transfer: buffersIn })

/** Those of pages. */
function buffersIn(answer: unknown): ArrayBuffer[] {
  const pages: unknown[] = Array.isArray(answer) ? answer : []
  const buffers = pages.map((page) => (page instanceof Uint8Array ? page.buffer : null))
  return buffers.filter((buffer) => buffer instanceof ArrayBuffer)
}
