import type { Result } from '../contract/failure'
import type { Picture, PictureFacts, PictureSize, PictureStorage } from '../contract/picture'
import type { PictureFinding } from '../contract/picture-finding'
import type { ThreadLog } from '../database/thread'
import type { PictureDecoder } from './decode/decoder-port'
import type { ResolveName } from './fetch/private-network'

export interface RasterPicture {
  bytes: Uint8Array<ArrayBuffer>
  type: 'image/webp'
}

/** The pictures of all connections: addresses go in, rasters come out, a store's own bytes never do. */
export interface Pictures {
  /**
   * Enters an untrusted address and comes back with its opaque name; touches no network. `product`: the key in the copy
   * of a product that shows it, to which what is found out goes.
   */
  register(connectionId: string, address: string, product?: number): Picture
  /**
   * The raster of a registered picture: from memory, from disk, or fetched and decoded. Fails with `picture-none` for an
   * unknown token, with a `picture-…` or network code, or with `cancelled` when the signal says so; the work itself
   * ends when nobody waits for it any more.
   */
  raster(
    connectionId: string,
    token: string,
    size: PictureSize,
    signal?: AbortSignal
  ): Promise<Result<RasterPicture>>
  /** The raster (WebP) where memory has it: one that was shown a moment ago. Asks neither disk nor network for it. */
  atHand(connectionId: string, token: string, size: PictureSize): Uint8Array | null
  /** Facts of the original, or why there is no raster; fetches the picture when neither is known. */
  describe(connectionId: string, token: string): Promise<Result<PictureFacts>>
  /** What was told of these products was lost: they are told again when they are next registered. */
  tellAgain(connectionId: string, products: readonly number[]): void
  /** Forgets a remembered failure, so that the next request tries again. */
  retry(connectionId: string, token: string): void
  /** The address as it was registered; null for an unknown token. */
  addressOf(connectionId: string, token: string): string | null
  /** The bytes as the server sends them now, with the format that they turn out to have. */
  original(connectionId: string, token: string): Promise<Result<{ bytes: Uint8Array; format: string }>>
  /**
   * Sees to it that the disk holds rasters of these sizes, and says what was found; what is there already is not fetched
   * again. It gives way to pictures that somebody looks at. Fails where nothing was found out about the picture: no
   * network, or a server that does not answer now.
   */
  keep(
    connectionId: string,
    address: string,
    sizes: PictureSize[],
    signal: AbortSignal
  ): Promise<Result<PictureFinding>>
  /** What is known of a picture for which nothing has to be fetched to keep it in these sizes; null: something has. */
  kept(connectionId: string, address: string, sizes: PictureSize[]): Promise<PictureFinding | null>
  storage(): Promise<PictureStorage>
  setLimit(bytes: number): Promise<PictureStorage>
  clear(): Promise<PictureStorage>
  /** A host was allowed: pictures of this connection that were refused for its address are tried again. */
  hostAllowed(connectionId: string): void
  /** Forgets a connection's pictures and cancels what is under way for it: it was removed or has a new address. */
  forget(connectionId: string): Promise<void>
  /** Cancels everything and ends the decoder. */
  close(): Promise<void>
}

export interface PicturesDeps {
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
  /** The built entry of the thread that keeps pictures on disk (`images/worker/store?modulePath`). */
  threadFile: string
  /** Where they are kept. */
  folder: string
  /** Bytes that they may take there, as the person has set it. Asked once, when the folder is opened. */
  limit: () => number
  /**
   * Told what a look at a picture brought, with the keys of the products that were registered with it: each product once
   * until there is something else to tell.
   */
  onFinding: (connectionId: string, products: number[], address: string, finding: PictureFinding) => void
  /** Told at most once a second while what the disk holds changes. */
  onStorage: (state: PictureStorage) => void
  /** Told when pictures went from the disk that nobody had asked to go: there was no room, or the file was damaged. */
  onLost: () => void
  log?: ThreadLog
  /** For tests. */
  resolveName?: ResolveName
  /** Most bytes of an original; 32 MiB when not given. */
  maxBytes?: number
  /** ms for a whole fetch, redirects included; 20,000 when not given. */
  fetchDeadline?: number
  /** Bytes of rasters that are kept in memory. */
  cacheBytes?: number
  /** ms since 1970. */
  now?: () => number
  /** From 0 to 1, for waits before another try. */
  random?: () => number
}
