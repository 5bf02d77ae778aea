import { fail, type FailureFacts, type Result } from '../contract/failure'

/**
 * Limits on quitting, in ms (fault 97). `all` bounds the whole; the others bound its steps in order: saving what a person decided (thirty
 * marks take about 0.2 s), deleting an unfinished export,
 * writing the checkpoints of syncs (one may be waiting for the keychain), closing the catalogs (a batch takes about 0.3 s) and the
 * reviews (which are backed up meanwhile). A database that is not closed in time is intact: its log is replayed at the next start.
 */
export const quitting = {
  all: 3500,
  decisions: 1000,
  export: 500,
  syncs: 1000,
  catalog: 1500,
  reviews: 2500
} as const

/** How long one request may take from its start to its last byte when the caller does not say, in ms. */
export const defaultDeadline = 20_000

/** The work's value, or what `onTimeout` returns once `ms` have passed. Rejects when the work rejects in time. */
export async function withTimeout<T, L>(work: Promise<T>, ms: number, onTimeout: () => L): Promise<T | L> {
  const { promise, resolve } = Promise.withResolvers<L>()
  const timer = setTimeout(() => resolve(onTimeout()), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for the work to end in any way, for at most `ms`. Never rejects: for work that must not hold anything up. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  await withTimeout(work, ms, () => undefined).catch(() => undefined)
}

/** The work's value; rejects with the signal's reason as soon as it is aborted, also where the work goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/**
 * Runs with a signal that is aborted by the caller or after `ms`. Returns `cancelled` or `timeout` at once when it is, even if
 * `run` ignores the signal. Unlike a socket's timeout it also ends an answer that trickles (fault 4).
 */
export async function withDeadline<T>(
  ms: number,
  caller: AbortSignal | undefined,
  facts: FailureFacts,
  run: (signal: AbortSignal) => Promise<Result<T>>
): Promise<Result<T>> {
  if (caller?.aborted) return fail('cancelled')
  // One controller and one timer: `AbortSignal.any` and `.timeout` took a tenth of the main thread's time during a sync.
  const controller = new AbortController()
  const ended = Promise.withResolvers<Result<T>>()
  const end = (how: Result<T>): void => {
    controller.abort()
    ended.resolve(how)
  }
  const cancel = (): void => end(fail('cancelled'))
  const timer = setTimeout(() => end(fail('timeout', facts)), ms)
  caller?.addEventListener('abort', cancel, { once: true })
  try {
    return await Promise.race([ended.promise, run(controller.signal)])
  } finally {
    clearTimeout(timer)
    caller?.removeEventListener('abort', cancel)
  }
}
