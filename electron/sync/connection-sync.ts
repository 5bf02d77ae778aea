import type { CutOff } from '../catalog/types'
import type { Failure, Result } from '../contract/failure'
import { fail, ok } from '../contract/failure'
import type { SyncSchedule, SyncState, SyncSummary } from '../contract/sync'
import { createAnnouncer, type Announcer } from './state-announcer'
import { beginRun, performRun, questionFor } from './run'
import {
  createHeldTime,
  type Ending,
  type HeldTime,
  type RunContext,
  RunControl,
  spentBy,
  type SyncDeps,
  type SyncTime
} from './run-context'
import { entriesRead, newCheckpoint, readCheckpoint } from './crawl/checkpoint'
import { createStoreAccess, type StoreAccess } from './pipeline/store-access'
import { firstSize } from './crawl/page-size'
import { createProgress, nextStart, phaseOf, stateOf } from './sync-state'
import { usualLimits } from './crawl/crawl-limits'
import { createRefusal, type Refusal } from './rejected-credentials'

import type { RunPermit } from '../async/semaphore'
import { isRefusal } from './pipeline/failure-policy'

/** ms for which an answer about a sudden drop holds for what is seen by the way; each run asks anew. */
const answeredFor = 60 * 60_000

export interface ConnectionDeps {
  sync: SyncDeps
  time: SyncTime
  /** A place among the runs that may go on at once. */
  permitFor: (onGranted: () => void) => RunPermit
  isSuspended: () => boolean
}

/** A run from the moment it is wanted to its end. */
interface Sitting {
  control: RunControl
  permit: RunPermit
  held: HeldTime
  /** ms since 1970. */
  startedAt: number
  /** null while it is being prepared. */
  run: RunContext | null
  ended: Promise<void>
}

/** The syncs of one connection: the run that is under way, if any, and what is known of the last. */
export class ConnectionSync {
  readonly #id: string
  readonly #deps: ConnectionDeps
  readonly #access: StoreAccess
  readonly #announcer: Announcer
  readonly #refusal: Refusal
  readonly #progress = createProgress()
  #sitting: Sitting | null = null
  /** ms since 1970: what the schedule counts from. */
  #lastStart: number | null = null
  #last: SyncSummary | null = null
  #because: Failure | null = null
  /** Nothing begins any more. */
  #isOver = false

