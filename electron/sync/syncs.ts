import { setTimeout as sleepFor } from 'node:timers/promises'
import { createNotifier } from '../async/notifier'
import { createRunPermits } from '../async/semaphore'
import type { Failure, Result } from '../contract/failure'
import type { SyncRun, SyncSchedule, SyncState } from '../contract/sync'
import { ConnectionSync } from './connection-sync'
import type { SyncDeps, SyncTime } from './run-context'

/** So many stores are read at once; the others wait for a permit. */
const mostRuns = 2
/** ms. At the start of the app what a person wants to see comes first. */
const afterStart = 5000
/** ms. The clock is looked at again at least so often, since it may jump and the computer may sleep (93). */
const longestNap = 60_000

/** The syncs of all connections. */
export interface Syncs {
  state(connectionId: string): SyncState
  /** Begins a run, or goes on with one that was cut off; one that waits tries again at once. */
  start(connectionId: string): SyncState
  /**
   * A page that someone looked at says that the list has shrunk suddenly: begins a run, which asks the person (41); unless
   * they have answered lately, or wanted none to start by itself.
   */
  look(connectionId: string): void
  pause(connectionId: string): SyncState
  resume(connectionId: string): SyncState
  stop(connectionId: string): SyncState
  answerDrop(connectionId: string, accept: boolean): SyncState
  setSchedule(connectionId: string, schedule: SyncSchedule): Promise<Result<SyncState>>
  /** Schedules may be others than before. */
  schedulesChanged(): void
  runs(connectionId: string): Promise<Result<SyncRun[]>>
  /**
   * These connections exist: their schedules are kept. One without a copy is read at once, and a run that was cut off is gone
   * on with, unless the schedule is off; one that the person had paused is there again, paused. Others are left.
   */
  follow(connectionIds: string[]): void
  /** Begins a run, also in the middle of one: what was known when that began does not hold any more. */
  restart(connectionId: string): void
  /**
   * The person gave another key or user id: what the store refused before says nothing of it (22). A run that is under way
   * goes on with it, and one that failed is begun again; where no run is to start by itself only one that the key had ended.
   */
  keyChanged(connectionId: string): void
  /** The connection was removed, or points at another store. Resolves when nothing of it is written any more. */
  forget(connectionId: string): Promise<void>
  /** The network, or this store, is said to be back: what waits for it tries again soon. */
  networkBack(connectionId?: string): void
  /** A page that someone looked at did not come: a store that was asked too often, or wants a wait, is left alone (28). */
  obey(connectionId: string, failure: Failure): void
  /** The computer is going to sleep. */
  suspend(): void
  wake(): void
  /** Ends the runs where they are; they go on when the app runs again. */
  close(): Promise<void>
}

export function createSyncs(deps: SyncDeps): Syncs {
  const time: SyncTime = {
    now: deps.now ?? Date.now,
    elapsed: deps.elapsed ?? (() => performance.now()),
    random: deps.random ?? Math.random,
    sleep: deps.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal }))
  }
  const permitFor = createRunPermits(mostRuns)
  const syncs = new Map<string, ConnectionSync>()
  /** When a connection's due run may begin, as `elapsed`. */
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
    if (cutOff?.isPaused === true) sync.goOn(true)
    else if ((cutOff !== null || isFirst) && sync.schedule !== 'off') sync.goOn()
    followed.set(id, time.elapsed() + afterStart)
    notifier.notify()
  }

  /** ms until the next run is due, at most `longestNap`; starts those that are. */
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

  /** ms until this sync is to be looked at again. */
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
      const heard = notifier.next()
      const ended = new AbortController()
      const slept = time.sleep(startDue(), ended.signal).catch(() => undefined)
      await Promise.race([heard, slept])
      ended.abort()
    }
  }
  void keepSchedules()

  const doing = (id: string, what: (sync: ConnectionSync) => void): SyncState => {
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
    await sync?.leave()
  }

  return {
    state: (id) => of(id).state(),
    start: (id) => doing(id, (sync) => sync.start()),
    look: (id) => void doing(id, (sync) => sync.look()),
    pause: (id) => doing(id, (sync) => sync.pause()),
    resume: (id) => doing(id, (sync) => sync.resume()),
    stop: (id) => doing(id, (sync) => void sync.finish('stopped')),
    answerDrop: (id, accept) => doing(id, (sync) => sync.answerDrop(accept)),
    async setSchedule(id, schedule) {
      const kept = await deps.keepSchedule(id, schedule)
      if (!kept.ok) return kept
      notifier.notify()
      of(id).announce()
      return { ok: true, value: of(id).state() }
    },
    schedulesChanged() {
      notifier.notify()
      for (const id of followed.keys()) of(id).announce()
    },
    runs: (id) => deps.copy.runs.list(id),
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
      const isToBegin = sync.keyChanged()
      // A run at its end asks the store for nothing more.
      if (sync.isRunning && sync.state().phase !== 'finishing') void restart(id)
      else if (isToBegin) sync.start()
      notifier.notify()
    },
    forget,
    networkBack(id) {
      for (const [other, sync] of syncs) if (id === undefined || id === other) sync.networkBack()
    },
    obey: (id, failure) => syncs.get(id)?.obey(failure),
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
      await Promise.all([...syncs.values()].map((sync) => sync.leave()))
      for (const sync of syncs.values()) sync.silence()
    }
  }
}
