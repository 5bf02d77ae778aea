import type { PageRequest, RawAnswer, Sleep, StoreAddress, StoreClient } from '../api/types'
import { createNotifier, type Notifier } from '../async/notifier'
import type { Permit } from '../async/locks'
import type { CatalogDb, RunStart } from '../catalog/types'
import type { Credentials } from '../contract/connection'
import { fail, type Failure, type Result } from '../contract/failure'
import type { PartialReason, SyncDrop, SyncState } from '../contract/sync'
import type { SyncSchedule } from '../contract/sync-values'
import { storedCheckpoint, type Checkpoint } from './crawl/checkpoint'
import { isFull, type CrawlLimits } from './crawl/crawl-limits'
import { applyOvertaken } from './crawl/page-report'
import type { PageReader } from './pipeline/page-pipeline'
import type { PublishedCatalog, PublishedCatalogs } from './take-over'
import type { StoreAccess } from './pipeline/store-access'

/** Clocks and chance, which tests replace. */
export interface SyncTime {
  /** ms since 1970; may jump (fault 93). */
  now: () => number
  /** ms since any moment; never jumps. */
  elapsed: () => number
  /** From 0 to 1. */
  random: () => number
  sleep: Sleep
}

export interface SyncDeps extends Partial<SyncTime> {
  catalog: Pick<CatalogDb, 'runs' | 'facts'>
  client: Pick<StoreClient, 'fetchAnswer'>
  /** null when there is no such connection. */
  addressOf: (connectionId: string) => StoreAddress | null
  credentialsOf: (connectionId: string, store: StoreAddress) => Promise<Result<Credentials>>
  scheduleOf: (connectionId: string) => SyncSchedule
  keepSchedule: (connectionId: string, schedule: SyncSchedule) => Promise<Result<null>>
  /** What teams have published; left out: the stores are always asked. */
  published?: PublishedCatalogs
  /** Called at most 4 times a second for each connection, and at once when the phase changes. */
  onChange: (state: SyncState) => void
  /** The outcome of a request to the store; null: it answered. */
  onReached: (connectionId: string, failure: Failure | null) => void
  /** Facts about a run: never headers, bodies, addresses or credentials. */
  log?:
    | {
        info(message: string, facts: Record<string, string | number>): void
        warn(message: string, facts: Record<string, unknown>): void
      }
    | undefined
  /** For tests. */
  limits?: CrawlLimits
}

/** What the person, or the computer, wants of a run. The run looks at it whenever the notifier wakes it. */
export class RunControl {
  readonly notifier: Notifier = createNotifier()
  readonly #ended = new AbortController()
  #paused = false
  #suspended = false
  #end: 'stopped' | 'closed' | null = null
  #answer: boolean | null = null

  /** Aborted when the run is to end. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** By the person. */
  get paused(): boolean {
    return this.#paused
  }

  /** The computer sleeps. */
  get suspended(): boolean {
    return this.#suspended
  }

  /** Nothing is to be requested. */
  get held(): boolean {
    return this.#paused || this.#suspended
  }

  /** `stopped` by the person; `closed`: to be resumed another time. */
  get end(): 'stopped' | 'closed' | null {
    return this.#end
  }

  setPaused(paused: boolean): void {
    this.#paused = paused
    this.notifier.notify()
  }

  setSuspended(suspended: boolean): void {
    this.#suspended = suspended
    this.notifier.notify()
  }

  finish(end: 'stopped' | 'closed'): void {
    this.#end ??= end
    this.#ended.abort()
    this.notifier.notify()
  }

  answer(accept: boolean): void {
    this.#answer = accept
    this.notifier.notify()
  }

  /** The person's answer about a sudden shrink, once; null while there is none. */
  takeAnswer(): boolean | null {
    const answer = this.#answer
    this.#answer = null
    return answer
  }
}

