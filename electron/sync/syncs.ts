import { setTimeout as sleepFor } from 'node:timers/promises'
import { createSemaphore } from '../async/locks'
import { createNotifier, sleepUntil } from '../async/notifier'
import type { Failure, Result } from '../contract/failure'
import type { SyncPhase, SyncRun, SyncState } from '../contract/sync'
import { workingPhases, type SyncSchedule } from '../contract/sync-values'
import { ConnectionSync } from './connection-sync'
import type { SyncDeps, SyncTime } from './run-context'

/** So many stores are read at once; the runs of the others wait for a permit. */
const mostRuns = 2
/** ms. At the start of the app, what the person wants to see comes first. */
const afterStart = 5000
/** ms. The clock is looked at at least so often: it may jump, and the computer may sleep (fault 93). */
const longestNap = 60_000

/** The syncs of all connections. */
export interface Syncs {
  state(connectionId: string): SyncState
  /** Begins a run, or resumes one that was cut off; one that waits tries again at once. */
  start(connectionId: string): SyncState
  /**
   * A page that the person opened shows a sudden shrink: begins a run, which asks them (fault 41), unless they have answered lately or want
   * none to start by itself.
   */
  startForShrink(connectionId: string): void
  /** A colleague has published a newer catalog: begins a run, which takes it over, unless none is to start by itself. */
  startForPublication(connectionId: string): void
  pause(connectionId: string): SyncState
  resume(connectionId: string): SyncState
  stop(connectionId: string): SyncState
  answerDrop(connectionId: string, accept: boolean): SyncState
  setSchedule(connectionId: string, schedule: SyncSchedule): Promise<Result<SyncState>>
  /** Schedules may have changed. */
  schedulesChanged(): void
  runs(connectionId: string): Promise<Result<SyncRun[]>>
  /**
   * Keeps the schedules of these connections, and forgets others. Unless its schedule is off, a connection without a catalog is read at
   * once and a run that was cut off is resumed. One that the person had paused is there again, paused.
   */
  follow(connectionIds: string[]): void
  /** Begins a run, or begins the active one anew: what was known when that began no longer holds. */
  restart(connectionId: string): void
  /**
   * The key or user id was changed, so an earlier rejection no longer counts (fault 22). An active run goes on with it, and a failed one is
   * begun again; if no run is to start by itself, only one that the old key had ended.
   */
  keyChanged(connectionId: string): void
  /** The connection was removed, or points at another store. Resolves when nothing more is written for it. */
  forget(connectionId: string): Promise<void>
  /** The network, or this store, is said to be back: runs that wait for it try again soon. */
  networkBack(connectionId?: string): void
  /** A page that the person opened did not come: a store that wants a wait is left alone (fault 28). */
  onStoreBackoff(connectionId: string, failure: Failure): void
  /** The computer is going to sleep. */
  suspend(): void
  wake(): void
  /** Ends the runs where they are; they are resumed when the app runs again. */
  close(): Promise<void>
}

