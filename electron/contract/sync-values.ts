import type { SyncPhase } from './sync'

/** How often a catalog is synced by itself. Free of zod, so that the renderer can load it. */
export const syncSchedules = ['off', '15-minutes', 'hourly', 'daily'] as const
export type SyncSchedule = (typeof syncSchedules)[number]

/** Phases in which a sync asks the store, or the disk, for all it has. One that waits, is paused or asks goes on after a restart where it was. */
export const workingPhases: ReadonlySet<SyncPhase> = new Set<SyncPhase>(['fetching', 'checking', 'finishing'])

/**
 * Bytes on the disk that a store's catalog may take. A million products with descriptions of 200 characters take 0.65 GB, searchable,
 * and with descriptions of 5,000 characters about 7 GB: a store that needs more wants to fill the disk, or is none for this app.
 */
export const copyRoom = {
  most: 20_000_000_000,
  /** Left free for the person and the system, whatever the catalog has. */
  spare: 1_000_000_000
} as const
