import { fail, type Result } from '../contract/failure'

/** Work that several may wait for: it runs once a key, and is cancelled when the last of them has gone. */
export interface SharedWork<T> {
  /**
   * Joins the work under this key, or starts it. Fails with `cancelled` as soon as the own signal says so; the
   * work goes on as long as another one waits for it.
   */
  join(key: string, signal: AbortSignal | undefined, start: Start<T>): Promise<Result<T>>
  /** Cancels the work under every key that begins so; '' cancels all. */
  cancel(keyStart: string): void
}

type Start<T> = (signal: AbortSignal) => Promise<Result<T>>

interface Running<T> {
  result: Promise<Result<T>>
  controller: AbortController
  waiters: number
}

/** Makes an empty register of shared work. */
export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>()

  const begin = (key: string, start: Start<T>): Running<T> => {
    const controller = new AbortController()
    const work = { result: start(controller.signal), controller, waiters: 0 }
    running.set(key, work)
    const end = (): void => {
      if (running.get(key) === work) running.delete(key)
    }
    work.result.then(end, end)
    return work
  }

  const stop = (key: string, work: Running<T>): void => {
    // Taken off at once: who asks from now on starts anew instead of joining what was cancelled.
    if (running.get(key) === work) running.delete(key)
    work.controller.abort()
  }

  return {
    async join(key, signal, start) {
      if (signal?.aborted === true) return fail('cancelled')
      const work = running.get(key) ?? begin(key, start)
      work.waiters += 1
      const leave = (): void => {
        work.waiters -= 1
        if (work.waiters === 0) stop(key, work)
      }
      if (signal === undefined) return work.result
      return await untilAborted(work.result, signal, leave)
    },
    cancel(keyStart) {
      for (const [key, work] of running) if (key.startsWith(keyStart)) stop(key, work)
    }
  }
}

function untilAborted<T>(
  result: Promise<Result<T>>,
  signal: AbortSignal,
  leave: () => void
): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      leave()
      resolve(fail('cancelled'))
    }
    signal.addEventListener('abort', abort, { once: true })
    result.finally(() => signal.removeEventListener('abort', abort)).then(resolve, reject)
  })
}
