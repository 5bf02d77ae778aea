import { fail, type Failure, type Result } from '../contract/failure'
import type { ApiLog, Sleep } from './types'

/** First wait at most, doubled for each further one, in ms. */
export const firstWait = 500
/** No longer wait is begun, whatever the store asks for, in ms (30): a person or a sync can decide anew. */
export const longestWait = 30_000
/** A store is left alone as long as it asks for, up to this, in ms (28, 29); a year is nonsense (30). */
export const longestObeyed = 15 * 60_000
/** How often the store is asked when the caller does not say. */
export const defaultAttempts = 3

/** Statuses after which the same request may succeed; all 5xx but "will never do that". */
function isPassing(status: number): boolean {
  if (status === 408 || status === 425 || status === 429) return true
  return status >= 500 && status !== 501 && status !== 505 && status !== 511
}

/** Whether a connection gave no answer, or not all of one: it, and those that were kept beside it, may be dead. */
export function isConnectionDead({ code }: Failure): boolean {
  return code === 'timeout' || code === 'connection-lost'
}

/**
 * Whether to ask again after `made` attempts failed, the last one with `failure`. A lost connection or a missed
 * deadline gets one more try (14: after sleep every kept connection is dead; more tries would be a storm);
 * a store that says "later" gets as many as allowed; the rest is not helped by asking again.
 */
export function shouldRetry(failure: Failure, made: number, attempts: number): boolean {
  if (made >= attempts) return false
  if (isConnectionDead(failure)) return made < 2
  return failure.facts.status !== undefined && isPassing(failure.facts.status)
}

/**
 * How long to wait before the next attempt, in ms: anywhere (`random`, 0 to 1) up to a bound that doubles with each
 * attempt made, so that many clients do not come back together; on top of what the store asked for
 * (`retryAfter`, ms), and never over `longestWait`.
 */
export function retryWait(made: number, retryAfter: number | null, random: number): number {
  const bound = Math.min(longestWait, firstWait * 2 ** Math.max(0, made - 1))
  return Math.min(longestWait, (retryAfter ?? 0) + bound * random)
}

interface RetryOptions {
  attempts: number
  /** ms; no longer wait is begun, and no longer `deadline` of an attempt is waited for twice. */
  patience: number
  deadline: number
  signal: AbortSignal | undefined
  random: () => number
  sleep: Sleep
  log: ApiLog | undefined
}

/** Runs until it succeeds, or asking again cannot help or would take too long. `cancelled` when the signal ends a wait. */
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
 * How long `Retry-After` asks to wait, in ms, uncapped: seconds (28) or an HTTP date (29). A date is taken
 * against the answer's own `Date`, so that a wrong clock here changes nothing (93). null for what is neither (30).
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

function readDate(text: string): number | null {
  const time = httpDate.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(time) ? null : time
}