/** Measures how long the person paused a run. */
export interface PauseClock {
  pause(): void
  resume(): void
  /** ms, so far. */
  total(): number
}

/** @param elapsed ms since any moment */
export function createPauseClock(elapsed: () => number): PauseClock {
  let since: number | null = null
  let before = 0
  return {
    pause: () => (since ??= elapsed()),
    resume() {
      if (since !== null) before += elapsed() - since
      since = null
    },
    total: () => before + (since === null ? 0 : elapsed() - since)
  }
}

/** The store and the credentials of a run's requests. */
export type RequestTarget = Pick<PageRequest, 'store' | 'credentials'>

/** An active run: what it works with, and where it stands. */
export interface RunContext {
  connectionId: string
  catalog: SyncDeps['catalog']
  time: SyncTime
  access: StoreAccess
  control: RunControl
  permit: Permit
  target: RequestTarget
  start: RunStart
  checkpoint: Checkpoint
  /** What is taken over; null: the store is asked. */
  published: PublishedCatalog | null
  stage: 'fetching' | 'checking' | 'finishing' | 'asking'
  /** While the person is being asked. */
  drop: SyncDrop | null
  limits: CrawlLimits
  /** The store gave earlier pages again where the list should end or go on. */
  isRepeating: boolean
  /** Why the crawl ended though the list may go on. */
  abortReason: Extract<PartialReason, 'repeating' | 'endless'> | null
  /** The catalog may not grow: what was read stays, and nothing more is read (fault 115). */
  isFull: boolean
  /** The first page, which was read before anything is committed. */
  ready: RawAnswer | null
  /** ms that the run took before it was resumed, and when it was, by `elapsed`. */
  spentBefore: number
  resumedAt: number
  /** ms that the person has paused the run since then. */
  pausedFor: () => number
  changed: () => void
}

/** A run from its start, or its resumption, to its end. */
export interface ActiveRun {
  control: RunControl
  permit: Permit
  pauses: PauseClock
  /** ms since 1970. */
  startedAt: number
  /** null while the run is being prepared. */
  run: RunContext | null
  ended: Promise<void>
}

/** ms that the run took, without the person's pauses. */
export function spentBy({ spentBefore, resumedAt, pausedFor, time }: RunContext): number {
  return Math.max(0, spentBefore + time.elapsed() - resumedAt - pausedFor())
}

/** How this run reads and commits pages of its present size. */
export function readerOf(run: RunContext, limit = run.checkpoint.limit): PageReader {
  const { access, control, permit, time, target, changed, checkpoint, ready } = run
  run.ready = null
  return {
    access,
    control,
    permit,
    time,
    limit,
    ready,
    changed,
    isSizeProven: () => ready !== null || checkpoint.highest > 0,
    request: (page) => ({ ...target, page, limit }),
    commit: async (answers) => {
      // The last place that this batch may write. Stored before the batch, so that a resumed run knows how far it may have got.
      const farthest = Math.max(checkpoint.farthest, ...answers.map(({ page }) => page * limit))
      const stored = { ...storedCheckpoint(checkpoint), farthest, spent: spentBy(run) }
      const batch = { run: run.start.run, at: time.now(), answers, checkpoint: stored }
      const report = await run.catalog.runs.commit(run.connectionId, batch)
      if (!report.ok) return report
      applyOvertaken(checkpoint, report.value.overtaken)
      run.isFull ||= isFull(report.value.room, run.start.bytes, run.limits.room)
      return run.isFull ? fail('storage-failed') : report
    }
  }
}

/** How a run ended; `closed`: it is resumed another time. */
export type Ending =
  | { outcome: 'complete' | 'declined'; because: null; partly: null }
  | { outcome: 'partial'; because: null; partly: PartialReason }
  | { outcome: 'failed'; because: Failure; partly: null }
  | { outcome: 'stopped'; because: null; partly: null }
  | { outcome: 'closed'; because: null; partly: null }
