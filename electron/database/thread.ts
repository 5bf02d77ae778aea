import { Worker, type ResourceLimits } from 'node:worker_threads'
import { fail, type Result } from '../contract/failure'
import {
  untyped,
  type Answered,
  type Call,
  type InputOf,
  type MethodName,
  type OutputOf,
  type Ping,
  type Ready,
  type Reply
} from './thread-protocol'

export interface WatchdogDeps {
  /** ms without a sign of life after which a thread counts as stuck. */
  silentFor: number
  /** Asks for a sign of life. */
  ping: () => void
  onSilent: () => void
}

/** Finds out that a thread which has work to do is stuck in it. */
interface Watchdog {
  /** There is work from now on; nothing happens where there was before. */
  begin(): void
  /** A sign of life came. */
  heard(): void
  /** There is no work anymore. */
  end(): void
}

/** So often a sign of life is asked for before a thread is given up. */
const pings = 8

/**
 * Counts pings that were not answered, not time: while the computer sleeps, or this process cannot run, none is sent, and so none is
 * missed.
 */
export function createWatchdog({ silentFor, ping, onSilent }: WatchdogDeps): Watchdog {
  let timer: NodeJS.Timeout | undefined
  let unanswered = 0

  function end(): void {
    clearInterval(timer)
    timer = undefined
  }
  function tick(): void {
    if (++unanswered < pings) {
      ping()
      return
    }
    end()
    onSilent()
  }

  return {
    begin() {
      if (timer !== undefined) return
      unanswered = 0
      timer = setInterval(tick, silentFor / pings).unref()
    },
    heard() {
      unanswered = 0
    },
    end
  }
}

/** ms that a thread may take to load; it takes some 50. */
const startDeadline = 10_000

/**
 * ms without a sign of life while a thread is asked for something. One that reads does long work in slices of a few ms, and a statement
 * of its own takes seconds at most; one that writes may be at one transaction, migration or check of a large file on a slow disk.
 */
export const silence = { reading: 2 * 60_000, writing: 10 * 60_000 }

/**
 * Megabytes for what a thread makes and throws away. V8's own choice is up to 96; a first fill of a million products takes as
 * long with 32, and a tenth longer with 16.
 */
const youngMegabytes = 32

/** Where a thread's client tells what went wrong. */
export interface ThreadLog {
  warn(event: string, facts?: Record<string, unknown>): void
  error(event: string, facts?: Record<string, unknown>): void
}

export interface ThreadDeps {
  /** The thread's built entry. */
  file: string
  /** For the log and a debugger. */
  name: string
  log?: ThreadLog | undefined
  /** ms; for tests. */
  startWithin?: number
  /** ms without a sign of life after which it is given up; as for one that writes when not given. */
  silentFor?: number
  /** Bounds of the thread's own heap. */
  resourceLimits?: ResourceLimits
  /** ms without a call after which it ends, and takes no memory until the next one; never when not given. */
  endsAfter?: number
}

/**
 * A thread that answers calls. It starts with the first one, and may end when nobody calls; when it dies, hangs while it starts or gets stuck later, the calls
 * that wait for it are answered with a failure and the next call starts another (fault 89). What it had begun to write is undone by SQLite.
 */
export class Thread<Table> {
  readonly #deps: ThreadDeps
  #thread: Worker | null = null
  /** Of a thread that has loaded. */
  #watchdog: Watchdog | null = null
  #ending: NodeJS.Timeout | undefined
  #waiting = new Map<number, (answer: Answered<unknown>) => void>()
  #calls = 0
  #deaths = 0
  #closed = false

  constructor(deps: ThreadDeps) {
    this.#deps = deps
  }

  /** Another number for each thread that runs: what was opened in one is not open in the next. */
  get life(): number {
    return this.#deaths
  }

  get isRunning(): boolean {
    return this.#thread !== null
  }

