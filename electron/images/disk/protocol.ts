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
  /** Perceptual hash, 64 bits, signed. */
  look: bigint
  animated: boolean
}

/** How to ask a server whether it has another picture by now. */
export interface Validators {
  etag: string | null
  lastModified: string | null
  /** Token of the URL, after all redirects, that gave them: nobody else is told. */
  from: string
}

/** When an address was asked for and what came of it. Times are ms since 1970. */
export interface FetchStatus {
  checkedAt: number
  /** Until when that is not asked again. */
  until: number
  /** Tries in a row that failed; 0 after one that succeeded. */
  tries: number
  /** Why the last one did; null: it did not, or an older picture is kept all the same. */
  failure: Failure | null
  validators: Validators | null
}

export interface KnownImage {
  status: FetchStatus
  /** null: the address never gave a picture. */
  original: Original | null
}

export interface ReadQuestion extends ImageName {
  /** null: only what is known of the picture is asked for. */
  size: PictureSize | null
}

export interface StoredImage extends KnownImage {
  /**
   * The raster in the size asked for or, where only that is there, in the next larger one, from which the other can be made;
   * null: neither.
   */
  raster: { size: PictureSize; bytes: Uint8Array<ArrayBuffer> } | null
  /** All sizes that are there. */
  sizes: PictureSize[]
}

/** A picture that was fetched. */
export interface Arrival extends ImageName {
  status: FetchStatus
  original: Original
  /** Empty where the content and its rasters are known to be there. */
  rasters: Rasters
}

/** An address whose picture was fetched, and may be there under another address. */
export interface Link extends ImageName {
  status: FetchStatus
  hash: string
  sizes: PictureSize[]
}

/** What the thread holds; goes with each answer to a write. */
export interface StoreUsage {
  /** Sum of the rasters' bytes. */
  used: number
  /** Contents of which something is kept. */
  pictures: number
  /** How often some went that nobody had asked to go, since the file was opened: evicted, or with a file that began anew. */
  losses: number
}

/** The thread that keeps the pictures of all connections; the connection of a call is not used. */
export interface StoreMethods {
  /** Opens the file in the folder, or begins a new one. Fails where the folder or a newer version's file is not to be written. */
  open: Method<{ folder: string; limit: number }, StoreUsage>
  /** Begins anew in place of a file that is damaged, or of which nothing is to be left. */
  rebuild: Method<{ folder: string; limit: number }, StoreUsage>
  /** An answer for each question; null: nothing is known of that address. `now`: ms since 1970. */
  read: Method<{ questions: ReadQuestion[]; now: number }, (StoredImage | null)[]>
  /** For each whether its content is there in all its sizes: the address then leads to it. */
  link: Method<{ links: Link[] }, boolean[]>
  /** Keeps pictures, all or none, and makes room for them. */
  save: Method<{ arrivals: Arrival[]; now: number }, StoreUsage>
  /** Notes what came of asking for an address whose picture, if it has one, stays; `drop`: it has none any more. */
  note: Method<{ notes: (ImageName & { status: FetchStatus; drop: boolean })[] }, StoreUsage>
  /** Forgets why pictures failed: of one address, or of all of a connection that failed for one of these reasons. */
  clearFailures: Method<{ connectionId: string; token: string | null; codes: string[] }, StoreUsage>
  setLimit: Method<{ limit: number }, StoreUsage>
  /** Writes something, which changes nothing: whether the disk takes it. */
  probe: Method<null, StoreUsage>
  clear: Method<null, StoreUsage>
  forget: Method<{ connectionId: string }, StoreUsage>
  /** Writes what waits and closes the file. */
  close: Method<null, null>
}
