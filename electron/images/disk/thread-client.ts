import { settledWithin } from '../../async/with-timeout'
import { fail, type Result } from '../../contract/failure'
import { Thread, type ThreadLog } from '../../database/thread'
import type { InputOf, MethodName, OutputOf } from '../../database/thread-protocol'
import type { CacheMethods, CacheUsage } from './protocol'

/** The thread that keeps pictures, with its file open. */
export interface CacheThread {
  /**
   * Opens the file, unless the running thread has it open, and sends the request. A damaged file is built anew (fault 70); the request
   * then fails, and its pictures are fetched.
   */
  ask<Name extends MethodName<CacheMethods>>(
    method: Name,
    input: InputOf<CacheMethods, Name>
  ): Promise<Result<OutputOf<CacheMethods, Name>>>
  /** Opens the file, unless it is open. */
  open(): Promise<Result<CacheUsage>>
  /** Builds a new file, whatever is there. */
  beginAnew(): Promise<Result<CacheUsage>>
  close(): Promise<void>
}

export interface CacheThreadDeps {
  /** The thread's built entry. */
  threadFile: string
  folder: string
  /** Bytes, as they are now. */
  limit: () => number
  log?: ThreadLog | undefined
  now: () => number
  /** Called after each opening, also later ones. */
  onOpened: (result: Result<CacheUsage>) => void
}

/** ms after which opening a folder that failed is retried. */
const openAgainAfter = 30_000
/** ms that closing may take. */
const closeDeadline = 3000
/** MiB for young objects: few of them last, and V8 would let them grow to 48. */
const youngGeneration = 4

/** The opening of the file by the current thread. */
interface Opening {
  life: number
  result: Promise<Result<CacheUsage>>
  /** When a failed opening is retried: ms since 1970. */
  againAt: number | null
}

export function createCacheThread(deps: CacheThreadDeps): CacheThread {
  const { threadFile, folder, limit, log, now, onOpened } = deps
  const thread = new Thread<CacheMethods>({
    file: threadFile,
    name: 'pictures',
    ...(log ? { log } : {}),
    resourceLimits: { maxYoungGenerationSizeMb: youngGeneration }
  })
  let opening: Opening | null = null
  let closed = false

  async function begin(how: 'open' | 'rebuild'): Promise<Result<CacheUsage>> {
    const { result, damaged } = await thread.call(how, '', { folder, limit: limit() })
    if (damaged && how === 'open') return begin('rebuild')
    onOpened(result)
    return result
  }

  function start(how: 'open' | 'rebuild'): Opening {
    const started: Opening = { life: thread.life, result: begin(how), againAt: null }
    void started.result.then(({ ok }) => {
      if (!ok) started.againAt = now() + openAgainAfter
    })
    return started
  }

  function current(): Opening {
    if (opening?.life !== thread.life || isPast(opening.againAt, now())) opening = start('open')
    return opening
  }

  return {
    open: () => (closed ? Promise.resolve(fail('cancelled')) : current().result),
    beginAnew() {
      if (closed) return Promise.resolve(fail('cancelled'))
      opening = start('rebuild')
      return opening.result
    },
    async ask(method, input) {
      if (closed) return fail('cancelled')
      const used = current()
      const opened = await used.result
      if (!opened.ok) return opened
      const { result, damaged } = await thread.call(method, '', input)
      // Several requests may find the same damage at the same time: the file is built anew once.
      if (damaged && opening === used) {
        log?.warn('the pictures on disk were damaged and begin anew')
        opening = start('rebuild')
      }
      if (damaged) await opening?.result
      return result
    },
    async close() {
      closed = true
      if (thread.isRunning) await settledWithin(thread.call('close', '', null), closeDeadline)
      await thread.close()
    }
  }
}

/** Also when the clock was set back since (fault 93). */
function isPast(time: number | null, now: number): boolean {
  return time !== null && (now >= time || now < time - openAgainAfter)
}
