import type { SyncPhase } from '../contract/sync'
import { workingPhases } from '../contract/sync-values'
import type { Syncs } from './syncs'

/** `failed`: the last sync of a store did, and nothing goes on. `asking`: one waits for a person's answer in the window. */
export type AllSyncsState = 'syncing' | 'asking' | 'paused' | 'failed' | 'idle'

/** The syncs of all stores as one, for where there is no window to tell them apart. */
export interface AllSyncs {
  state(): AllSyncsState
  /** Begins those that nothing is known to hinder. */
  start(): void
  pause(): void
  resume(): void
}

const isUnderWay = (phase: SyncPhase): boolean => workingPhases.has(phase) || phase === 'waiting'

export function createAllSyncs(
  syncs: Pick<Syncs, 'state' | 'start' | 'pause' | 'resume'>,
  connectionIds: () => readonly string[]
): AllSyncs {
  const idsIn = (isMeant: (phase: SyncPhase) => boolean): string[] =>
    connectionIds().filter((id) => isMeant(syncs.state(id).phase))

  return {
    state() {
      const states = connectionIds().map((id) => syncs.state(id))
      if (states.some(({ phase }) => isUnderWay(phase))) return 'syncing'
      if (states.some(({ phase }) => phase === 'asking')) return 'asking'
      if (states.some(({ phase }) => phase === 'paused')) return 'paused'
      return states.some(({ because }) => because !== null) ? 'failed' : 'idle'
    },
    start() {
      for (const id of idsIn((phase) => phase === 'idle' || phase === 'waiting')) syncs.start(id)
    },
    pause() {
      for (const id of idsIn(isUnderWay)) syncs.pause(id)
    },
    resume() {
      for (const id of idsIn((phase) => phase === 'paused')) syncs.resume(id)
    }
  }
}
