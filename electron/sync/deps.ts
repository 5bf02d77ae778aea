import type { Sleep, StoreAddress, StoreClient } from '../api/types'
import type { CatalogDb } from '../catalog/types'
import type { Credentials } from '../contract/connection'
import type { Failure, Result } from '../contract/failure'
import type { SyncSchedule, SyncState } from '../contract/sync'
import type { CrawlLimits } from './crawl/crawl-limits'

/** The clocks and chances of a sync, so that a test can have its own. */
export interface SyncTime {
  /** ms since 1970; may jump (93). */
  now: () => number
  /** ms from any start; never jumps. */
  elapsed: () => number
  /** Between 0 and 1. */
  random: () => number
  sleep: Sleep
}

/** Facts of a run for the log: never headers, bodies, addresses or credentials. */
export interface SyncLog {
  info(message: string, facts: Record<string, string | number>): void
  warn(message: string, facts: Record<string, unknown>): void
}

export interface SyncDeps extends Partial<SyncTime> {
  copy: Pick<CatalogDb, 'runs' | 'facts'>
  client: Pick<StoreClient, 'fetchAnswer'>
  /** Where a connection's store is; null when there is no such connection. */
  addressOf: (connectionId: string) => StoreAddress | null
  credentialsOf: (connectionId: string) => Promise<Result<Credentials>>
  scheduleOf: (connectionId: string) => SyncSchedule
  keepSchedule: (connectionId: string, schedule: SyncSchedule) => Promise<Result<null>>
  /** At most 4 a second for each connection, and at once when the phase changes. */
  onChange: (state: SyncState) => void
  /** The store was asked: null when it answered, else why it did not. */
  onReached: (connectionId: string, failure: Failure | null) => void
  log?: SyncLog | undefined
  /** For tests. */
  reach?: CrawlLimits
}
