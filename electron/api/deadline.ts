import { fail, type FailureFacts, type Result } from '../contract/failure'

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