  constructor(id: string, deps: ConnectionDeps) {
    this.#id = id
    this.#deps = deps
    const { client, onReached, onChange } = deps.sync
    const { time } = deps
    this.#access = createStoreAccess({ client, time, onReached: (failure) => onReached(id, failure) })
    this.#announcer = createAnnouncer(
      { phase: () => this.#phase(), state: () => this.state() },
      onChange,
      time
    )
    this.#refusal = createRefusal(async () => {
      const question = await questionFor(deps.sync, id)
      return question.ok ? ok(question.value.credentials) : question
    })
  }

  get isRunning(): boolean {
    return this.#sitting !== null
  }

  get schedule(): SyncSchedule {
    return this.#deps.sync.scheduleOf(this.#id)
  }

  /** What the copy knows of earlier runs. Tells whether none has ended yet, and which is to be gone on with. */
  async load(): Promise<{ isFirst: boolean; cutOff: CutOff | null }> {
    const { runs } = this.#deps.sync.copy
    const [last, cutOff] = await Promise.all([runs.last(this.#id), runs.cutOff(this.#id)])
    if (last.ok && last.value !== null && this.#last === null) {
      this.#last = last.value
      this.#lastStart ??= last.value.startedAt
      this.#because ??= last.value.because
      if (this.#because && isRefusal(this.#because) && !this.#refusal.isThere()) this.#refusal.note(null)
    }
    this.#announcer.changed()
    return { isFirst: last.ok && last.value === null, cutOff: cutOff.ok ? cutOff.value : null }
  }

  /** When the schedule starts the next run, in ms since 1970; null while one is under way or none is to be started. */
  nextAt(): number | null {
    if (this.isRunning) return null
    const now = this.#deps.time.now()
    // The clock was put back: an interval begins now, or the next start would be as far away as the clock was wrong (93).
    if (this.#lastStart !== null && this.#lastStart > now) this.#lastStart = now
    return nextStart(this.schedule, this.#lastStart, now)
  }

  /** Starts a run that is due by the schedule, unless the store refused the key that there still is. */
  async startDue(): Promise<void> {
    if (this.#refusal.isThere()) {
      this.#lastStart = this.#deps.time.now()
      const isRefused = await this.#refusal.isStillTheSame()
      this.#announcer.changed()
      if (isRefused) return
    }
    this.start()
  }

  /** Begins, or goes on with, a run that nobody asked for; or takes it up as the person left it, paused. */
  goOn(isPaused = false): void {
    if (!this.#refusal.isThere()) this.start(isPaused)
  }

  /** Begins a run that looks at a sudden drop, unless the person has just been asked about it (41). */
  look(): void {
    if (this.isRunning || this.schedule === 'off') return
    const age = this.#deps.time.now() - (this.#last?.startedAt ?? 0)
    // A negative age means that the clock was put back (93).
    const isAnswered = this.#last?.outcome === 'declined' && age >= 0 && age < answeredFor
    if (!isAnswered) this.goOn()
  }

  /** Begins a run, `isPaused` until the person resumes it; or lets one that waits try again at once. */
  start(isPaused = false): void {
    if (this.#sitting || this.#isOver) {
      this.nudge()
      return
    }
    const { time, permitFor, isSuspended } = this.#deps
    const control = new RunControl()
    control.suspend(isSuspended())
    control.pause(isPaused)
    const permit = permitFor(() => control.notifier.notify())
    if (!isPaused) permit.acquire()
    this.#because = null
    this.#access.retryNow()
    this.#progress.reset()
    const startedAt = time.now()
    this.#lastStart = startedAt
    const held = createHeldTime(time.elapsed)
    if (isPaused) held.hold()
    const sitting: Sitting = { control, permit, held, startedAt, run: null, ended: Promise.resolve() }
    this.#sitting = sitting
    sitting.ended = this.#perform(sitting)
      .catch((error: unknown) => {
        // A bug; the person is to hear of it, and whoever waits for the end gets it.
        this.#deps.sync.log?.warn('a sync threw', { error })
        // What it did at the same time ends too, or it would write beside the next run.
        control.finish('closed')
        this.#because = { code: 'internal', facts: {} }
      })
      .finally(() => this.#leave(sitting))
    this.#announcer.changed()
  }

  pause(): void {
    if (!this.#sitting || this.#sitting.run?.stage === 'finishing') return
    this.#sitting.held.hold()
    this.#sitting.control.pause(true)
    this.#keepPaused(this.#sitting)
    this.#announcer.changed()
  }

  resume(): void {
    if (!this.#sitting) return
    const { held, permit, run } = this.#sitting
    held.release()
    this.#progress.reset()
    // Or it would be said to wait until it has something to ask for.
    if (run?.stage !== 'asking') permit.acquire()
    this.#sitting.control.pause(false)
    this.#keepPaused(this.#sitting)
    this.nudge()
  }

  /** `stopped`: by the person; `closed`: it goes on when the app runs again. Resolves when it has ended. */
  async finish(end: 'stopped' | 'closed'): Promise<void> {
    this.#sitting?.control.finish(end)
    await this.#sitting?.ended
  }

  answerDrop(accept: boolean): void {
    if (this.#sitting?.run?.stage === 'asking') this.#sitting.control.answer(accept)
  }

  suspend(suspended: boolean): void {
    this.#sitting?.control.suspend(suspended)
    if (!suspended) this.nudge()
  }

  /** What it waits for may be there now: the person says so, or something else than an answer of the store. */
  nudge(): void {
    this.#access.retryNow()
    this.#tryAgain()
  }

  /** The network, or the store, is said to be back. */
  networkBack(): void {
    this.#access.retrySoon()
    this.#tryAgain()
  }

  /** The store failed at another question. Only what it says of how often it may be asked is of the sync as well (28). */
  obey(failure: Failure): void {
    if (failure.code !== 'rate-limited' && failure.facts.retryAfter === undefined) return
    this.#access.note(failure, this.#deps.time.elapsed())
    this.#tryAgain()
  }

  /**
   * The key, or the user id, is another: what the store refused before says nothing of it (22). Tells whether a run is to be
   * begun with it: the last one failed, and would be tried again by itself, or was ended by the old key.
   */
  keyChanged(): boolean {
    this.#refusal.forget()
    this.nudge()
    const because = this.#because
    return because !== null && (this.schedule !== 'off' || isRefusal(because))
  }

  /** Closes the run that is under way, if any, and begins no other: also one that is just about to. */
  async leave(): Promise<void> {
    this.#isOver = true
    await this.finish('closed')
  }

  /** Nothing is told any more. */
  silence(): void {
    this.#announcer.close()
  }

  announce(): void {
    this.#announcer.changed()
  }

  state(): SyncState {
    const sitting = this.#sitting
    return stateOf({
      connectionId: this.#id,
      control: sitting?.control ?? null,
      permit: sitting?.permit ?? null,
      run: sitting?.run ?? null,
      access: this.#access,
      now: this.#deps.time.now(),
      startedAt: sitting?.startedAt ?? null,
      rate: this.#progress.rate(),
      schedule: this.schedule,
      nextAt: this.#refusal.isThere() ? null : this.nextAt(),
      because: this.#because,
      last: this.#last
    })
  }

  #phase(): SyncState['phase'] {
    const { control = null, permit = null, run = null } = this.#sitting ?? {}
    return phaseOf({ control, permit, run, access: this.#access })
  }

  /** A run that waits looks anew for how long. */
  #tryAgain(): void {
    this.#sitting?.control.notifier.notify()
    this.#announcer.changed()
  }

  async #perform(sitting: Sitting): Promise<void> {
    const { log } = this.#deps.sync
    const prepared = await this.#prepare(sitting)
    if (!prepared.ok) {
      this.#because = prepared.failure.code === 'cancelled' ? null : prepared.failure
      return
    }
    const run = prepared.value
    sitting.run = run
    this.#keepPaused(sitting)
    log?.info('a sync goes on', { run: run.start.run, page: run.checkpoint.next })
    const ending = await performRun(run)
    if (ending.outcome === 'closed') return
    if (ending.because && isRefusal(ending.because)) this.#refusal.note(run.question.credentials)
    const finished = await this.#conclude(run, ending)
    this.#because = finished.ok ? finished.value.because : finished.failure
    if (finished.ok) {
      this.#last = finished.value
      log?.info('a sync ended', { run: finished.value.run, outcome: finished.value.outcome })
    } else {
      log?.warn('a sync could not be ended', { run: run.start.run, code: finished.failure.code })
    }
  }

  /** Everything that a run needs. Fails before the store is asked for anything. */
  async #prepare({ control, permit, held, startedAt }: Sitting): Promise<Result<RunContext>> {
    const { sync, time } = this.#deps
    const question = await questionFor(sync, this.#id)
    if (!question.ok) return question
    if (control.signal.aborted) return fail('cancelled')
    const start = await beginRun(sync, this.#id, startedAt)
    if (!start.ok) return start
    const checkpoint = readCheckpoint(start.value.checkpoint) ?? newCheckpoint(firstSize)
    return ok({
      connectionId: this.#id,
      copy: sync.copy,
      time,
      access: this.#access,
      control,
      permit,
      question: question.value,
      start: start.value,
      checkpoint,
      stage: 'fetching',
      drop: null,
      reach: sync.reach ?? usualLimits,
      isRepeating: false,
      givenUp: null,
      isFull: false,
      ready: null,
      spentBefore: checkpoint.spent,
      sittingSince: time.elapsed(),
      heldFor: () => held.total(),
      changed: () => this.#changed()
    })
  }

  /** So that a run that the person paused does not go on by itself when the app starts again. */
  #keepPaused({ run, control }: Sitting): void {
    if (run === null) return
    const { copy, log } = this.#deps.sync
    const pausing = { run: run.start.run, paused: control.paused, at: this.#deps.time.now() }
    void copy.runs.pause(this.#id, pausing).then((kept) => {
      if (!kept.ok) log?.warn('a pause could not be kept', { code: kept.failure.code })
    })
  }

  #conclude(run: RunContext, ending: Exclude<Ending, { outcome: 'closed' }>): Promise<Result<SyncSummary>> {
    run.stage = 'finishing'
    this.#announcer.changed()
    const { checkpoint, start, time } = run
    return this.#deps.sync.copy.runs.finish(this.#id, {
      run: start.run,
      at: time.now(),
      duration: Math.round(spentBy(run)),
      total: checkpoint.isTotalFalse ? null : checkpoint.total,
      entries: entriesRead(checkpoint),
      ...ending
    })
  }

  #changed(): void {
    const run = this.#sitting?.run
    if (run?.stage === 'fetching') this.#progress.note(entriesRead(run.checkpoint), this.#deps.time.elapsed())
    this.#announcer.changed()
  }

  #leave(sitting: Sitting): void {
    sitting.permit.release()
    this.#sitting = null
    this.#announcer.changed()
  }
}
