import { type Failure, type FailureCode, ok } from '../../contract/failure'
import type { Read } from './page-pipeline'
import type { PageSlot } from './page-window'

/** A page that cannot be read is tried so often; more of them in a row than that and the store is not what we think. */
const tries = 3
const skippedInRow = 3
const skippedInAll = 20
/** After so many errors of the store for one page another one is tried, to see whether it is the page's own. */
const errorsOfPage = 4

/** What is to be done with a page that failed: ask again, take it for empty, leave it out, or end the reading. */
export type PageDecision = 'again' | 'empty' | 'skip' | { outcome: Read }

/** Judges pages that did not come or could not be read, by what was seen of the others of the same reading. */
export class PageFailures {
  readonly #proven: () => boolean
  readonly #mostErrors: number
  #skipped = 0
  #skippedInRow = 0
  /** For pages after that one the store gives an earlier one. */
  #lastGiven = Infinity

  /** `proven`: whether a page of this size was given before; `mostErrors`: after so many a size is too large. */
  constructor(proven: () => boolean, mostErrors = Infinity) {
    this.#proven = proven
    this.#mostErrors = mostErrors
  }

  of(slot: PageSlot, failure: Failure): PageDecision {
    slot.because = failure
    switch (verdictOn(failure, slot.page, this.#proven())) {
      case 'ends':
        return { outcome: { ok: false, failure } }
      case 'smaller':
        return { outcome: ok({ tooLarge: failure }) }
      case 'nothing':
        return 'empty'
      case 'later':
        if (isError(failure)) slot.errors++
        return slot.errors < this.#mostErrors ? 'again' : { outcome: ok({ tooLarge: failure }) }
      case 'again':
        return this.#unreadable(slot, failure)
    }
  }

  /** Whether it may be this page alone that the store has trouble with: it is to be asked for another one first. */
  isDoubtful({ errors, page }: PageSlot): boolean {
    return errors >= errorsOfPage && page > 1
  }

  /** The page failed right after the store had given another one. */
  ofItsOwn(slot: PageSlot, failure: Failure): PageDecision {
    return isError(failure) ? this.#skip(slot, failure) : this.of(slot, failure)
  }

  /** A page was committed. */
  took(): void {
    this.#skippedInRow = 0
  }

  #unreadable(slot: PageSlot, failure: Failure): PageDecision {
    if (++slot.faults < tries && slot.page <= this.#lastGiven) return 'again'
    if (!isClamped(failure, slot.page)) return this.#skip(slot, failure)
    this.#lastGiven = Math.min(this.#lastGiven, slot.page)
    return 'empty'
  }

  #skip({ page }: PageSlot, failure: Failure): PageDecision {
    this.#skipped++
    this.#skippedInRow++
    const isTooMuch = this.#skippedInRow >= skippedInRow || this.#skipped > skippedInAll
    return page === 1 || isTooMuch ? { outcome: { ok: false, failure } } : 'skip'
  }
}

function isError({ code }: Failure): boolean {
  return code === 'server-error' || code === 'timeout' || code === 'connection-lost'
}

/** The store gives one of the pages before it, and says so: it has no page of this number, at least now. */
function isClamped({ code, facts }: Failure, page: number): boolean {
  return code === 'wrong-page' && facts.page !== undefined && facts.page < page
}

/**
 * What a failure of one page means for the run: the store is to be asked `later`; the page `again`; for `smaller` pages;
 * there is `nothing` at that page; or the run `ends`, since asking again does not help.
 */
type Verdict = 'later' | 'again' | 'smaller' | 'nothing' | 'ends'

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
function verdictOn(failure: Failure, page: number, proven: boolean): Verdict {
  const { code, facts } = failure
  if (isPassing(failure)) return 'later'
  if (code === 'page-too-large' || code === 'answer-too-large') return 'smaller'
  const isAboutQuery = code === 'request-refused' && [400, 416, 422].includes(facts.status ?? 0)
  if (isAboutQuery && !proven) return 'smaller'
  // Many servers answer so for a page after the last.
  if (page > 1 && (isAboutQuery || code === 'not-found')) return 'nothing'
  return unreadable.has(code) ? 'again' : 'ends'
}
