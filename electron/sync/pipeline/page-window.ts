import type { RawAnswer } from '../../api/types'

/** A page that is to be requested, or was, and is not committed yet. */
export interface PendingPage {
  page: number
  state: 'waiting' | 'requested' | 'arrived' | 'committing' | 'skipped'
  answer: RawAnswer | null
  /** The source has looked at the answer. */
  isPeeked: boolean
  /** How often its answer could not be read, and how often the store had an error. */
  unreadable: number
  errors: number
  /** `elapsed` when it was requested, and when it came. */
  begun: number
  came: number
  call: AbortController | null
}

/** The most pages that are held, and their bytes: pages that came before their turn are kept, within bounds. */
const mostPages = 120
const mostBytes = 8 * 1024 * 1024
/**
 * The most pages in one commit, and their bytes: a larger transaction delays other writes for longer than it saves. A million products
 * came a tenth faster with 40 pages of 100 than with 25, and as fast with 60.
 */
export const mostInBatch = 40
const mostBytesInBatch = 4 * 1024 * 1024

/** The pending pages in the order in which they are to be committed, whatever order they arrive in. */
export class PageWindow {
  #pages: PendingPage[] = []

  isEmpty(): boolean {
    return this.#pages.length === 0
  }

  /** Whether another page may be requested when at most `most` are to be held. */
  hasRoom(most = mostPages): boolean {
    if (this.#pages.length >= Math.min(most, mostPages)) return false
    return this.#pages.reduce((sum, pending) => sum + bytesOf(pending), 0) < mostBytes
  }

  add(page: number): PendingPage {
    const times = { begun: 0, came: 0 }
    const counts = { unreadable: 0, errors: 0 }
    const pending: PendingPage = {
      page,
      state: 'waiting',
      answer: null,
      isPeeked: false,
      call: null,
      ...counts,
      ...times
    }
    this.#pages.push(pending)
    return pending
  }

  /** The first page that is to be requested. */
  waiting(): PendingPage | null {
    return this.#pages.find(({ state }) => state === 'waiting') ?? null
  }

  /** Marks a page as requested; the signal ends its request. */
  begin(pending: PendingPage): AbortSignal {
    pending.state = 'requested'
    pending.call = new AbortController()
    return pending.call.signal
  }

  arrived(pending: PendingPage, answer: RawAnswer, begun: number, came: number): void {
    Object.assign(pending, { state: 'arrived', answer, begun, came, isPeeked: false })
  }

  retry(pending: PendingPage, begun: number): void {
    Object.assign(pending, { state: 'waiting', answer: null, begun, isPeeked: false })
  }

  skip(pending: PendingPage): void {
    Object.assign(pending, { state: 'skipped', answer: null })
  }

  remove(pending: PendingPage): void {
    this.#pages = this.#pages.filter((other) => other !== pending)
  }

  /** Takes out the first page if it is skipped. */
  takeSkipped(): PendingPage | null {
    const [first] = this.#pages
    if (first?.state !== 'skipped') return null
    this.#pages = this.#pages.slice(1)
    return first
  }

  /** The pages that can be committed now: from the first one on, as far as they arrived, within `most` and a bound of bytes. */
  ready(most: number): PendingPage[] {
    let bytes = 0
    const end = this.#pages.findIndex((pending, index) => {
      bytes += bytesOf(pending)
      return pending.state !== 'arrived' || index === most || (index > 0 && bytes > mostBytesInBatch)
    })
    return this.#pages.slice(0, end < 0 ? this.#pages.length : end)
  }

  isRequesting(): boolean {
    return this.#pages.some(({ state }) => state === 'requested')
  }

  committing(): PendingPage[] {
    return this.#pages.filter(({ state }) => state === 'committing')
  }

  /** Ends the requests in flight; their pages are requested again. */
  abortRequests(): void {
    for (const { state, call } of this.#pages) if (state === 'requested') call?.abort()
  }

  /** Drops a page and all behind it. */
  dropFrom(pending: PendingPage): void {
    const at = this.#pages.indexOf(pending)
    for (const { call } of this.#pages.slice(at)) call?.abort()
    this.#pages = this.#pages.slice(0, at)
  }

  /** Ends all requests and drops all pages except those that are being committed. */
  drop(): void {
    for (const { call } of this.#pages) call?.abort()
    this.#pages = this.committing()
  }
}

function bytesOf({ answer }: PendingPage): number {
  return answer?.bytes.byteLength ?? 0
}
