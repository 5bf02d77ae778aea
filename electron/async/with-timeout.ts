import { fail, type FailureFacts, type Result } from '../contract/failure'

/**
 * ms that quitting may take in all (97), and what it may wait for one after the other: for an export to delete what it has not
 * finished, for a sync to write how far it came, which may be waiting for a keychain, and then for the copies to be closed; a
 * batch or a step of the word index take some 0.3 s. A copy that is not closed in time is whole all the same: its log is read at
 * the next start. So are reviews, which a backup is made of meanwhile; half a backup goes away at the next.
 */
export const quitting = { all: 3000, export: 500, syncs: 1000, copy: 1500, reviews: 2500 } as const

/**
 * Waits for the work, but no longer than `deadline` ms. Settles also when the work fails: for what is good to
 * have and must hold nothing up.
 */
export async function settledWithin(work: Promise<unknown>, deadline: number): Promise<void> {
  const { promise: end, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), deadline)
  try {
    await Promise.race([work, end])
  } catch {
    // Whoever needs the work's answer asks for it elsewhere.
  } finally {
    clearTimeout(timer)
  }
}

/** How long one attempt may take from its start to its last byte, in ms, when the caller does not say. */
export const defaultDeadline = 20_000

/**
 * Runs with a signal that is aborted by the caller or after `ms`, and answers at once when it is, even when what
 * runs does not listen: `cancelled` or `timeout`. Unlike a socket's timeout this also ends a trickle (4).
 */
export async function withDeadline<T>(
  ms: number,
  caller: AbortSignal | undefined,
  facts: FailureFacts,
  run: (signal: AbortSignal) => Promise<Result<T>>
): Promise<Result<T>> {
  if (caller?.aborted) return fail('cancelled')
  // One controller and one timer: `AbortSignal.any` and `.timeout` cost a sync a tenth of its main thread.
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
