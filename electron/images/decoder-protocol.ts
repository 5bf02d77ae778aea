import type { Result } from '../contract/failure.ts'
import { pictureSizes, type PictureSize } from '../contract/picture-url.ts'

/** What the main process asks of the decoder. */
export interface DecodeRequest {
  id: number
  bytes: Uint8Array
  size: PictureSize
}

export interface DecodedPicture {
  /** Pixels of the original, after EXIF orientation. */
  width: number
  height: number
  /** Format of the original, for example `jpeg`. */
  format: string
  /** WebP in the size asked for, without any metadata. */
  raster: Uint8Array<ArrayBuffer>
}

/** What the decoder says: once that it is up, then an answer for each request in any order. */
export type DecoderMessage = { ready: true } | { id: number; result: Result<DecodedPicture> }

const sizes: ReadonlySet<unknown> = new Set(pictureSizes)

/** True for a `DecodeRequest`. */
export function isDecodeRequest(value: unknown): value is DecodeRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'bytes' in value &&
    value.bytes instanceof Uint8Array &&
    'size' in value &&
    sizes.has(value.size)
  )
}
