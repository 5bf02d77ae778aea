/** What is kept of a whole catalog's pictures, for when there is no network. Free of zod, so that the renderer can load it. */
export const pictureKeepings = ['none', 'thumbnails', 'previews'] as const
export type PictureKeeping = (typeof pictureKeepings)[number]
export const defaultPictureKeeping: PictureKeeping = 'thumbnails'

/** Bytes that pictures may take on disk; the least recently used go first. */
export const pictureLimits = [
  256_000_000, 512_000_000, 1_000_000_000, 2_000_000_000, 5_000_000_000, 20_000_000_000
]
export const defaultPictureLimit = 1_000_000_000
