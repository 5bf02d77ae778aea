import { backoffDelay } from '../async/backoff'
import { fail, type Failure, type FailureFacts, type Result } from '../contract/failure'
import type { ApiLog, Sleep } from './types'

// For calls that somebody waits for. A sync asks once (`attempts: 1`) and has its own policy and waits: sync/pipeline/failure-policy.ts and store-access.ts.

/** The longest first wait, in ms; doubled with each further attempt. */
export const firstWait = 500
/** No longer wait is begun, whatever the store asks for, in ms (fault 30): the caller can decide anew. */
export const longestWait = 30_000
/** How long a store's `Retry-After` is respected at most, in ms (faults 28, 29); a year is nonsense (fault 30). */
export const longestObeyed = 15 * 60_000
/** How many times a store is asked when the caller does not say. */
export const defaultAttempts = 3

/** Statuses after which the same request may succeed: all 5xx but those that mean "never". */
function isTransient(status: number): boolean {
  if (status === 408 || status === 425 || status === 429) return true
  return status >= 500 && status !== 501 && status !== 505 && status !== 511
}

/** Whether a connection gave no answer or only a part of one: it and the other kept connections may be dead. */
export function isConnectionDead({ code }: Failure): boolean {
  return code === 'timeout' || code === 'connection-lost'
}

/**
 * Whether to ask again after `made` attempts, the last of which failed with `failure`. A lost connection or a missed deadline gets
 * one more attempt (fault 14: after sleep every kept connection is dead, and more would be a storm); a transient status gets all.
 */
export function shouldRetry(failure: Failure, made: number, attempts: number): boolean {
  if (made >= attempts) return false
  if (isConnectionDead(failure)) return made < 2
  return failure.facts.status !== undefined && isTransient(failure.facts.status)
}

/**
 * How long to wait before the next attempt, in ms: what the store asked for (`retryAfter`, ms), plus a random part (`random`, 0 to 1)
 * of a bound that doubles with each attempt; at most `longestWait`.
 */
export function retryWait(made: number, retryAfter: number | null, random: number): number {
  const policy = { first: firstWait, longest: longestWait, jitter: { least: 0, spread: 1 } }
  return Math.min(longestWait, (retryAfter ?? 0) + backoffDelay(policy, made, random))
}

interface RetryOptions {
  attempts: number
  /** ms. No longer wait is begun, and an attempt whose `deadline` is longer is not repeated after a timeout. */
  patience: number
  deadline: number
  signal: AbortSignal | undefined
  random: () => number
  sleep: Sleep
  log: ApiLog | undefined
}

/** Runs until it succeeds, or a retry cannot help or would take too long. Fails with `cancelled` when the signal ends a wait. */
export async function withRetries<T>(
  run: () => Promise<Result<T>>,
  { attempts, patience, deadline, signal, random, sleep, log }: RetryOptions
): Promise<Result<T>> {
  for (let made = 1; ; made++) {
    const result = await run()
    if (result.ok || !shouldRetry(result.failure, made, attempts)) return result
    const { code, facts } = result.failure
    if ((facts.retryAfter ?? 0) > longestWait) return result
    const wait = retryWait(made, facts.retryAfter ?? null, random())
    if (wait > patience || (code === 'timeout' && deadline > patience)) return result
    log?.debug('asking the store again', { code, attempt: made + 1, wait: Math.round(wait) })
    try {
      await sleep(wait, signal)
    } catch (error) {
      if (!signal?.aborted) throw error
    }
    if (signal?.aborted) return fail('cancelled')
  }
}

/** IMF-fixdate and the older RFC 850 form; JavaScript would also read "-5" or "1" as a date. */
const httpDate = /^[A-Za-z]{3,9}, \d{2}[ -][A-Za-z]{3}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * How long a `Retry-After` header asks to wait, in ms, unbounded: seconds (fault 28) or an HTTP date (fault 29), which is compared with
 * the answer's own `Date`, so that a wrong clock here does not matter (fault 93). null if it is neither (fault 30).
 */
export function readRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number
): number | null {
  const text = value?.trim() ?? ''
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000
  const until = readDate(text)
  if (until === null) return null
  return Math.max(0, until - (readDate(date?.trim() ?? '') ?? now))
}

/** The wait that an answer's headers ask for, bounded by `longestObeyed`, as a fact of its failure. */
export function retryAfterIn(
  value: string | undefined,
  date: string | undefined
): Pick<FailureFacts, 'retryAfter'> {
  const delay = readRetryAfter(value, date, Date.now())
  return delay === null ? {} : { retryAfter: Math.min(delay, longestObeyed) }
}

function readDate(text: string): number | null {
  const time = httpDate.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(time) ? null : time
}
