import type { Failure, Result } from '../../contract/failure'
import type { PrefetchState, PictureStorage } from '../../contract/picture'
import type { PictureKeeping, PictureSize, PictureFinding } from '../../contract/picture-values'

/** What is kept of a connection's prefetch between runs. */
export interface PrefetchSettings {
  keep: PictureKeeping
  isPaused: boolean
  /** ms since 1970: what was kept before then does not count, since less was kept, or the disk was emptied. */
  since: number
}

/** A product whose picture is to be seen to; `kept`: what was known of it when it was last (ms since 1970). */
export interface PendingImage {
  key: number
  address: string
  kept: { at: number; state: PictureFinding['state'] } | null
}

export interface PrefetchedImage {
  /** Key of the product. */
  product: number
  address: string
  finding: PictureFinding
  isKept: true
}

export interface PrefetchCounts {
  /** Products with a picture. */
  total: number
  /** Of them those that were seen to, and of these the broken ones. */
  checked: number
  broken: number
}

/** What the prefetch needs of the rest of the app. */
export interface PrefetchDeps {
  /** Products after a key whose picture is to be seen to, by key. */
  unchecked: (
    connectionId: string,
    question: { after: number; limit: number; shownSince: number; brokenSince: number }
  ) => Promise<Result<PendingImage[]>>
  counts: (connectionId: string, since: number) => Promise<Result<PrefetchCounts>>
  save: (connectionId: string, found: PrefetchedImage[], at: number) => Promise<Result<null>>
  keepPicture: (
    connectionId: string,
    address: string,
    sizes: PictureSize[],
    signal: AbortSignal
  ) => Promise<Result<PictureFinding>>
  /** See `Pictures.kept`. */
  keptPicture: (connectionId: string, address: string, sizes: PictureSize[]) => Promise<PictureFinding | null>
  storage: () => Promise<PictureStorage>
  settingsOf: (connectionId: string) => PrefetchSettings
  /** Counts for this run also where the file refuses it. */
  changeSettings: (
    connectionId: string,
    change: (settings: PrefetchSettings) => PrefetchSettings
  ) => Promise<unknown>
  /** Whether this computer has any network. */
  isOnline: () => boolean
  /** Whether the connection's list is just being read: pictures wait until it is. */
  isSyncing: (connectionId: string) => boolean
  onChange: (state: PrefetchState) => void
  log: {
    info(event: string, facts?: Record<string, unknown>): void
    warn(event: string, facts?: Record<string, unknown>): void
  }
}

export interface PrefetchTime {
  /** ms since 1970. */
  now: () => number
  /** ms that only go forward. */
  elapsed: () => number
  /** From 0 to 1, for the jitter of waits. */
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** What a connection's prefetch waits for. `until` as `elapsed`; Infinity: to be told. */
export interface PrefetchBlock {
  phase: 'waiting' | 'full'
  because: Failure | null
  until: number
}