  /** Lets the thread load, unless it runs: what is asked of it later waits for less. */
  start(): void {
    if (!this.#closed && this.#thread === null) this.#start()
  }

  /** Asks the thread; never rejects. Buffers in `transfer` are moved to it. */
  call<Name extends MethodName<Table>>(
    method: Name,
    connectionId: string,
    input: InputOf<Table, Name>,
    transfer: ArrayBuffer[] = []
  ): Promise<Answered<OutputOf<Table, Name>>> {
    if (this.#closed) return Promise.resolve({ result: fail('cancelled'), damaged: false })
    clearTimeout(this.#ending)
    const thread = this.#thread ?? this.#start()
    const call: Call = { id: ++this.#calls, method, connectionId, input }
    return new Promise((resolve) => {
      this.#waiting.set(call.id, untyped(resolve))
      this.#watchdog?.begin()
      try {
        thread.postMessage(call, transfer)
      } catch (error) {
        // Bytes that were moved before cannot be sent once more.
        this.#answer({ id: call.id, ...bugOf(error), damaged: false })
      }
    })
  }

  /** Ends the thread; calls that still wait fail with `cancelled`, as all later ones do. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#ending)
    const thread = this.#take()
    this.#answerAll(fail('cancelled'))
    await thread?.terminate()
  }

  #start(): Worker {
    const { file, name, log, startWithin = startDeadline, resourceLimits } = this.#deps
    const limits = { maxYoungGenerationSizeMb: youngMegabytes, ...resourceLimits }
    const thread = new Worker(file, { name, resourceLimits: limits })
    this.#thread = thread
    const timer = setTimeout(() => this.#lose(thread, 'it did not start in time'), startWithin)
    thread.on('message', (message: Reply | Ready) => {
      clearTimeout(timer)
      if ('id' in message) this.#answer(message)
      if (this.#thread === thread) this.#heard(thread)
    })
    thread.on('error', (error) => {
      log?.error('a thread failed', { name, error })
      this.#lose(thread, error instanceof Error ? error.message : String(error))
    })
    thread.on('exit', () => {
      clearTimeout(timer)
      this.#lose(thread, 'it ended')
    })
    return thread
  }

  /** A sign of life of the thread that runs: the first one says that it has loaded. */
  #heard(thread: Worker): void {
    const { silentFor = silence.writing } = this.#deps
    this.#watchdog ??= createWatchdog({
      silentFor,
      ping: () => thread.postMessage({ ping: true } satisfies Ping),
      onSilent: () => this.#lose(thread, 'it gave no sign of life')
    })
    this.#watchdog.heard()
    if (this.#waiting.size > 0) this.#watchdog.begin()
    else this.#watchdog.end()
  }

  #unwatch(): void {
    this.#watchdog?.end()
    this.#watchdog = null
  }

  #answer({ id, result, damaged, bug }: Reply): void {
    const { name, log } = this.#deps
    if (bug !== null) log?.error('a call to a thread met a bug', { name, bug })
    else if (damaged) log?.warn('the database of a thread is damaged', { name })
    this.#waiting.get(id)?.({ result, damaged })
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) this.#endLater()
  }

  #endLater(): void {
    const { endsAfter } = this.#deps
    if (endsAfter === undefined) return
    clearTimeout(this.#ending)
    this.#ending = setTimeout(() => void this.#take()?.terminate(), endsAfter).unref()
  }

  /** The thread that runs, which answers no more. */
  #take(): Worker | null {
    const thread = this.#thread
    this.#thread = null
    this.#unwatch()
    this.#deaths++
    return thread
  }

  #lose(thread: Worker, reason: string): void {
    if (this.#thread !== thread) return
    this.#take()
    this.#deps.log?.warn('a thread is gone', { name: this.#deps.name, reason })
    void thread.terminate()
    this.#answerAll(fail('internal', { reason: `${this.#deps.name}: ${reason}` }))
  }

  #answerAll(result: Result<never>): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const answer of waiting) answer({ result, damaged: false })
  }
}

function bugOf(error: unknown): Pick<Reply, 'result' | 'bug'> {
  const reason = error instanceof Error ? error.message : String(error)
  return { result: fail('internal', { reason }), bug: reason }
}
