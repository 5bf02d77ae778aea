import { createNotifier, sleepUntil } from '../../async/notifier'
import { setTimeout as sleepFor } from 'node:timers/promises'
import { type PrefetchState, type PictureStorage } from '../../contract/picture'
import { pictureKeepings, type PictureKeeping } from '../../contract/picture-values'
import { ConnectionPrefetch } from './connection-prefetch'
import type { PrefetchDeps, PrefetchSettings, PrefetchTime } from './types'

/** ms after the app's start: first come the pictures that a person is looking at. */
const afterStart = 5000
/** ms after which the network is checked again at the latest. */
const longestNap = 60_000

/** Fetches the pictures of whole catalogs in the background, for one connection at a time, the active one first. */
export interface ImagePrefetcher {
  state(connectionId: string): PrefetchState
  keep(connectionId: string, keep: PictureKeeping): Promise<PrefetchState>
  pause(connectionId: string): Promise<PrefetchState>
  resume(connectionId: string): Promise<PrefetchState>
  /** Sets the existing connections and the active one; work for others ends. */
  follow(connectionIds: string[], activeId: string | null): void
  /** A sync of this connection began, ended or is waiting: prefetch pauses during a sync. */
  syncChanged(connectionId: string): void
  /** The products of this connection's catalog changed. */
  syncEnded(connectionId: string): void
  /** All stored pictures were deleted: those of every connection are fetched again. */
  cleared(): Promise<void>
  /** Pictures were evicted or lost: finds out which are still stored and fetches the others again. */
  lost(): Promise<void>
  storageChanged(storage: PictureStorage): void
  /** Tries broken pictures of this connection again, as after a host was allowed. */
  retryBroken(connectionId: string): void
  /** The network, or this connection's store, is back: ends waits. */
  networkBack(connectionId?: string): void
  networkLost(): void
  suspend(): void
  wake(): void
  /** The connection was removed, or points to another store. Resolves once nothing is being written for it. */
  forget(connectionId: string): Promise<void>
  /** Resolves once nothing is being fetched or written. */
  close(): Promise<void>
}

export function createImagePrefetcher(deps: PrefetchDeps & Partial<PrefetchTime>): ImagePrefetcher {
  const time: PrefetchTime = {
    now: deps.now ?? Date.now,
    elapsed: deps.elapsed ?? (() => performance.now()),
    random: deps.random ?? Math.random,
    sleep: deps.sleep ?? ((ms, signal) => sleepFor(ms, undefined, { signal, ref: false }))
  }
  const prefetchers = new Map<string, ConnectionPrefetch>()
  const closing = new AbortController()
  let active: string | null = null
  let isSuspended = false
  const notifier = createNotifier()
  let stepping: { id: string; step: Promise<void> } | null = null

  /** The connection whose turn it is, or ms until one is ready. */
  function next(): ConnectionPrefetch | number {
    if (isSuspended) return longestNap
    let nap = longestNap
    const inOrder = [...prefetchers.values()].sort(
      (a, b) => Number(b.id === active) - Number(a.id === active)
    )
    for (const prefetch of inOrder) {
      const wait = (readyAt(prefetch) ?? Infinity) - time.elapsed()
      if (wait <= 0) return prefetch
      nap = Math.min(nap, wait)
    }
    return nap
  }

  /** null after a bug, so that one connection does not stop all of them; it is tried again after a nap. */
  function readyAt(prefetch: ConnectionPrefetch): number | null {
    try {
      return prefetch.readyAt()
    } catch (error) {
      deps.log.warn('whether pictures are to be prefetched cannot be found out', {
        connectionId: prefetch.id,
        error
      })
      return null
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const notified = notifier.next()
      const turn = next()
      if (typeof turn === 'number') await sleepUntil(notified, turn, time.sleep)
      else await take(turn)
    }
  }

  async function take(prefetch: ConnectionPrefetch): Promise<void> {
    const step = prefetch.step().catch((error: unknown) => {
      // Only sending the state failed: the app and the other connections go on.
      deps.log.warn('the state of the prefetch cannot be sent', { connectionId: prefetch.id, error })
    })
    stepping = { id: prefetch.id, step }
    await step
    stepping = null
  }

  function of(id: string): ConnectionPrefetch {
    return prefetchers.get(id) ?? new ConnectionPrefetch(id, deps, time, Infinity)
  }

  /** Waits for the running step to save its findings, which describe the disk before the change. */
  async function settledStep(id: string): Promise<void> {
    if (stepping?.id === id) await stepping.step
  }

  async function change(
    id: string,
    by: (before: PrefetchSettings) => PrefetchSettings
  ): Promise<PrefetchState> {
    const prefetch = of(id)
    prefetch.cut()
    await settledStep(id)
    await deps.changeSettings(id, by)
    if (prefetchers.get(id) === prefetch) prefetch.restart()
    notifier.notify()
    return prefetch.state()
  }

  /** Discards what every connection knows about the disk. */
  async function beginAnew(how: (prefetch: ConnectionPrefetch) => void): Promise<void> {
    for (const prefetch of prefetchers.values()) prefetch.cut()
    for (const id of prefetchers.keys()) await settledStep(id)
    const since = time.now() + 1
    for (const id of prefetchers.keys()) await deps.changeSettings(id, (before) => ({ ...before, since }))
    for (const prefetch of prefetchers.values()) how(prefetch)
    notifier.notify()
  }

  const running = run()
  return {
    state: (id) => of(id).state(),
    keep(id, keep) {
      return change(id, (before) => {
        const isMore = pictureKeepings.indexOf(keep) > pictureKeepings.indexOf(before.keep)
        return { ...before, keep, since: isMore ? time.now() : before.since }
      })
    },
    pause: (id) => change(id, (before) => ({ ...before, isPaused: true })),
    resume: (id) => change(id, (before) => ({ ...before, isPaused: false })),
    follow(ids, activeId) {
      active = activeId
      if (closing.signal.aborted) return
      for (const [id, prefetch] of prefetchers) {
        if (ids.includes(id)) continue
        prefetchers.delete(id)
        prefetch.silence()
      }
      for (const id of ids) {
        if (prefetchers.has(id)) continue
        prefetchers.set(id, new ConnectionPrefetch(id, deps, time, time.elapsed() + afterStart))
      }
      notifier.notify()
    },
    syncChanged(id) {
      prefetchers.get(id)?.announce()
      notifier.notify()
    },
    syncEnded(id) {
      prefetchers.get(id)?.restart()
      notifier.notify()
    },
    cleared: () => beginAnew((prefetch) => prefetch.restart()),
    lost: () => beginAnew((prefetch) => prefetch.recheck()),
    storageChanged(storage) {
      for (const prefetch of prefetchers.values()) prefetch.storageChanged(storage)
      notifier.notify()
    },
    retryBroken(id) {
      prefetchers.get(id)?.retryBroken()
      notifier.notify()
    },
    networkBack(id) {
      for (const prefetch of prefetchers.values()) {
        if (id === undefined || id === prefetch.id) prefetch.networkBack()
      }
      notifier.notify()
    },
    networkLost: () => notifier.notify(),
    suspend() {
      isSuspended = true
      for (const prefetch of prefetchers.values()) prefetch.cut()
    },
    wake() {
      isSuspended = false
      notifier.notify()
    },
    async forget(id) {
      const prefetch = prefetchers.get(id)
      prefetchers.delete(id)
      prefetch?.silence()
      await settledStep(id)
    },
    async close() {
      closing.abort()
      for (const prefetch of prefetchers.values()) prefetch.silence()
      prefetchers.clear()
      notifier.notify()
      await running
    }
  }
}
