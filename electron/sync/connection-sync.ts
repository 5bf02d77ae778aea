import { createHash } from 'node:crypto'
import type { RunStart } from '../catalog/types'
import type { Credentials } from '../contract/connection'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import type { SyncPhase, SyncSchedule, SyncState, SyncSummary } from '../contract/sync'
import { createAnnouncer, type Announcer } from './announcing'
import { spentBy, type Ending, type RunContext } from './context'
import { Control } from './control'
import { entriesRead, newCourse, readCourse } from './course'
import type { SyncDeps, SyncTime } from './deps'
import { createLine, type Line } from './line'
import { firstSize } from './page-size'
import { createProgress } from './progress'
import { performRun } from './run'
import { nextStart } from './schedule'
import type { Turn } from './turns'
import { isRefusal } from './verdict'

/** A run that was cut off longer ago is not gone on with: too much of what it read is old, in ms. */
const oldest = 24 * 60 * 60_000

export interface ConnectionDeps {
  sync: SyncDeps
  time: SyncTime
  /** A place among the runs that may go on at once. */
  turnFor: (onTurn: () => void) => Turn
  isSuspended: () => boolean
}

/** The syncs of one connection: the run that is under way, if any, and what is known of the last. */
export class ConnectionSync {
  readonly #id: string
  readonly #deps: ConnectionDeps
  readonly #line: Line
  readonly #announcer: Announcer
  readonly #progress = createProgress()
  #control: Control | null = null
  #turn: Turn | null = null
  #run: RunContext | null = null
  #running: Promise<void> | null = null
  #startedAt: number | null = null
  #lastStart: number | null = null
  #last: SyncSummary | null = null
  #because: Failure | null = null
  /** The store refused the key: what it was, once known. Nothing is tried by itself with the same one (22). */
  #refused: { print: string | null } | null = null
  #pausedAt: number | null = null
  #pausedFor = 0

  constructor(id: string, deps: ConnectionDeps) {
    this.#id = id
    this.#deps = deps
    const { client, onReached, onChange } = deps.sync
    const { time } = deps
    this.#line = createLine({ client, time, onReached: (failure) => onReached(id, failure) })
    this.#announcer = createAnnouncer(() => this.state(), onChange, time)
  }

  get isRunning(): boolean {
    return this.#running !== null
  }

  get schedule(): SyncSchedule {
    return this.#deps.sync.scheduleOf(this.#id)
  }

