import { fail, type Result } from '../contract/failure'

/** Work that several may wait for: it runs once a key, and is cancelled when the last of them has gone. */
interface SingleFlight<K, T> {
  /**
   * Joins the work under this key, or starts it. Fails with `cancelled` as soon as the own signal says so; the
   * work goes on as long as another one waits for it.
   */
  join(key: K, signal: AbortSignal | undefined, start: Start<T>): Promise<Result<T>>
  /** Cancels the work under every key that `which` names. */
  cancel(which: (key: K) => boolean): void
}

type Start<T> = (signal: AbortSignal) => Promise<Result<T>>

interface Running<K, T> {
  key: K
  result: Promise<Result<T>>
  controller: AbortController
  waiters: number
}

/**
 * Makes an empty register of shared work.
 *
 * @param nameOf keys with the same name stand for the same work
 */
export function createSingleFlight<K, T>(nameOf: (key: K) => string): SingleFlight<K, T> {
  const running = new Map<string, Running<K, T>>()

  const begin = (key: K, start: Start<T>): Running<K, T> => {
    const controller = new AbortController()
    const work = { key, result: start(controller.signal), controller, waiters: 0 }
    running.set(nameOf(key), work)
    const end = (): void => takeOff(work)
    work.result.then(end, end)
    return work
  }

  const takeOff = (work: Running<K, T>): void => {
    const name = nameOf(work.key)
    if (running.get(name) === work) running.delete(name)
  }

  const stop = (work: Running<K, T>): void => {
    // Taken off at once: who asks from now on starts anew instead of joining what was cancelled.
    takeOff(work)
    work.controller.abort()
  }

  return {
    async join(key, signal, start) {
      if (signal?.aborted === true) return fail('cancelled')
      const work = running.get(nameOf(key)) ?? begin(key, start)
      work.waiters += 1
      const leave = (): void => {
        work.waiters -= 1
        if (work.waiters === 0) stop(work)
      }
      if (signal === undefined) return work.result
      return await untilAborted(work.result, signal, leave)
    },
    cancel(which) {
      for (const work of running.values()) if (which(work.key)) stop(work)
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
