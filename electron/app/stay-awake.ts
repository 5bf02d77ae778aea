import type { SyncState } from '../contract/sync'
import { workingPhases } from '../contract/sync-values'

/** Keeps the computer awake until the returned function is called. */
export type StayAwake = () => () => void

export interface FirstFills {
  /** A sync is not as it was. */
  hear(state: Pick<SyncState, 'connectionId' | 'phase' | 'last'>): void
  /** There is no such connection anymore. */
  forget(connectionId: string): void
  /** The app ends. */
  close(): void
}

/**
 * Keeps the computer awake while a store's list is read for the first time: that may take an hour, which a person may spend
 * elsewhere. A later sync goes on after sleep where it was.
 */
export function createFirstFills(stayAwake: StayAwake): FirstFills {
  const filling = new Set<string>()
  let sleep: (() => void) | null = null

  function settle(): void {
    if (filling.size > 0) sleep ??= stayAwake()
    else {
      sleep?.()
      sleep = null
    }
  }
  return {
    hear({ connectionId, phase, last }) {
      if (workingPhases.has(phase) && last === null) filling.add(connectionId)
      else filling.delete(connectionId)
      settle()
    },
    forget(connectionId) {
      filling.delete(connectionId)
      settle()
    },
    close() {
      filling.clear()
      settle()
    }
  }
}
