import type { PageRequest, RawAnswer } from '../../api/types'
import { sleepUntil } from '../../async/notifier'
import type { Permit } from '../../async/locks'
import type { BatchReport, PageReport } from '../../catalog/types'
import { fail, ok, type Failure, type Result } from '../../contract/failure'
import type { RunControl, SyncTime } from '../run-context'
import { PageFailurePolicy, type PageDecision } from './failure-policy'
import { mostInBatch, PageWindow, type PendingPage } from './page-window'
import type { Backoff, StoreAccess } from './store-access'

/** Which pages to read, and what becomes of them. */
export interface PageSource {
  /** The next page, 1-based; null: none now. Asked again after each report. */
  next(): number | null
  /** How many pages may be read before the first of them is committed; by default as many as fit into the window. */
  ahead?(): number
  /**
   * Looks at an answer before it is committed, once all pages before it are. `end` discards it and all behind it; a failure requests it
   * again.
   */
  peek?(answer: RawAnswer): 'commit' | 'end' | Failure
  onCommitted(report: PageReport): void
  /** A page could not be read, and is left out. */
  onSkipped(page: number): void
}

/** What reading needs from the run. */
export interface PageReader {
  access: StoreAccess
  control: RunControl
  permit: Permit
  time: SyncTime
  limit: number
  /** Whether the store has given a page of this size. */
  isSizeProven: () => boolean
  /** So many errors for one page are blamed on its size; by default none are. */
  mostErrors?: number
  request: (page: number) => PageRequest
  commit: (answers: RawAnswer[]) => Promise<Result<BatchReport>>
  /** Something that is shown may have changed. */
  changed: () => void
  /** A page that was read already. */
  ready?: RawAnswer | null
}

/** null: all was read. Otherwise the store gives no pages of this size. */
export type PagesRead = Result<{ tooLarge: Failure } | null>

/** So many pages are gathered for a commit; for at most `patience` ms after the first of them came. */
const gathered = 8
const patience = 250

/**
 * Reads pages, several at once as the store's access allows, and commits them in the order in which they were requested. Waits out what
 * passes. Fails with what does not, and with `cancelled` when the run is to end.
 */
export function readPages(reader: PageReader, source: PageSource): Promise<PagesRead> {
  return new PagePipeline(reader, source).run()
}

class PagePipeline {
  readonly #reader: PageReader
  readonly #source: PageSource
  readonly #policy: PageFailurePolicy
  readonly #window = new PageWindow()
  #outcome: PagesRead | null = null
  #isCommitting = false
  #isAtEnd = false
  #lostBatches = 0
  /** The source's next page, until there is room for it. */
  #upcoming: number | null = null
  #bug: Error | null = null
  /** Pages to commit at once: fewer after one could not be read, since those behind it are lost with it. */
  #batchSize = mostInBatch

  constructor(reader: PageReader, source: PageSource) {
    this.#reader = reader
    this.#source = source
    this.#policy = new PageFailurePolicy(reader.isSizeProven, reader.mostErrors)
  }

