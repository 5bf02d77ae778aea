import type { Failure, Result } from '../../contract/failure'
import type { PrefetchState, PictureStorage } from '../../contract/picture'
import type { PictureKeeping, PictureSize, PictureFinding } from '../../contract/picture-values'

/** The saved settings of a connection's prefetch. */
export interface PrefetchSettings {
  keep: PictureKeeping
  isPaused: boolean
  /** ms since 1970: what was stored earlier does not count, because fewer sizes were stored then or the disk was cleared. */
  since: number
}

/** A product whose picture is to be fetched or checked; `kept`: the last finding and its time (ms since 1970). */
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
  /** How many of them were checked, and how many of these are broken. */
  checked: number
  broken: number
}

/** What the prefetch needs of the rest of the app. */
export interface PrefetchDeps {
  /** Products after a key whose picture is to be fetched or checked, by key. */
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
  /** If the file cannot be written, the change lasts until the app ends. */
  changeSettings: (
    connectionId: string,
    change: (settings: PrefetchSettings) => PrefetchSettings
  ) => Promise<unknown>
  /** Whether this computer has a network connection. */
  isOnline: () => boolean
  /** Whether the connection's catalog is being synced: pictures wait meanwhile. */
  isSyncing: (connectionId: string) => boolean
  /** Whether somebody looks through pictures: those that nobody waits for give way. */
  isLookedAt: () => boolean
  onChange: (state: PrefetchState) => void
  log: {
    info(event: string, facts?: Record<string, unknown>): void
    warn(event: string, facts?: Record<string, unknown>): void
  }
}

export interface PrefetchTime {
  /** ms since 1970. */
  now: () => number
  /** ms of a monotonic clock. */
  elapsed: () => number
  /** From 0 to 1, for the jitter of waits. */
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** Why a connection's prefetch is waiting. `until` as `elapsed`; Infinity: until something changes. */
export interface PrefetchBlock {
  phase: 'waiting' | 'full'
  because: Failure | null
  until: number
}