export function createSyncs(deps: SyncDeps): Syncs {
  const time: SyncTime = {
    now: deps.now ?? Date.now,
    elapsed: deps.elapsed ?? (() => performance.now()),
    random: deps.random ?? Math.random,
    sleep: deps.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }))
  }
  const permitFor = createSemaphore(mostRuns)
  const syncs = new Map<string, ConnectionSync>()
  /** When the due run of a connection may begin, by `elapsed`. */
  const followed = new Map<string, number>()
  const closing = new AbortController()
  const notifier = createNotifier()
  let isSuspended = false

  function of(id: string): ConnectionSync {
    const sync =
      syncs.get(id) ?? new ConnectionSync(id, { sync: deps, time, permitFor, isSuspended: () => isSuspended })
    syncs.set(id, sync)
    return sync
  }

  async function begin(id: string): Promise<void> {
    const sync = of(id)
    const { isFirst, cutOff } = await sync.load()
    if (closing.signal.aborted || syncs.get(id) !== sync) return
    if (cutOff?.isPaused === true) sync.startUnasked(true)
    else if ((cutOff !== null || isFirst) && sync.schedule !== 'off') sync.startUnasked()
    followed.set(id, time.elapsed() + afterStart)
    notifier.notify()
  }

  /** Starts the runs that are due. Returns the ms until the next one is, at most `longestNap`. */
  function startDue(): number {
    let nap = longestNap
    for (const [id, earliest] of followed) {
      try {
        nap = Math.min(nap, startIfDue(of(id), earliest))
      } catch (error) {
        // A bug with one connection must not end the schedules of all; it is tried again after the nap.
        deps.log?.warn('a sync cannot be scheduled', { connectionId: id, error })
      }
    }
    return nap
  }

  /** Returns the ms until this sync is to be looked at again. */
  function startIfDue(sync: ConnectionSync, earliest: number): number {
    const next = isSuspended ? null : sync.nextAt()
    if (next === null) return longestNap
    const wait = Math.max(next - time.now(), earliest - time.elapsed())
    if (wait > 0) return wait
    void sync.startDue()
    return longestNap
  }

  async function keepSchedules(): Promise<void> {
    while (!closing.signal.aborted) {
      const notified = notifier.next()
      await sleepUntil(notified, startDue(), time.sleep)
    }
  }
  void keepSchedules()

  const act = (id: string, what: (sync: ConnectionSync) => void): SyncState => {
    const sync = of(id)
    if (!closing.signal.aborted) what(sync)
    return sync.state()
  }

  async function restart(id: string): Promise<void> {
    const sync = of(id)
    const isPaused = sync.state().phase === 'paused'
    await sync.finish('closed')
    if (closing.signal.aborted || syncs.get(id) !== sync) return
    sync.start(isPaused)
  }

  async function forget(id: string): Promise<void> {
    const sync = syncs.get(id)
    followed.delete(id)
    syncs.delete(id)
    sync?.silence()
    await sync?.close()
  }

  return {
    state: (id) => of(id).state(),
    start: (id) => act(id, (sync) => sync.start()),
    startForShrink: (id) => void act(id, (sync) => sync.startForShrink()),
    startForPublication(id) {
      const sync = syncs.get(id)
      if (followed.has(id) && sync?.isRunning === false && sync.schedule !== 'off') sync.startUnasked()
    },
    pause: (id) => act(id, (sync) => sync.pause()),
    resume: (id) => act(id, (sync) => sync.resume()),
    stop: (id) => act(id, (sync) => void sync.finish('stopped')),
    answerDrop: (id, accept) => act(id, (sync) => sync.answerDrop(accept)),
    async setSchedule(id, schedule) {
      const saved = await deps.keepSchedule(id, schedule)
      if (!saved.ok) return saved
      notifier.notify()
      of(id).announce()
      return { ok: true, value: of(id).state() }
    },
    schedulesChanged() {
      notifier.notify()
      for (const id of followed.keys()) of(id).announce()
    },
    runs: (id) => deps.catalog.runs.list(id),
    follow(ids) {
      for (const id of [...followed.keys()]) if (!ids.includes(id)) void forget(id)
      for (const id of ids) {
        if (followed.has(id)) continue
        followed.set(id, Infinity)
        void begin(id)
      }
    },
    restart: (id) => void restart(id),
    keyChanged(id) {
      const sync = of(id)
      const shouldBegin = sync.keyChanged()
      // A run that is finishing asks the store for nothing more.
      if (sync.isRunning && sync.state().phase !== 'finishing') void restart(id)
      else if (shouldBegin) sync.start()
      notifier.notify()
    },
    forget,
    networkBack(id) {
      for (const [other, sync] of syncs) if (id === undefined || id === other) sync.networkBack()
    },
    onStoreBackoff: (id, failure) => syncs.get(id)?.onStoreBackoff(failure),
    suspend() {
      isSuspended = true
      for (const sync of syncs.values()) sync.suspend(true)
    },
    wake() {
      isSuspended = false
      for (const sync of syncs.values()) sync.suspend(false)
      notifier.notify()
    },
    async close() {
      closing.abort()
      notifier.notify()
      await Promise.all([...syncs.values()].map((sync) => sync.close()))
      for (const sync of syncs.values()) sync.silence()
    }
  }
}

/** `failed`: the last sync of a store did, and nothing goes on. `asking`: one waits for a person's answer in the window. */
type AllSyncsState = 'syncing' | 'asking' | 'paused' | 'failed' | 'idle'

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
