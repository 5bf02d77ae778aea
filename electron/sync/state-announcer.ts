import type { SyncState } from '../contract/sync'
import type { SyncTime } from './run-context'

/** ms. Four a second is as often as a person can follow. */
const apart = 250

/** Tells a state when it changed: at once when the phase is another, else at most four times a second. */
export interface Announcer {
  changed(): void
  close(): void
}

export function createAnnouncer(
  { phase, state }: { phase: () => SyncState['phase']; state: () => SyncState },
  onChange: (state: SyncState) => void,
  { elapsed, sleep }: SyncTime
): Announcer {
  const ended = new AbortController()
  let told: SyncState['phase'] | null = null
  let toldAt = -Infinity
  let isPlanned = false

  function tell(): void {
    if (ended.signal.aborted) return
    const now = state()
    told = now.phase
    toldAt = elapsed()
    onChange(now)
  }

  async function tellLater(): Promise<void> {
    isPlanned = true
    const before = toldAt
    await sleep(Math.max(1, toldAt + apart - elapsed()), ended.signal).catch(() => undefined)
    isPlanned = false
    // Not by the clock: timers ring a part of a ms early, and what changed last would never be told of.
    if (toldAt === before) tell()
  }

  return {
    changed() {
      if (phase() !== told || elapsed() - toldAt >= apart) tell()
      else if (!isPlanned) void tellLater()
    },
    close: () => ended.abort()
  }
}
