import type { PageRequest, RawAnswer, Sleep, StoreAddress, StoreClient } from '../api/types'
import { createNotifier, type Notifier } from '../async/notifier'
import type { RunPermit } from '../async/semaphore'
import type { CatalogDb, RunStart } from '../catalog/types'
import type { Credentials } from '../contract/connection'
import { fail, type Failure, type Result } from '../contract/failure'
import type { PartialReason, SyncDrop, SyncSchedule, SyncState } from '../contract/sync'
import { type Checkpoint, storedCheckpoint } from './crawl/checkpoint'
import { type CrawlLimits, isFull } from './crawl/crawl-limits'
import { takeOvertaken } from './crawl/page-report'
import type { Reader } from './pipeline/page-pipeline'
import type { StoreAccess } from './pipeline/store-access'

type Stage = 'fetching' | 'checking' | 'finishing' | 'asking'

/** Store and credentials of a page's question. */
export type Question = Pick<PageRequest, 'store' | 'credentials'>

/** One run under way: what it has to do with, and where it stands. */
export interface RunContext {
  connectionId: string
  copy: SyncDeps['copy']
  time: SyncTime
  access: StoreAccess
  control: RunControl
  permit: RunPermit
  question: Question
  start: RunStart
  checkpoint: Checkpoint
  stage: Stage
  /** While the person is asked. */
  drop: SyncDrop | null
  reach: CrawlLimits
  /** The store gave pages that it had given before, where the list should end or go on. */
  isRepeating: boolean
  /** Why the list is not read any further, though it may go on. */
  givenUp: Extract<PartialReason, 'repeating' | 'endless'> | null
  /** The copy may not grow any further: what was read stays in it, and nothing more is read (fault 115). */
  isFull: boolean
  /** The first page, looked at before anything is committed. */
  ready: RawAnswer | null
  /** ms of this run that went by before this sitting, and when it began, as `elapsed`. */
  spentBefore: number
  sittingSince: number
  /** ms that the person held it, in this sitting. */
  heldFor: () => number
  changed: () => void
}

/** ms that the run took, without the person's pauses. */
export function spentBy({ spentBefore, sittingSince, heldFor, time }: RunContext): number {
  return Math.max(0, spentBefore + time.elapsed() - sittingSince - heldFor())
}

/** How this run reads pages of the size it has now. */
export function readerOf(run: RunContext, limit = run.checkpoint.limit): Reader {
  const { access, control, permit, time, question, changed, checkpoint, ready } = run
  run.ready = null
  return {
    access,
    control,
    permit,
    time,
    limit,
    ready,
    changed,
    proven: () => ready !== null || checkpoint.highest > 0,
    request: (page) => ({ ...question, page, limit }),
    commit: async (answers) => {
      // What a run that is cut off here may have written already, if this is all that is known of it.
      const farthest = Math.max(checkpoint.farthest, ...answers.map(({ page }) => page * limit))
      const kept = { ...storedCheckpoint(checkpoint), farthest, spent: spentBy(run) }
      const batch = { run: run.start.run, at: time.now(), answers, checkpoint: kept }
      const report = await run.copy.runs.commit(run.connectionId, batch)
      if (!report.ok) return report
      takeOvertaken(checkpoint, report.value.overtaken)
      run.isFull ||= isFull(report.value.room, run.start.bytes, run.reach.room)
      return run.isFull ? fail('storage-failed') : report
    }
  }
}

/** How a run came to its end. */
export type Ending =
  | { outcome: 'complete' | 'declined'; because: null; partly: null }
  | { outcome: 'stopped'; because: null; partly: null }
  | { outcome: 'partial'; because: null; partly: PartialReason }
  | { outcome: 'failed'; because: Failure; partly: null }
  /** It goes on another time. */
  | { outcome: 'closed'; because: null; partly: null }

/** What a person, or the computer, wants of a run. The run looks at it whenever the notifier rings. */
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

  get paused(): boolean {
    return this.#paused
  }

  /** The person paused it, or the computer sleeps: nothing is asked. */
  get held(): boolean {
    return this.#paused || this.#suspended
  }

  /** `stopped` by the person; `closed`: it goes on another time. */
  get end(): 'stopped' | 'closed' | null {
    return this.#end
  }

  pause(paused: boolean): void {
    this.#paused = paused
    this.notifier.notify()
  }

  suspend(suspended: boolean): void {
    this.#suspended = suspended
    this.notifier.notify()
  }

  get suspended(): boolean {
    return this.#suspended
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

  /** The person's answer about a sudden drop, once; null while there is none. */
  takeAnswer(): boolean | null {
    const answer = this.#answer
    this.#answer = null
    return answer
  }
}

/** How long the person held a run. */
export interface HeldTime {
  hold(): void
  release(): void
  /** ms, so far. */
  total(): number
}

/** `elapsed`: ms from any start. */
export function createHeldTime(elapsed: () => number): HeldTime {
  let since: number | null = null
  let before = 0
  return {
    hold: () => (since ??= elapsed()),
    release() {
      if (since !== null) before += elapsed() - since
      since = null
    },
    total: () => before + (since === null ? 0 : elapsed() - since)
  }
}

/** The clocks and chances of a sync, so that a test can have its own. */
export interface SyncTime {
  /** ms since 1970; may jump (93). */
  now: () => number
  /** ms from any start; never jumps. */
  elapsed: () => number
  /** Between 0 and 1. */
  random: () => number
  sleep: Sleep
}

/** Facts of a run for the log: never headers, bodies, addresses or credentials. */
interface SyncLog {
  info(message: string, facts: Record<string, string | number>): void
  warn(message: string, facts: Record<string, unknown>): void
}

export interface SyncDeps extends Partial<SyncTime> {
  copy: Pick<CatalogDb, 'runs' | 'facts'>
  client: Pick<StoreClient, 'fetchAnswer'>
  /** Where a connection's store is; null when there is no such connection. */
  addressOf: (connectionId: string) => StoreAddress | null
  credentialsOf: (connectionId: string, store: StoreAddress) => Promise<Result<Credentials>>
  scheduleOf: (connectionId: string) => SyncSchedule
  keepSchedule: (connectionId: string, schedule: SyncSchedule) => Promise<Result<null>>
  /** At most 4 a second for each connection, and at once when the phase changes. */
  onChange: (state: SyncState) => void
  /** The store was asked: null when it answered, else why it did not. */
  onReached: (connectionId: string, failure: Failure | null) => void
  log?: SyncLog | undefined
  /** For tests. */
  reach?: CrawlLimits
}
