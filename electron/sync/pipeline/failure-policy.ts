import { ok, type Failure, type FailureCode } from '../../contract/failure'
import type { PagesRead } from './page-pipeline'
import type { PendingPage } from './page-window'

/** The way to the store is cut, or the store is overloaded: both pass (faults 13, 28, 31). */
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

/** The answer could not be read: it may have been cut off, mixed up or taken from a cache. */
const unreadable = new Set<FailureCode>([
  'answer-corrupt',
  'answer-not-json',
  'answer-unknown-form',
  'wrong-page'
])

/** Whether the failure concerns the way to the store, or the store as a whole, and passes. */
export function isPassing({ code, facts }: Failure): boolean {
  if (passing.has(code) || facts.status === 408 || facts.status === 425) return true
  return code === 'server-error' && facts.status !== 501 && facts.status !== 505
}

/** Whether to stop until the person does something, or the key is changed (faults 22, 23). */
export function isRefusal({ code }: Failure): boolean {
  return code === 'key-refused' || code === 'forbidden'
}

/** What the failure of one page means for the run; `empty-page`: the list has no such page. */
type FailureClass = 'retry-later' | 'retry-page' | 'shrink-page' | 'empty-page' | 'abort'

/** @param isSizeProven a page of this size came before, so that the size is not what the store refuses */
function classifyFailure(failure: Failure, page: number, isSizeProven: boolean): FailureClass {
  const { code, facts } = failure
  if (isPassing(failure)) return 'retry-later'
  if (code === 'page-too-large' || code === 'answer-too-large') return 'shrink-page'
  const isAboutQuery = code === 'request-refused' && [400, 416, 422].includes(facts.status ?? 0)
  if (isAboutQuery && !isSizeProven) return 'shrink-page'
  // Many servers answer so past the last page.
  if (page > 1 && (isAboutQuery || code === 'not-found')) return 'empty-page'
  return unreadable.has(code) ? 'retry-page' : 'abort'
}

/** How often a page is requested whose answer cannot be read. Trouble that passes is waited out, however often it comes back. */
const triesOfUnreadable = 3
/** Pages that may be skipped in a row, and in all: with one more the store is not what we take it for, and the run ends. */
const mostSkippedInRow = 2
const mostSkipped = 20
/** After so many errors for one page the first one is requested, to see whether only this one has them. */
const errorsOfPage = 4

/** What to do about a page that failed: request it again, take it for empty, skip it, or end with an outcome. */
export type PageDecision = 'retry' | 'empty' | 'skip' | { outcome: PagesRead }

/** Decides about pages that did not come or could not be read, by what was seen of the others. */
export class PageFailurePolicy {
  readonly #isSizeProven: () => boolean
  readonly #mostErrors: number
  #skipped = 0
  #skippedInRow = 0
  /** For pages past this one the store gives an earlier page. */
  #lastGiven = Infinity

  /** @param mostErrors after so many errors for one page its size is taken to be too large */
  constructor(isSizeProven: () => boolean, mostErrors = Infinity) {
    this.#isSizeProven = isSizeProven
    this.#mostErrors = mostErrors
  }

  decide(pending: PendingPage, failure: Failure): PageDecision {
    switch (classifyFailure(failure, pending.page, this.#isSizeProven())) {
      case 'abort':
        return { outcome: { ok: false, failure } }
      case 'shrink-page':
        return { outcome: ok({ tooLarge: failure }) }
      case 'empty-page':
        return 'empty'
      case 'retry-later':
        if (isError(failure)) pending.errors++
        return pending.errors < this.#mostErrors ? 'retry' : { outcome: ok({ tooLarge: failure }) }
      case 'retry-page':
        return this.#unreadable(pending, failure)
    }
  }

  /** Whether the store may fail at this page alone, so that another one is to be requested first. */
  isSuspicious({ errors, page }: PendingPage): boolean {
    return errors >= errorsOfPage && page > 1
  }

  /** Decides about a page that failed right after the store had given another one. */
  decideAlone(pending: PendingPage, failure: Failure): PageDecision {
    return isError(failure) ? this.#skip(pending, failure) : this.decide(pending, failure)
  }

  onCommitted(): void {
    this.#skippedInRow = 0
  }

  #unreadable(pending: PendingPage, failure: Failure): PageDecision {
    if (++pending.unreadable < triesOfUnreadable && pending.page <= this.#lastGiven) return 'retry'
    if (!isClamped(failure, pending.page)) return this.#skip(pending, failure)
    this.#lastGiven = Math.min(this.#lastGiven, pending.page)
    return 'empty'
  }

  #skip({ page }: PendingPage, failure: Failure): PageDecision {
    this.#skipped++
    this.#skippedInRow++
    const isTooMuch = this.#skippedInRow > mostSkippedInRow || this.#skipped > mostSkipped
    return page === 1 || isTooMuch ? { outcome: { ok: false, failure } } : 'skip'
  }
}

function isError({ code }: Failure): boolean {
  return code === 'server-error' || code === 'timeout' || code === 'connection-lost'
}

/** The store gives an earlier page, and says so: it has no page of this number, at least now. */
function isClamped({ code, facts }: Failure, page: number): boolean {
  return code === 'wrong-page' && facts.page !== undefined && facts.page < page
}
