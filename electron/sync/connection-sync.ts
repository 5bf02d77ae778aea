import type { Permit } from '../async/locks'
import type { CutOff } from '../catalog/types'
import { ok, type Failure, type Result } from '../contract/failure'
import type { SyncState, SyncSummary } from '../contract/sync'
import type { SyncSchedule } from '../contract/sync-values'
import { entriesRead } from './crawl/checkpoint'
import { isRefusal } from './pipeline/failure-policy'
import { createStoreAccess, type StoreAccess } from './pipeline/store-access'
import { createRejectedCredentials, type RejectedCredentials } from './rejected-credentials'
import { prepareRun, requestTargetFor } from './prepare-run'
import { finishRun, performRun } from './run'
import { findPublished, performTakeOver, type PublishedCatalog } from './take-over'
import {
  createPauseClock,
  RunControl,
  type ActiveRun,
  type RunContext,
  type SyncDeps,
  type SyncTime
} from './run-context'
import {
  createProgress,
  createStateAnnouncer,
  nextStart,
  phaseOf,
  toSyncState,
  type StateAnnouncer
} from './sync-state'

/** ms for which a person's answer about a sudden shrink holds when a page that they opened shows it again; each run asks anew. */
const answerHoldsFor = 60 * 60_000

interface ConnectionDeps {
  sync: SyncDeps
  time: SyncTime
  /** A permit of those that bound the runs which ask their stores at once. */
  permitFor: (onGranted: () => void) => Permit
  isSuspended: () => boolean
}

/** The syncs of one connection: the active run, if any, and what is known about the last one. */
export class ConnectionSync {
  readonly #id: string
  readonly #deps: ConnectionDeps
  readonly #access: StoreAccess
  readonly #announcer: StateAnnouncer
  readonly #rejected: RejectedCredentials
  readonly #progress = createProgress()
  #active: ActiveRun | null = null
  /** ms since 1970: where the schedule counts from. */
  #lastStart: number | null = null
  #last: SyncSummary | null = null
  #because: Failure | null = null
  /** No further run begins. */
  #isClosed = false

