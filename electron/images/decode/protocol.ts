import type { Result } from '../../contract/failure.ts'
import { pictureSizes, type PictureSize } from '../../contract/picture-values.ts'

/** Most pixels of an original: 8,000 × 8,000. Cameras of 2026 have fewer; a forged header may claim more (fault 64). */
export const maxPixels = 64_000_000

/** A request to the decoder. */
export interface DecodeRequest {
  id: number
  bytes: Uint8Array
  /** At least one. */
  sizes: readonly PictureSize[]
  as: RasterFormat
  /** The process gets no other request until this one is answered. */
  isAlone: boolean
}

/** `jpeg`: on white, for files of other programs, which may not support WebP. */
export const rasterFormatsMade = ['webp', 'jpeg'] as const
export type RasterFormat = (typeof rasterFormatsMade)[number]

/** In the requested format, by size, without metadata. */
export type Rasters = Partial<Record<PictureSize, Uint8Array<ArrayBuffer>>>

export interface DecodedPicture {
  /** Pixels of the original, after EXIF orientation. */
  width: number
  height: number
  /** Format of the original, for example `jpeg`. */
  format: string
  /** It has more than one frame. */
  animated: boolean
  /** Perceptual hash of the first frame, see `perceptualHash`. */
  look: bigint
  /** In the requested sizes. */
  rasters: Rasters
}

/**
 * A message of the decoder: first that it is ready, then an answer for each request, in any order. `isLarge`: the picture was not decoded,
 * because it must be sent alone.
 */
export type DecoderMessage =
  { ready: true } | { id: number; isLarge: true } | { id: number; result: Result<DecodedPicture> }

const knownSizes: ReadonlySet<unknown> = new Set(pictureSizes)
const knownFormats: ReadonlySet<unknown> = new Set(rasterFormatsMade)

/** True for a `DecodeRequest`. */
export function isDecodeRequest(value: unknown): value is DecodeRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'bytes' in value &&
    value.bytes instanceof Uint8Array &&
    'sizes' in value &&
    Array.isArray(value.sizes) &&
    value.sizes.length > 0 &&
    value.sizes.every((size) => knownSizes.has(size)) &&
    'as' in value &&
    knownFormats.has(value.as) &&
    'isAlone' in value &&
    typeof value.isAlone === 'boolean'
  )
}