  /** What the copy knows of earlier runs. Tells whether none has ended yet. */
  async load(): Promise<{ isFirst: boolean }> {
    const last = await this.#deps.sync.copy.runs.last(this.#id)
    if (last.ok && last.value !== null && this.#last === null) {
      this.#last = last.value
      this.#lastStart ??= last.value.startedAt
      const { because } = last.value
      if (because && isRefusal(because) && this.#refused === null) this.#refused = { print: null }
      this.#because ??= because
    }
    this.#announcer.changed()
    return { isFirst: last.ok && last.value === null }
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
    if (this.#refused !== null) {
      this.#lastStart = this.#deps.time.now()
      const credentials = await this.#deps.sync.credentialsOf(this.#id)
      if (!credentials.ok) return
      const print = printOf(credentials.value)
      const before = this.#refused.print
      this.#refused.print = print
      if (before === null || before === print) {
        this.#announcer.changed()
        return
      }
      this.#refused = null
    }
    this.start()
  }

  /** Begins a run, or lets one that waits try again at once. */
  start(): void {
    if (this.#running) {
      this.nudge()
      return
    }
    const control = new Control()
    control.suspend(this.#deps.isSuspended())
    this.#control = control
    this.#turn = this.#deps.turnFor(() => control.bell.ring())
    this.#turn.want()
    this.#startedAt = this.#lastStart = this.#deps.time.now()
    this.#because = null
    this.#pausedAt = null
    this.#pausedFor = 0
    this.#line.nudge()
    this.#progress.reset()
    this.#running = this.#perform(control, this.#turn).finally(() => this.#end())
    this.#announcer.changed()
  }

  pause(): void {
    if (!this.#control || this.#control.paused || this.#run?.stage === 'finishing') return
    this.#pausedAt = this.#deps.time.elapsed()
    this.#control.pause(true)
    this.#announcer.changed()
  }

  resume(): void {
    if (!this.#control) return
    if (this.#pausedAt !== null) this.#pausedFor += this.#deps.time.elapsed() - this.#pausedAt
    this.#pausedAt = null
    this.#progress.reset()
    this.#control.pause(false)
    this.nudge()
  }

  /** `stopped`: by the person; `closed`: it goes on when the app runs again. Resolves when it has ended. */
  async finish(end: 'stopped' | 'closed'): Promise<void> {
    this.#control?.finish(end)
    await this.#running
  }

  answerDrop(accept: boolean): void {
    if (this.#run?.stage === 'asking') this.#control?.answer(accept)
  }

  suspend(suspended: boolean): void {
    this.#control?.suspend(suspended)
    if (!suspended) this.nudge()
  }

  /** What it waits for may be there now. */
  nudge(): void {
    this.#line.nudge()
    this.#control?.bell.ring()
    this.#announcer.changed()
  }

  /** The key, or the store's address, is another: what the store refused before says nothing of it. */
  keyChanged(): void {
    this.#refused = null
    this.nudge()
  }

  /** Nothing is told any more. */
  silence(): void {
    this.#announcer.close()
  }

  announce(): void {
    this.#announcer.changed()
  }

  state(): SyncState {
    const run = this.#run
    const rest = this.#line.rest()
    const phase = this.#phase()
    const isWaiting = phase === 'waiting' && rest?.isLong === true
    const here = run ? entriesRead(run.course) : 0
    const total = run && !run.course.isTotalFalse ? run.course.total : null
    const rate = phase === 'fetching' ? this.#progress.rate() : null
    const nextAt = this.#refused === null ? this.nextAt() : null
    return {
      connectionId: this.#id,
      phase,
      here,
      total,
      totalMoved: run !== null && run.course.total !== run.course.totalAtFirst,
      rate,
      timeLeft:
        rate !== null && rate > 0 && total !== null ? (Math.max(0, total - here) * 1000) / rate : null,
      startedAt: run?.start.startedAt ?? (phase === 'idle' ? null : this.#startedAt),
      because: isWaiting ? rest.because : this.#because,
      resumeAt: isWaiting ? this.#deps.time.now() + rest.ms : null,
      drop: run?.drop ?? null,
      schedule: this.schedule,
      nextAt,
      last: this.#last
    }
  }

  #phase(): SyncPhase {
    if (this.#control === null) return 'idle'
    const stage = this.#run?.stage ?? 'fetching'
    if (stage === 'asking' || stage === 'finishing') return stage
    if (this.#control.paused) return 'paused'
    if (this.#control.suspended || this.#line.rest()?.isLong === true || !this.#turn?.has()) return 'waiting'
    return stage
  }

  async #perform(control: Control, turn: Turn): Promise<void> {
    const { log } = this.#deps.sync
    const prepared = await this.#prepare(control, turn)
    if (!prepared.ok) {
      this.#because = prepared.failure.code === 'cancelled' ? null : prepared.failure
      return
    }
    const run = (this.#run = prepared.value)
    log?.info('a sync goes on', { run: run.start.run, page: run.course.next })
    const ending = await performRun(run)
    if (ending.outcome === 'closed') return
    const finished = await this.#settle(run, ending)
    if (finished.ok) {
      this.#last = finished.value
      this.#because = finished.value.because
      log?.info('a sync ended', { run: finished.value.run, outcome: finished.value.outcome })
    } else {
      this.#because = finished.failure
      log?.warn('a sync could not be ended', { run: run.start.run, code: finished.failure.code })
    }
    if (ending.because && isRefusal(ending.because)) {
      this.#refused = { print: printOf(run.question.credentials) }
    }
  }

  /** Everything that a run needs. Fails before the store is asked for anything. */
  async #prepare(control: Control, turn: Turn): Promise<Result<RunContext>> {
    const { sync, time } = this.#deps
    const store = sync.addressOf(this.#id)
    if (store === null) return fail('connection-unknown')
    const credentials = await sync.credentialsOf(this.#id)
    if (!credentials.ok) return credentials
    if (control.signal.aborted) return fail('cancelled')
    const start = await this.#begin()
    if (!start.ok) return start
    const course = readCourse(start.value.checkpoint) ?? newCourse(firstSize)
    return ok({
      connectionId: this.#id,
      copy: sync.copy,
      log: sync.log,
      time,
      line: this.#line,
      control,
      turn,
      question: { store, credentials: credentials.value },
      start: start.value,
      course,
      stage: 'fetching',
      drop: null,
      ready: null,
      spentBefore: course.spent,
      sittingSince: time.elapsed(),
      heldFor: () => this.#pausedFor + (this.#pausedAt === null ? 0 : time.elapsed() - this.#pausedAt),
      changed: () => this.#changed()
    })
  }

  /** Begins a run, or goes on with one that was cut off less than a day ago. */
  async #begin(): Promise<Result<RunStart>> {
    const { runs } = this.#deps.sync.copy
    const now = this.#deps.time.now()
    const start = await runs.begin(this.#id, now)
    if (!start.ok || start.value.checkpoint === null) return start
    // Younger than nothing: the clock was put back (93).
    if (now - start.value.startedAt < oldest) return start
    const { run } = start.value
    const ending = { run, at: now, outcome: 'stopped', duration: 0, total: null, because: null } as const
    const ended = await runs.finish(this.#id, ending)
    return ended.ok ? runs.begin(this.#id, now) : ended
  }

  async #settle(
    run: RunContext,
    ending: Exclude<Ending, { outcome: 'closed' }>
  ): Promise<Result<SyncSummary>> {
    run.stage = 'finishing'
    this.#announcer.changed()
    const { course, start, time } = run
    return this.#deps.sync.copy.runs.finish(this.#id, {
      run: start.run,
      at: time.now(),
      duration: Math.round(spentBy(run)),
      total: course.isTotalFalse ? null : course.total,
      ...ending
    })
  }

  #changed(): void {
    const run = this.#run
    if (run?.stage === 'fetching') this.#progress.note(entriesRead(run.course), this.#deps.time.elapsed())
    this.#announcer.changed()
  }

  #end(): void {
    this.#turn?.leave()
    this.#control = this.#turn = this.#run = this.#running = null
    this.#announcer.changed()
  }
}

/** Tells one key from another without keeping it. */
function printOf({ userId, key }: Credentials): string {
  return createHash('sha256').update(`${userId}\n${key}`).digest('base64')
}