  constructor(id: string, deps: ConnectionDeps) {
    this.#id = id
    this.#deps = deps
    const { client, onReached, onChange } = deps.sync
    const { time } = deps
    this.#access = createStoreAccess({ client, time, onReached: (failure) => onReached(id, failure) })
    this.#announcer = createStateAnnouncer(
      { phase: () => this.#phase(), state: () => this.state() },
      onChange,
      time
    )
    this.#rejected = createRejectedCredentials(async () => {
      const target = await requestTargetFor(deps.sync, id)
      return target.ok ? ok(target.value.credentials) : target
    })
  }

  get isRunning(): boolean {
    return this.#active !== null
  }

  get schedule(): SyncSchedule {
    return this.#deps.sync.scheduleOf(this.#id)
  }

  /** Loads what the catalog knows about earlier runs. `isFirst`: none has ended yet; `cutOff`: the one to resume. */
  async load(): Promise<{ isFirst: boolean; cutOff: CutOff | null }> {
    const { runs } = this.#deps.sync.catalog
    const [last, cutOff] = await Promise.all([runs.last(this.#id), runs.cutOff(this.#id)])
    if (last.ok && last.value !== null && this.#last === null) {
      this.#last = last.value
      this.#lastStart ??= last.value.startedAt
      this.#because ??= last.value.because
      if (this.#because && isRefusal(this.#because) && !this.#rejected.exist()) this.#rejected.record(null)
    }
    this.#announcer.changed()
    return { isFirst: last.ok && last.value === null, cutOff: cutOff.ok ? cutOff.value : null }
  }

  /** When the schedule starts the next run, in ms since 1970; null while one is active or if none is due to start by itself. */
  nextAt(): number | null {
    if (this.isRunning) return null
    const now = this.#deps.time.now()
    // The clock was set back: count from now, or the next start would be as far away as the clock was wrong (fault 93).
    if (this.#lastStart !== null && this.#lastStart > now) this.#lastStart = now
    return nextStart(this.schedule, this.#lastStart, now)
  }

  /** Starts a run that is due by the schedule, unless the store rejected the credentials that would be sent. */
  async startDue(): Promise<void> {
    if (this.#rejected.exist()) {
      this.#lastStart = this.#deps.time.now()
      const isSame = await this.#rejected.areStillUsed()
      this.#announcer.changed()
      if (isSame) return
    }
    this.start()
  }

  /** Begins or resumes a run that nobody asked for; `isPaused`: as the person left it. */
  startUnasked(isPaused = false): void {
    if (!this.#rejected.exist()) this.start(isPaused)
  }

  /** Begins a run because a page showed a sudden shrink, unless the person was asked about it lately (fault 41). */
  startForShrink(): void {
    if (this.isRunning || this.schedule === 'off') return
    const age = this.#deps.time.now() - (this.#last?.startedAt ?? 0)
    // A negative age means that the clock was set back (fault 93).
    const isAnswered = this.#last?.outcome === 'declined' && age >= 0 && age < answerHoldsFor
    if (!isAnswered) this.startUnasked()
  }

  /** Begins a run, `isPaused` until the person resumes it; makes an active one that waits try again at once. */
  start(isPaused = false): void {
    if (this.#active || this.#isClosed) {
      this.retryNow()
      return
    }
    const { time, permitFor, isSuspended } = this.#deps
    const control = new RunControl()
    control.setSuspended(isSuspended())
    control.setPaused(isPaused)
    const permit = permitFor(() => control.notifier.notify())
    if (!isPaused) permit.acquire()
    this.#because = null
    this.#access.retryNow()
    this.#progress.reset()
    const startedAt = time.now()
    this.#lastStart = startedAt
    const pauses = createPauseClock(time.elapsed)
    if (isPaused) pauses.pause()
    const active: ActiveRun = { control, permit, pauses, startedAt, run: null, ended: Promise.resolve() }
    this.#active = active
    active.ended = this.#perform(active)
      .catch((error: unknown) => {
        // A bug. The person sees it, and those who wait for the end are not left waiting.
        this.#deps.sync.log?.warn('a sync threw', { error })
        // What the run does concurrently ends too, or it would write beside the next run.
        control.finish('closed')
        this.#because = { code: 'internal', facts: {} }
      })
      .finally(() => {
        permit.release()
        this.#active = null
        this.#announcer.changed()
      })
    this.#announcer.changed()
  }

  pause(): void {
    if (!this.#active || this.#active.run?.stage === 'finishing') return
    this.#active.pauses.pause()
    this.#active.control.setPaused(true)
    this.#savePaused(this.#active)
    this.#announcer.changed()
  }

  resume(): void {
    if (!this.#active) return
    const { pauses, permit, run } = this.#active
    pauses.resume()
    this.#progress.reset()
    // While the person is asked, the run needs no permit: it would be shown as waiting for one.
    if (run?.stage !== 'asking') permit.acquire()
    this.#active.control.setPaused(false)
    this.#savePaused(this.#active)
    this.retryNow()
  }

  /** `stopped`: by the person; `closed`: to be resumed when the app runs again. Resolves when the run has ended. */
  async finish(end: 'stopped' | 'closed'): Promise<void> {
    this.#active?.control.finish(end)
    await this.#active?.ended
  }

  answerDrop(accept: boolean): void {
    if (this.#active?.run?.stage === 'asking') this.#active.control.answer(accept)
  }

  suspend(suspended: boolean): void {
    this.#active?.control.setSuspended(suspended)
    if (!suspended) this.retryNow()
  }

  /** Tries again at once: the person wants it, or what the run waits for may be there. */
  retryNow(): void {
    this.#access.retryNow()
    this.#recheck()
  }

  /** The network or the store is said to be back. */
  networkBack(): void {
    this.#access.retrySoon()
    this.#recheck()
  }

  /** The store failed at another request: only the wait that it asked for concerns the sync as well (fault 28). */
  onStoreBackoff(failure: Failure): void {
    if (failure.code !== 'rate-limited' && failure.facts.retryAfter === undefined) return
    this.#access.recordFailure(failure, this.#deps.time.elapsed())
    this.#recheck()
  }

  /**
   * The key or the user id was changed, so an earlier rejection no longer counts (fault 22). Returns whether to begin a run: the last
   * one failed and would be retried by itself, or the old key ended it.
   */
  keyChanged(): boolean {
    this.#rejected.forget()
    this.retryNow()
    const because = this.#because
    return because !== null && (this.schedule !== 'off' || isRefusal(because))
  }

  /** Ends the active run, to be resumed another time, and begins no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.finish('closed')
  }

  /** Announces nothing from now on. */
  silence(): void {
    this.#announcer.close()
  }

  announce(): void {
    this.#announcer.changed()
  }

  state(): SyncState {
    const active = this.#active
    return toSyncState({
      connectionId: this.#id,
      control: active?.control ?? null,
      permit: active?.permit ?? null,
      run: active?.run ?? null,
      access: this.#access,
      now: this.#deps.time.now(),
      startedAt: active?.startedAt ?? null,
      rate: this.#progress.rate(),
      schedule: this.schedule,
      nextAt: this.#rejected.exist() ? null : this.nextAt(),
      because: this.#because,
      last: this.#last
    })
  }

  #phase(): SyncState['phase'] {
    const { control = null, permit = null, run = null } = this.#active ?? {}
    return phaseOf({ control, permit, run, access: this.#access })
  }

  /** Makes a waiting run look again for how long it has to wait. */
  #recheck(): void {
    this.#active?.control.notifier.notify()
    this.#announcer.changed()
  }

  async #perform(active: ActiveRun): Promise<void> {
    const { sync, time } = this.#deps
    const { log } = sync
    const published = await findPublished(sync, time.now(), this.#id, this.schedule, active.control.signal)
    if (published !== null && 'taken' in published) {
      this.#last = published.taken
      return
    }
    const prepared = await this.#prepare(active, published)
    if (!prepared.ok) {
      this.#because = prepared.failure.code === 'cancelled' ? null : prepared.failure
      return
    }
    const run = prepared.value
    active.run = run
    this.#savePaused(active)
    log?.info('a sync goes on', { run: run.start.run, page: run.checkpoint.next })
    const ending = await (published === null ? performRun(run) : performTakeOver(run, published))
    if (ending === 'unusable') {
      await finishRun(run, { outcome: 'stopped', because: null, partly: null })
      active.run = null
      return this.#perform(active)
    }
    if (ending.outcome === 'closed') return
    if (ending.because && isRefusal(ending.because)) this.#rejected.record(run.target.credentials)
    run.stage = 'finishing'
    this.#announcer.changed()
    const finished = await finishRun(run, ending)
    this.#because = finished.ok ? finished.value.because : finished.failure
    if (finished.ok) {
      this.#last = finished.value
      log?.info('a sync ended', { run: finished.value.run, outcome: finished.value.outcome })
    } else {
      log?.warn('a sync could not be ended', { run: run.start.run, code: finished.failure.code })
    }
  }

  #prepare(
    { control, permit, pauses, startedAt }: ActiveRun,
    published: PublishedCatalog | null
  ): Promise<Result<RunContext>> {
    return prepareRun(this.#deps.sync, startedAt, published, {
      connectionId: this.#id,
      time: this.#deps.time,
      access: this.#access,
      control,
      permit,
      pausedFor: () => pauses.total(),
      changed: () => this.#changed()
    })
  }

  /** Saved, so that a run that the person paused does not go on by itself when the app starts again. */
  #savePaused({ run, control }: ActiveRun): void {
    if (run === null) return
    const { catalog, log } = this.#deps.sync
    const pausing = { run: run.start.run, paused: control.paused, at: this.#deps.time.now() }
    void catalog.runs.pause(this.#id, pausing).then((saved) => {
      if (!saved.ok) log?.warn('a pause could not be kept', { code: saved.failure.code })
    })
  }

  #changed(): void {
    const run = this.#active?.run
    if (run?.stage === 'fetching')
      this.#progress.record(entriesRead(run.checkpoint), this.#deps.time.elapsed())
    this.#announcer.changed()
  }
}
