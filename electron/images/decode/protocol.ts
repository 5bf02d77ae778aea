import type { Result } from '../../contract/failure.ts'
import { pictureSizes, type PictureSize } from '../../contract/picture-values.ts'

/** Most pixels of an original: 8,000 × 8,000. A camera of 2026 stays below; a header that lies does not (fault 64). */
export const maxPixels = 64_000_000

/** What the main process asks of the decoder. */
export interface DecodeRequest {
  id: number
  bytes: Uint8Array
  /** At least one. */
  sizes: readonly PictureSize[]
  as: RasterFormat
  /** The process has nothing else in hand until this is answered. */
  isAlone: boolean
}

/** `jpeg`: on a white ground, for files of other programs, which may not know WebP. */
export const rasterFormatsMade = ['webp', 'jpeg'] as const
export type RasterFormat = (typeof rasterFormatsMade)[number]

/** In the format asked for, by size, without any metadata. */
export type Rasters = Partial<Record<PictureSize, Uint8Array<ArrayBuffer>>>

export interface DecodedPicture {
  /** Pixels of the original, after EXIF orientation. */
  width: number
  height: number
  /** Format of the original, for example `jpeg`. */
  format: string
  /** It has more than one frame. */
  animated: boolean
  /** Perceptual hash of the first frame, see `lookOf`. */
  look: bigint
  /** In the sizes asked for. */
  rasters: Rasters
}

/**
 * What the decoder says: once that it is up, then an answer for each request in any order. `isLarge`: nothing was done, since the
 * picture is one of those that are decoded alone.
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
