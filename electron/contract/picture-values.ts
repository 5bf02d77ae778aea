import type { FailureCode } from './failure'

/** SHA-256 of a picture's absolute address in base64url. */
export const pictureTokenPattern = /^[A-Za-z0-9_-]{43}$/

/**
 * `thumbnail`: at most 48 px on the longer side, and the double · `tile`: at most 512 px on the longer side, for the gallery · `preview`: at
 * most 1600 px on the longer side.
 */
export const pictureSizes = ['thumbnail', 'thumbnail-2x', 'tile', 'preview'] as const
export type PictureSize = (typeof pictureSizes)[number]

/**
 * The relative URL at which `app://` answers with a raster picture (WebP), or with 404 when there is none;
 * then `pictures:describe` says why.
 */
export function pictureUrl(connectionId: string, token: string, size: PictureSize): string {
  return `/picture/${connectionId}/${token}/${size}`
}

/** What a look at a picture brought; it goes into the catalog, for filters and checks. */
export type PictureFinding =
  | {
      state: 'shown'
      /** Pixels of the original, after EXIF orientation. */
      width: number
      height: number
      /** Of the original. */
      bytes: number
      format: string
      /** First 8 bytes of the SHA-256 of the original, as a signed 64-bit number: the same picture has the same. */
      content: bigint
      /** Perceptual hash, 64 bits, signed: pictures that look alike differ in few bits. */
      look: bigint | null
    }
  | { state: 'broken'; code: FailureCode }

/** What is kept of a whole catalog's pictures, for when there is no network. Free of zod, so that the renderer can load it. */
export const pictureKeepings = ['none', 'thumbnails', 'previews'] as const
export type PictureKeeping = (typeof pictureKeepings)[number]
export const defaultPictureKeeping: PictureKeeping = 'thumbnails'

/** Bytes that pictures may take on disk; the least recently used go first. */
export const pictureLimits = [
  256_000_000, 512_000_000, 1_000_000_000, 2_000_000_000, 5_000_000_000, 20_000_000_000
]
export const defaultPictureLimit = 1_000_000_000
