import type { PictureStorage } from '../contract/picture'
import type { PictureFinding } from '../contract/picture-values'
import type { ThreadLog } from '../database/thread'
import type { PictureDecoder } from './decode/decoder-port'
import type { ResolveName } from './fetch/private-network'

export interface RasterPicture {
  bytes: Uint8Array<ArrayBuffer>
  type: 'image/webp'
}

export interface ImageServiceDeps {
  /** Base URL of a store: its pictures may be relative to its origin and, there alone, private where the store is. */
  storeUrl: (connectionId: string) => string | null
  /** Whether the store of this origin has answered from a private address. */
  isPrivateStore: (origin: string) => boolean
  /** Further hosts (with their port where it is not the scheme's own) that may be private for a connection. */
  allowedHosts: (connectionId: string) => readonly string[]
  /** Answers as Electron's `session.resolveProxy`: `DIRECT`, `PROXY host:port`, … */
  resolveProxy: (url: string) => Promise<string>
  /** Certificate authorities (PEM) that the person added; another array only when they are others. */
  addedAuthorities?: (() => readonly string[]) | undefined
  decoder: PictureDecoder
  /** The built entry of the thread that keeps pictures on disk (`images/disk/disk-thread?modulePath`). */
  threadFile: string
  /** Where they are kept. */
  folder: string
  /** Bytes that they may take there, set by the person. Read once, when the folder is opened. */
  limit: () => number
  /**
   * Called with the finding of a picture and the keys of the products that are registered with it: once for each product until
   * the finding changes.
   */
  onFinding: (connectionId: string, products: number[], address: string, finding: PictureFinding) => void
  /** Called at most once a second while the pictures on disk change. */
  onStorage: (state: PictureStorage) => void
  /** Called when pictures were removed from the disk unasked: there was no room, or the file was damaged. */
  onLost: () => void
  log?: ThreadLog
  /** For tests. */
  resolveName?: ResolveName
  /** Most bytes of an original; default 32 MiB. */
  maxBytes?: number
  /** ms for a whole fetch, redirects included; default 20,000. */
  fetchDeadline?: number
  /** Bytes of rasters that are kept in memory. */
  cacheBytes?: number
  /** ms since 1970. */
  now?: () => number
  /** From 0 to 1, for waits before another try. */
  random?: () => number
}
