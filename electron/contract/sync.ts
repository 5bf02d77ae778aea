import { z } from 'zod'
import { connectionIdSchema } from './connection'
import type { Failure } from './failure'
import type { SetAsideReason } from './product'
import { syncSchedules, type SyncSchedule } from './sync-values'

export const syncScheduleSchema = z.object({
  connectionId: connectionIdSchema,
  schedule: z.enum(syncSchedules)
})
export const dropAnswerSchema = z.object({ connectionId: connectionIdSchema, accept: z.boolean() })

export type SyncPhase =
  /** No run is under way. */
  | 'idle'
  /** Pages are being fetched. */
  | 'fetching'
  /** Pages are being read again, to see whether the list stood still meanwhile. */
  | 'checking'
  /** All is read: changes are settled and the indexes are built. */
  | 'finishing'
  /** Goes on by itself: the store, or the network, is to be asked again at `resumeAt` or when it is back. */
  | 'waiting'
  /** Goes on when the person says so. */
  | 'paused'
  /** Too much of the list is missing: the person decides whether to believe it (faults 41, 112, 113). */
  | 'asking'

/** A sync of one connection, as it stands. */
export interface SyncState {
  connectionId: string
  phase: SyncPhase
  /** Items that this run has read and saved. What an item is, and what a product: coverage.ts. */
  here: number
  /** Items of the store's list, as it says now; null when it does not say. */
  total: number | null
  /** The total is not what it was when the run began. */
  totalMoved: boolean
  /** Items a second, lately; null until it can be told. */
  rate: number | null
  /** ms; null until it can be told. */
  timeLeft: number | null
  /** ms since 1970; null when idle. */
  startedAt: number | null
  /** Why it waits, or why the last run failed. */
  because: Failure | null
  /** ms since 1970, while waiting. */
  resumeAt: number | null
  /** While asking. */
  drop: SyncDrop | null
  schedule: SyncSchedule
  /** When the schedule starts the next run: ms since 1970. */
  nextAt: number | null
  /** The last run that ended; null before the first. */
  last: SyncSummary | null
}

/** What a person is asked to believe of a store's list. */
export type SyncDrop = {
  /** `shorter`, `shrinking`: items; `others`, `renewed`: products of an earlier list, and those of them that are listed now. */
  before: number
  now: number
  /** Items that the catalog would mark as gone, at least. */
  missing: number
} & (
  | {
      kind:
        /** Less than half of the items that the catalog has (fault 41). */
        | 'shorter'
        /** Less than half of what the list had at its longest, though less was missing each time (fault 113). */
        | 'shrinking'
        /** More than half of the products that the catalog has are not in it, however many items it has (fault 112). */
        | 'others'
    }
  /** More than half of the products of a list of the last week (ms since 1970) are not in it, though less was missing each time (fault 113). */
  | { kind: 'renewed'; since: number }
)

export type SyncOutcome =
  /** Read whole and consistent. */
  | 'complete'
  /** Read to its end, but the list kept moving, or could not be read everywhere: nothing was marked as gone. */
  | 'partial'
  /** Ended by the person. */
  | 'stopped'
  /** Ended by a failure that does not pass by itself. */
  | 'failed'
  /** The store's list shrank suddenly and the person kept the catalog. */
  | 'declined'

/** Why a run that was read to its end is partial all the same. */
export type PartialReason =
  /** The list kept changing while it was read. */
  | 'moving'
  /** Some of it could not be read. */
  | 'unread'
  /** It has fewer items than the store says. */
  | 'short'
  /** The store gives what it gave before instead of more. */
  | 'repeating'
  /** It has no end that could be reached. */
  | 'endless'
  /** The catalog would take more of the disk than it may (copy-room.ts). */
  | 'too-big'

/** How a run ended, and what it brought. */
export interface SyncSummary {
  /** Number of the run, from 1. */
  run: number
  outcome: SyncOutcome
  /** ms since 1970. */
  startedAt: number
  /** ms, without pauses that the person made. */
  duration: number
  /** Items read: products, those listed twice (the rest) and items set aside. */
  here: number
  /** Products among them. */
  products: number
  total: number | null
  /** Products; until a run has brought what was there from the start (finish-run.ts) none counts as new. */
  added: number
  changed: number
  gone: number
  /** Products that were gone and are listed again. */
  returned: number
  /** Items among those read. */
  setAside: number
  reasons: Partial<Record<SetAsideReason, number>>
  /** Why it failed. */
  because: Failure | null
  /** Why it is partial; null when it is not, or was ended by a version that did not tell. */
  partly: PartialReason | null
  /** From whom a list that a colleague has published was taken over; null, or left out: the store was asked. */
  from?: CatalogSource | null
}

/** A device of the team that has published the store's list. */
export interface CatalogSource {
  device: string
  /** The last part of the publication. */
  sequence: number
  /** Who uses the device. */
  by: string
  /** When the list was read there: ms since 1970. */
  at: number
}

/** A run that ended, for choosing what changes are counted from. */
export type SyncRun = Pick<SyncSummary, 'run' | 'outcome' | 'startedAt' | 'added' | 'changed' | 'gone'>
