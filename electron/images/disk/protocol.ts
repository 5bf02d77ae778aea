import type { Failure } from '../../contract/failure'
import type { PictureSize } from '../../contract/picture-values'
import type { Method } from '../../database/thread-protocol'
import type { Rasters } from '../decode/protocol'

/** An address of a connection's picture, by its token (SHA-256 of the absolute address in base64url). */
export interface ImageName {
  connectionId: string
  token: string
}

/** What is known of an original. */
export interface Original {
  /** SHA-256 of its bytes, in hex. */
  hash: string
  /** Pixels, after EXIF orientation. */
  width: number
  height: number
  format: string
  bytes: number
  /** Perceptual hash, 64 bits, signed; null: of an earlier version, and not made anew yet. */
  look: bigint | null
  animated: boolean
}

/** The validators of a conditional request. */
export interface Validators {
  etag: string | null
  lastModified: string | null
  /** Token of the URL, after all redirects, that sent them: they are sent to no other. */
  from: string
}

/** When an address was requested, and the outcome. Times are ms since 1970. */
export interface FetchStatus {
  checkedAt: number
  /** Not requested again before this time. */
  until: number
  /** Consecutive failures; 0 after a success. */
  tries: number
  /** How many answers since the last success said that this address has no picture. */
  denials: number
  /** The last failure; null: it succeeded, or an older picture is still kept. */
  failure: Failure | null
  validators: Validators | null
}

export interface KnownImage {
  status: FetchStatus
  /** null: the address never returned a picture. */
  original: Original | null
}

export interface ReadQuestion extends ImageName {
  /** null: only the metadata are requested. */
  size: PictureSize | null
}

export interface StoredImage extends KnownImage {
  /** The raster in the requested size or else in the next larger one, from which it can be made; null: neither. */
  raster: { size: PictureSize; bytes: Uint8Array<ArrayBuffer> } | null
  /** All stored sizes. */
  sizes: PictureSize[]
}

/** A picture that was fetched. */
export interface Arrival extends ImageName {
  status: FetchStatus
  original: Original
  /** Empty if the content and its rasters are known to be stored. */
  rasters: Rasters
}

/** An address whose fetched picture may be stored under another address. */
export interface Link extends ImageName {
  status: FetchStatus
  hash: string
  sizes: PictureSize[]
}

/** What is stored; part of each answer to a write. */
export interface CacheUsage {
  /** Sum of the rasters' bytes. */
  used: number
  /** Number of stored contents. */
  pictures: number
  /** How often contents were lost without a request since the file was opened: by eviction, or with a file that was built anew. */
  losses: number
}

/** The thread that keeps the pictures of all connections; the connection of a call is not used. */
export interface CacheMethods {
  /** Opens the file in the folder, or builds a new one. Fails if the folder cannot be written, or the file is a newer version's. */
  open: Method<{ folder: string; limit: number }, CacheUsage>
  /** Builds a new file in place of a damaged one, or one to be emptied. */
  rebuild: Method<{ folder: string; limit: number }, CacheUsage>
  /** An answer for each request; null: the address is unknown. `now`: ms since 1970. */
  read: Method<{ questions: ReadQuestion[]; now: number }, (StoredImage | null)[]>
  /** For each whether its content is stored in all its sizes; the address then leads to it. */
  link: Method<{ links: Link[] }, boolean[]>
  /** Stores pictures, all or none, and evicts others for them. */
  save: Method<{ arrivals: Arrival[]; now: number }, CacheUsage>
  /** Records the outcome of a request; the address keeps its picture, if it has one, unless `isGone`. */
  note: Method<{ notes: (ImageName & { status: FetchStatus; isGone: boolean })[] }, CacheUsage>
  /** Clears the failures of one address, or of all of a connection that failed for one of these reasons. */
  clearFailures: Method<{ connectionId: string; token: string | null; codes: string[] }, CacheUsage>
  setLimit: Method<{ limit: number }, CacheUsage>
  /** Checks by a write without effect whether the disk takes any. */
  probe: Method<null, CacheUsage>
  clear: Method<null, CacheUsage>
  forget: Method<{ connectionId: string }, CacheUsage>
  /** Writes what is pending and closes the file. */
  close: Method<null, null>
}
