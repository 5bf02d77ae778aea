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
