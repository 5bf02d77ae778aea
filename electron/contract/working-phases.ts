import type { SyncPhase } from './sync'

/** Phases in which a sync asks the store, or the disk, for all it has. One that waits, is paused or asks goes on after a restart where it was. */
export const workingPhases: ReadonlySet<SyncPhase> = new Set<SyncPhase>(['fetching', 'checking', 'finishing'])
