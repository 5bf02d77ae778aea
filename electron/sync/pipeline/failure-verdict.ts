import type { Failure, FailureCode } from '../../contract/failure'

/**
 * What a failure of one page means for the run: the store is to be asked `later`; the page `again`; for `smaller` pages;
 * there is `nothing` at that page; or the run `ends`, since asking again does not help.
 */
export type Verdict = 'later' | 'again' | 'smaller' | 'nothing' | 'ends'

/** The way to the store is cut, or the store has too much to do: both pass (13, 28, 31). */
const passing = new Set<FailureCode>([
  'name-not-found',
  'connection-refused',
  'unreachable',
  'offline',
  'timeout',
  'connection-lost',
  'captive-portal',
  'proxy-auth',
  'proxy-unreachable',
  'rate-limited'
])

/** The answer could not be read. It may have been cut, mixed up or taken from a cache. */
const unreadable = new Set<FailureCode>([
  'answer-corrupt',
  'answer-not-json',
  'answer-unknown-form',
  'wrong-page'
])

/** Whether the failure is of the way to the store, or of the store as a whole, and passes. */
export function isPassing({ code, facts }: Failure): boolean {
  if (passing.has(code) || facts.status === 408 || facts.status === 425) return true
  return code === 'server-error' && facts.status !== 501 && facts.status !== 505
}

/** Whether no more is to be tried until the person, or another key, changes it (22, 23). */
export function isRefusal({ code }: Failure): boolean {
  return code === 'key-refused' || code === 'forbidden'
}

/** `proven`: a page of this size was given before, so that it is not its size that is refused. */
export function verdictOn(failure: Failure, page: number, proven: boolean): Verdict {
  const { code, facts } = failure
  if (isPassing(failure)) return 'later'
  if (code === 'page-too-large' || code === 'answer-too-large') return 'smaller'
  const isAboutQuery = code === 'request-refused' && [400, 416, 422].includes(facts.status ?? 0)
  if (isAboutQuery && !proven) return 'smaller'
  // Many servers answer so for a page after the last.
  if (page > 1 && (isAboutQuery || code === 'not-found')) return 'nothing'
  return unreadable.has(code) ? 'again' : 'ends'
}
