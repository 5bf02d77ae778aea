import { serve } from '../../database/thread-serve'
import { createCacheSide } from './methods'
import type { StoredImage, CacheMethods } from './protocol'

/** Entry of the thread that keeps pictures on disk. */

const { methods, idle } = createCacheSide()
serve<CacheMethods>(methods, { idle, transfer: rastersOf })

/** Rasters are transferred, not copied. */
function rastersOf(answer: unknown): ArrayBuffer[] {
  if (!Array.isArray(answer)) return []
  return (answer as (StoredImage | null)[]).flatMap((picture) => picture?.raster?.bytes.buffer ?? [])
}
