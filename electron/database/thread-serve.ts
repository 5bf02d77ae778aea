import { getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import { fail, type Result } from '../contract/failure'
import { isDamage, isStorageFailure } from './sqlite-errors'
import type { Call, MethodName, Ping, Ready, Reply, Serving } from './thread-protocol'

let collect: (() => void) | null = null

/**
 * Collects this thread's garbage, some 10 ms of work. Pages do so by themselves when nothing happens; a thread of Node's keeps what it
 * last threw away until it needs the room, which may be hours later.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // The flag counts for contexts that are made from now on.
  collect ??= runInNewContext('gc') as () => void
  collect()
}

/** ms without a call before work that can wait is begun: a sync that is on its way asks more often. */
const idleAfter = 300
/** ms that the thread had nothing to do, in all, before one step is taken in a short pause: also a busy day brings it on. */
const idleInAll = 3000
const quiet = 30_000
/**
 * Of a thread whose work nobody waits for: it gives way to the window, and to the threads that answer it. With other programs that keep
 * the processor busy it has a tenth of what each of them has.
 */
const backgroundNiceness = 10

export interface ServeOptions {
  /** Its work goes on while a person does something else. On Linux it then gives way to the other threads of the app. */
  background?: boolean
  /** One small step of work that can wait, done while nobody asks for anything; whether more is left. */
  idle?: () => boolean
  /** Buffers of an answer that are moved instead of copied. */
  transfer?: (answer: unknown) => ArrayBuffer[]
  /** ms without a call before garbage is collected; half a minute when not given. */
  collectAfter?: number
}

/** The other end, as far as it is used: a worker's own port, or one of a channel in a test. */
interface Port {
  on(event: 'message', listener: (message: Call | Ping) => void): unknown
  postMessage(message: Reply | Ready, transfer?: ArrayBuffer[]): void
}

/** Answers calls with a table of methods; every call is answered exactly once, whatever its method does. */
export function serve<Table>(methods: Serving<Table>, options: ServeOptions = {}, port = ownPort()): void {
  const { idle, transfer = () => [], collectAfter = quiet, background = false } = options
  if (background) giveWay()
  let timer: NodeJS.Timeout | undefined
  let collecting: NodeJS.Timeout | undefined
  let restingSince = performance.now()
  let rested = 0
  const rest = (ms: number): void => {
    clearTimeout(timer)
    if (idle === undefined) return
    timer = setTimeout(() => {
      rested = 0
      if (isMoreLeft(idle)) rest(0)
    }, ms)
    // What can wait does not keep a thread alive.
    timer.unref()
  }
  port.on('message', (call) => {
    if ('ping' in call) {
      port.postMessage({ ready: true })
      return
    }
    clearTimeout(timer)
    clearTimeout(collecting)
    rested += performance.now() - restingSince
    const reply = (answer: Reply): void => {
      port.postMessage(answer, answer.result.ok ? transfer(answer.result.value) : [])
      restingSince = performance.now()
      rest(rested < idleInAll ? idleAfter : 0)
      clearTimeout(collecting)
      collecting = setTimeout(collectGarbage, collectAfter).unref()
    }
    void run(methods, call).then(reply)
  })
  port.postMessage({ ready: true })
}

/**
 * Lowers the priority of the calling thread. Elsewhere than on Linux it would be that of the whole app. Who starts the app with less keeps
 * that: to raise it is refused.
 */
function giveWay(): void {
  if (process.platform === 'linux' && getPriority() < backgroundNiceness) setPriority(backgroundNiceness)
}

async function run<Table>(methods: Serving<Table>, call: Call): Promise<Reply> {
  const { id, connectionId, input } = call
  try {
    const method = methods[call.method as MethodName<Table>] as (
      connectionId: string,
      input: unknown
    ) => Result<unknown> | Promise<Result<unknown>>
    return { id, result: await method(connectionId, input), damaged: false, bug: null }
  } catch (error) {
    return { id, ...failureOf(error) }
  }
}

/** Every way in which the disk can fail is `storage-failed`; what remains is a bug. */
function failureOf(error: unknown): Omit<Reply, 'id'> {
  const reason = error instanceof Error ? error.message : String(error)
  if (isStorageFailure(error)) {
    return { result: fail('storage-failed', { reason }), damaged: isDamage(error), bug: null }
  }
  const stack = error instanceof Error ? (error.stack ?? reason) : reason
  return { result: fail('internal', { reason }), damaged: false, bug: stack }
}

/** Work that can wait is tried again after the next call when it fails: whoever asks meets the same failure. */
function isMoreLeft(idle: () => boolean): boolean {
  try {
    return idle()
  } catch {
    return false
  }
}

function ownPort(): Port {
  if (parentPort === null) throw new Error('this runs in a worker thread')
  return parentPort
}
