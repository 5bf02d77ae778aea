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
  const deadline = AbortSignal.timeout(ms)
  const signal = caller ? AbortSignal.any([caller, deadline]) : deadline
  const ended = Promise.withResolvers<Result<T>>()
  const end = (): void => ended.resolve(caller?.aborted ? fail('cancelled') : fail('timeout', facts))
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([ended.promise, run(signal)])
  } finally {
    signal.removeEventListener('abort', end)
  }
}
