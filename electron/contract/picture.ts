import { z } from 'zod'
import { connectionIdSchema } from './connection'
import type { Failure } from './failure'
import { pictureKeepings, type PictureKeeping, pictureTokenPattern } from './picture-values'

/** A picture by its opaque name; the renderer asks `app://` for it and never sees bytes or loads an address. */
export interface Picture {
  /** 43 characters of base64url: SHA-256 of the absolute address. See `pictureUrl`. */
  token: string
  /** The host it comes from, for people; empty when the address is not a URL. */
  host: string
}

export const pictureQuerySchema = z.object({
  connectionId: connectionIdSchema,
  token: z.string().regex(pictureTokenPattern)
})

/** What is known of a picture once it was fetched. */
export interface PictureFacts {
  /** Pixels, after EXIF orientation. */
  width: number
  height: number
  /** Of the original, in bytes. */
  bytes: number
  /** As decoded, for example `jpeg`. */
  format: string
  host: string
  /** When the store's picture server was last asked for it: ms since 1970. */
  checkedAt: number
  /** It moves; only its first frame is shown (fault 68). */
  animated: boolean
}

export const pictureKeepingSchema = z.object({
  connectionId: connectionIdSchema,
  keep: z.enum(pictureKeepings)
})
export const pictureLimitSchema = z.object({ bytes: z.number().int().min(10_000_000).max(1_000_000_000_000) })
/** A host (with its port where it is not the scheme's own) inside the person's own network. */
export const pictureHostSchema = z.object({
  connectionId: connectionIdSchema,
  host: z.string().min(1).max(300)
})

/** The pictures of all connections on this computer's disk. */
export interface PictureStorage {
  /** Bytes. */
  used: number
  limit: number
  /** Pictures of which something is kept, each once. */
  pictures: number
  /** Why nothing is kept on disk just now; pictures are held in memory then. */
  because: Failure | null
}

export type PrefetchPhase =
  /** Nothing to do, or nothing wanted. */
  | 'idle'
  | 'gathering'
  /** Goes on by itself: no network, or the picture servers want to be left alone. */
  | 'waiting'
  /** Goes on when the person says so. */
  | 'paused'
  /** What there is takes up the limit on disk: the rest is not fetched, since it would push out what was. */
  | 'full'

/** Fetching a catalog's pictures in the background, as it stands. */
export interface PrefetchState {
  connectionId: string
  keep: PictureKeeping
  phase: PrefetchPhase
  /** Products with a picture that were looked at, and all of them; `total` is null until it is known. */
  done: number
  total: number | null
  /** Of those that were looked at: pictures that cannot be shown. */
  broken: number
  /** Why it waits. */
  because: Failure | null
}

/** How a picture is given to the person: as the server sent it, or, where it cannot be had again, as it is shown. */
export interface SavedPicture {
  /** Name of the file, without its folder; null when the person changed their mind. */
  file: string | null
  /** The server could not be asked: the preview was saved instead. */
  isPreview: boolean
}
