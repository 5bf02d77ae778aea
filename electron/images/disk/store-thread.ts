/** Entry of the thread that keeps pictures on disk. */
import { serve } from '../../database/thread-serve'
import type { StoredImage, StoreMethods } from './protocol'
import { createStoreSide } from './methods'

const { methods, idle } = createStoreSide()
serve<StoreMethods>(methods, { idle, transfer: rastersOf })

/** Rasters are transferred, not copied. */
function rastersOf(answer: unknown): ArrayBuffer[] {
  if (!Array.isArray(answer)) return []
  return (answer as (StoredImage | null)[]).flatMap((picture) => picture?.raster?.bytes.buffer ?? [])
}
