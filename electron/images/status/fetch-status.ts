import type { Failure, FailureCode } from '../../contract/failure'
import type { FetchStatus, Validators } from '../disk/protocol'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** ms until another try, by the number of failures in a row: for lasting failures, and for passing ones. */
const lastingWaits = [5 * minute, hour, 6 * hour, day, 7 * day]
const passingWaits = [30 * second, 2 * minute, 10 * minute, hour]
/** No answer, which the next network may change: never a long wait. */
const unansweredWaits = [15 * second, 30 * second, minute]

/**
 * What a failure says: `lasting`, that this address has no picture; `passing`, that its server has none to give now;
 * `unanswered`, nothing of the picture at all: it is not kept on disk.
 */
export type FailureKind = 'lasting' | 'passing' | 'unanswered'

const passing: ReadonlySet<FailureCode> = new Set(['rate-limited', 'server-error'])
const lasting: ReadonlySet<FailureCode> = new Set([
  'not-found',
  'forbidden',
  'request-refused',
  'redirected',
  'answer-too-large',
  'answer-corrupt'
])

export function kindOf({ code, facts }: Failure): FailureKind {
  if (code.startsWith('picture-') || lasting.has(code)) {
    // "Request timeout" and "too early" pass by themselves.
    return facts.status === 408 || facts.status === 425 ? 'passing' : 'lasting'
  }
  return passing.has(code) ? 'passing' : 'unanswered'
}

/** The status after a picture was fetched, or found unchanged. `now`: ms since 1970; `age`: ms. */
export function afterSuccess(now: number, age: number, validators: Validators): FetchStatus {
  return { checkedAt: now, until: now + age, tries: 0, denials: 0, failure: null, validators }
}

/** The status after a failure: waits grow with the failures, and are at least as long as the server wants. */
export function afterFailure(before: FetchStatus | null, failure: Failure, now: number): FetchStatus {
  const tries = (before?.tries ?? 0) + 1
  const denials = (before?.denials ?? 0) + (kindOf(failure) === 'lasting' ? 1 : 0)
  const inARow = kindOf(failure) === 'lasting' ? denials : tries
  const wait = Math.max(waitForPicture(failure, inARow), failure.facts.retryAfter ?? 0)
  return { checkedAt: now, until: now + wait, tries, denials, failure, validators: null }
}

/** The same if an older picture is kept: it is still shown. */
export function afterFailedRevalidation(before: FetchStatus, failure: Failure, now: number): FetchStatus {
  const { until, tries, denials } = afterFailure(before, failure, now)
  return { ...before, until: Math.max(until, now + minRevalidationWait), tries, denials, failure: null }
}

/** An existing picture can wait longer for its server than a missing one. */
const minRevalidationWait = 10 * minute

/** An existing picture is given up at the third answer that denies it: a network's sign-in page answers for every address (fault 9). */
const denialsBelieved = 3

/** Whether an existing picture is given up after this failure. An overloaded server or no answer says nothing about the picture. */
export function isGone(before: FetchStatus, failure: Failure): boolean {
  if (failure.code === 'not-found') return true
  return kindOf(failure) === 'lasting' && before.denials + 1 >= denialsBelieved
}

/** The failure that still stands at this time; null when the picture may be asked for. */
export function activeFailure(status: FetchStatus | null, now: number): Failure | null {
  // A clock that was set back does not make it last for ever (fault 93).
  const isDue = status === null || now >= status.until || now < status.checkedAt - day
  return isDue ? null : status.failure
}

/** Whether it is time to ask the server whether the picture has changed. */
export function isStale({ until, checkedAt }: FetchStatus, now: number): boolean {
  return now >= until || now < checkedAt - day
}

function waitForPicture(failure: Failure, tries: number): number {
  const waits = { lasting: lastingWaits, passing: passingWaits, unanswered: unansweredWaits }[kindOf(failure)]
  return waits[Math.min(tries, waits.length) - 1] ?? minute
}