  async run(): Promise<PagesRead> {
    const { control, permit, access, time } = this.#reader
    for (;;) {
      // Notifications from here on end the wait below.
      const notified = control.notifier.next()
      // Once a round: if it ended between two looks, nothing would be requested and nobody would wake the loop.
      const backoff = access.backoff()
      if (control.signal.aborted) this.#outcome ??= fail('cancelled')
      if (this.#outcome || this.#bug) this.#window.drop()
      else this.#step(backoff)
      if (this.#bug) throw this.#bug
      if (!this.#isCommitting && this.#outcome) return this.#outcome
      this.#reader.changed()
      if (control.held || backoff?.isLong === true) permit.release()
      if (backoff && !control.held) await sleepUntil(notified, backoff.ms, time.sleep)
      else await notified
    }
  }

  #step(backoff: Backoff | null): void {
    const { control, access, permit } = this.#reader
    if (control.suspended) this.#window.abortRequests()
    // Also while nothing may be requested: the run keeps its permit as long as it works on what came.
    if (!control.held && backoff?.isLong !== true) permit.acquire()
    if (!this.#isCommitting) this.#commitReady()
    while (!this.#outcome && !control.held && backoff === null && access.isOpen()) {
      const pending = this.#window.waiting() ?? this.#extend()
      if (pending === null || !permit.isHeld()) break
      this.#inBackground(this.#request(pending))
    }
    const isDone = !this.#isCommitting && this.#window.isEmpty() && this.#peekNext() === null
    if (isDone) this.#outcome ??= ok(null)
  }

  #peekNext(): number | null {
    if (this.#isAtEnd) return null
    this.#upcoming ??= this.#source.next()
    return this.#upcoming
  }

  #extend(): PendingPage | null {
    if (!this.#window.hasRoom(this.#source.ahead?.())) return null
    const page = this.#peekNext()
    this.#upcoming = null
    return page === null ? null : this.#window.add(page)
  }

  async #request(pending: PendingPage): Promise<void> {
    const { access, time, request, control, ready } = this.#reader
    const signal = this.#window.begin(pending)
    const begun = time.elapsed()
    if (ready?.page === pending.page) {
      this.#reader.ready = null
      this.#window.arrived(pending, ready, begun, begun)
      control.notifier.notify()
      return
    }
    const wanted = { ...request(pending.page), signal }
    const other = this.#policy.isSuspicious(pending) ? await access.request({ ...wanted, page: 1 }) : null
    const answer = other?.ok === false ? other : await access.request(wanted)
    if (signal.aborted || (!answer.ok && answer.failure.code === 'cancelled'))
      this.#window.retry(pending, begun)
    else if (answer.ok) this.#window.arrived(pending, answer.value, begun, time.elapsed())
    else if (other?.ok === true) this.#apply(pending, this.#policy.decideAlone(pending, answer.failure))
    else this.#apply(pending, this.#policy.decide(pending, answer.failure))
    control.notifier.notify()
  }

  /** Only bugs throw here; they are thrown from the loop. */
  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#bug = error instanceof Error ? error : new Error(String(error))
      this.#reader.control.notifier.notify()
    })
  }

  #apply(pending: PendingPage, decision: PageDecision): void {
    if (decision === 'retry') this.#window.retry(pending, pending.begun)
    else if (decision === 'empty') {
      const { limit, time } = this.#reader
      this.#window.arrived(pending, emptyPage(limit, pending.page), pending.begun, time.elapsed())
    } else if (decision === 'skip') this.#window.skip(pending)
    else this.#outcome ??= decision.outcome
  }

  /** Commits what is contiguous from the first page on. */
  #commitReady(): void {
    for (let skipped = this.#window.takeSkipped(); skipped; skipped = this.#window.takeSkipped()) {
      this.#source.onSkipped(skipped.page)
    }
    const ready = this.#window.ready(this.#batchSize)
    if (this.#isWorthWaiting(ready)) return
    const batch: RawAnswer[] = []
    for (const pending of ready) {
      if (!this.#mayCommit(pending)) break
      if (pending.answer) batch.push(pending.answer)
      pending.state = 'committing'
    }
    if (batch.length > 0 && !this.#outcome) this.#inBackground(this.#commit(batch))
  }

  /** A commit costs as much as several pages: a few are gathered as long as more come soon. */
  #isWorthWaiting(ready: PendingPage[]): boolean {
    const [first] = ready
    if (first === undefined || ready.length >= Math.min(gathered, this.#batchSize)) return false
    return this.#window.isRequesting() && this.#reader.time.elapsed() - first.came < patience
  }

  #mayCommit(pending: PendingPage): boolean {
    if (pending.isPeeked || pending.answer === null) return true
    const seen = this.#source.peek?.(pending.answer) ?? 'commit'
    if (seen === 'commit') pending.isPeeked = true
    else if (seen === 'end') {
      this.#isAtEnd = true
      this.#window.dropFrom(pending)
    } else {
      this.#reader.access.recordFailure(seen, pending.begun)
      this.#apply(pending, this.#policy.decide(pending, seen))
      this.#reader.control.notifier.notify()
    }
    return seen === 'commit'
  }

  async #commit(batch: RawAnswer[]): Promise<void> {
    this.#isCommitting = true
    const { commit, control, access } = this.#reader
    const result = await commit(batch)
    this.#isCommitting = false
    const committed = this.#window.committing()
    if (!result.ok) {
      // A worker that died was restarted (fault 89): its pages are requested once more.
      if (result.failure.code !== 'internal' || ++this.#lostBatches > 2) this.#outcome ??= result
      for (const pending of committed) this.#window.retry(pending, pending.begun)
      control.notifier.notify()
      return
    }
    const { pages, failed } = result.value
    this.#batchSize = failed ? 1 : Math.min(mostInBatch, 2 * this.#batchSize)
    for (const pending of committed) {
      const report = pages.find(({ page }) => page === pending.page)
      if (report) {
        this.#window.remove(pending)
        this.#policy.onCommitted()
        this.#source.onCommitted(report)
      } else if (failed?.page === pending.page) {
        access.recordFailure(failed.failure, pending.begun)
        this.#apply(pending, this.#policy.decide(pending, failed.failure))
      } else this.#window.retry(pending, pending.begun)
    }
    control.notifier.notify()
  }
}

/** The answer of a store without such a page. */
export function emptyPage(limit: number, page: number): RawAnswer {
  const bytes = new TextEncoder().encode('{"data":{"items":[]}}')
  return { page, limit, url: 'http://localhost/', status: 200, contentType: 'application/json', bytes }
}
