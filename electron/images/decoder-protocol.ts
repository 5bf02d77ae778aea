import type { Result } from '../contract/failure.ts'
import type { PictureSize } from '../contract/picture-url.ts'

/** One decoding makes either both thumbnails or the preview. */
export type RasterKind = 'thumbnails' | 'preview'

/** What the main process asks of the decoder. */
export interface DecodeRequest {
  id: number
  bytes: Uint8Array
  kind: RasterKind
}

export interface Raster {
  size: PictureSize
  /** WebP without any metadata. */
  bytes: Uint8Array<ArrayBuffer>
}

export interface DecodedPicture {
  /** Pixels of the original, after EXIF orientation. */
  width: number
  height: number
  /** Format of the original, for example `jpeg`. */
  format: string
  rasters: Raster[]
}

/** What the decoder says: once that it is up, then an answer for each request in any order. */
export type DecoderMessage = { ready: true } | { id: number; result: Result<DecodedPicture> }

/** True for a `DecodeRequest`. */
export function isDecodeRequest(value: unknown): value is DecodeRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'bytes' in value &&
    value.bytes instanceof Uint8Array &&
    'kind' in value &&
    (value.kind === 'thumbnails' || value.kind === 'preview')
  )
}
