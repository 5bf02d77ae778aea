import { z } from 'zod'

/** Whether something is written in the window that is not saved yet. */
export const unsavedSchema = z.object({ notes: z.boolean() })

/**
 * How this app gets new versions: it looks for them and asks · the system's package manager, or whoever copied its folder,
 * sees to it · nobody, since it was built without an address to look at, as while it is developed.
 */
export type UpdatedBy = 'itself' | 'package-manager' | 'nobody'

export type UpdatePhase =
  /** Nothing is known, or was asked yet. */
  | 'idle'
  | 'checking'
  /** There is no newer version. */
  | 'current'
  /** There is one; it is downloaded when the person says so. */
  | 'available'
  | 'downloading'
  /** It is here, and was found to be what it says; it is installed when the person says so. */
  | 'ready'
  /** The person said so, and it waits for what is under way. */
  | 'waiting'
  /** The app closes, and the new version takes its place. */
  | 'installing'

/** What is under way that an installation would break off. */
export type UpdateObstacle = 'sync' | 'export' | 'notes'

/**
 * Why the last check, or download, came to nothing: no way to the server · the server has no list of versions there · what it
 * says cannot be read · the way to it is not encrypted or its certificate not trusted · what came is not what the publisher
 * signed or listed · no room on the disk, or not allowed there · the app stands where it cannot be replaced · something else.
 */
export type UpdateProblem =
  'unreachable' | 'not-found' | 'unreadable' | 'insecure' | 'forged' | 'disk' | 'not-replaceable' | 'other'

/** How it stands with new versions. */
export interface UpdateState {
  by: UpdatedBy
  phase: UpdatePhase
  /** The organization that manages this computer switched updates off: nothing looks for them, nor may a person. */
  isForbidden: boolean
  /** The newer version; null: none is known. */
  version: string | null
  /** Of the download; null: the server does not say. */
  bytes: number | null
  /** How much of it is here, 0–1. */
  share: number
  /** While it is `waiting`. */
  waitsFor: UpdateObstacle[]
  because: UpdateProblem | null
  /** When the server last answered: ms since 1970; null: not in this run. */
  checkedAt: number | null
}
