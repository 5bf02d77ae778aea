import type { PageRequest, RawAnswer } from '../../api/types'
import type { RunPermit } from '../../async/semaphore'
import type { BatchReport, PageReport } from '../../catalog/types'
import { fail, type Failure, ok, type Result } from '../../contract/failure'
import type { RunControl, SyncTime } from '../run-context'
import { type PageDecision, PageFailures } from './failure-policy'
import { mostInBatch, type PageSlot, PageWindow } from './page-window'
import type { Backoff, StoreAccess } from './store-access'

/** Pages that are gathered for a commit, and for how long the first of them waits at most before the next page comes, in ms. */
const gathered = 8
const patience = 250

/**
 * Reads pages: several at once, as the store's access allows, and commits them in the order in which they were asked for. Waits
 * out what passes. Fails with what does not, and with `cancelled` when the run is to end.
 */
export async function readPages(reader: Reader, source: PageSource): Promise<Read> {
  const reading = new Reading(reader, source)
  return reading.run()
}

class Reading {
  readonly #reader: Reader
  readonly #source: PageSource
  readonly #failures: PageFailures
  readonly #window = new PageWindow()
  #outcome: Read | null = null
  #writing = false
  #isAtEnd = false
  #lostBatches = 0
  #held: number | null = null
  #bug: Error | null = null
  /** Pages that are committed at once: fewer after one could not be read, since those behind it are lost with it. */
  #batch = mostInBatch

  constructor(reader: Reader, source: PageSource) {
    this.#reader = reader
    this.#source = source
    this.#failures = new PageFailures(reader.proven, reader.mostErrors)
  }

  async run(): Promise<Read> {
    const { control, permit, access, time } = this.#reader
    for (;;) {
      // Whoever rings from here on is heard below, before waiting.
      const heard = control.notifier.next()
      // Once a round: where it is over between two looks, nothing would be asked and nobody would wake us.
      const backoff = access.backoff()
      if (control.signal.aborted) this.#outcome ??= fail('cancelled')
      if (this.#outcome || this.#bug) this.#window.drop()
      else this.#step(backoff)
      if (this.#bug) throw this.#bug
      if (!this.#writing && this.#outcome) return this.#outcome
      this.#reader.changed()
      if (control.held || backoff?.isLong === true) permit.release()
      if (backoff && !control.held) await this.#until(heard, backoff.ms, time)
      else await heard
    }
  }

  /** Waits for the notifier, but no longer than the back-off lasts. */
  async #until(heard: Promise<void>, ms: number, { sleep }: SyncTime): Promise<void> {
    const ended = new AbortController()
    const slept = sleep(ms, ended.signal).catch(() => undefined)
    await Promise.race([heard, slept])
    ended.abort()
  }

  #step(backoff: Backoff | null): void {
    const { control, access, permit } = this.#reader
    if (control.suspended) this.#window.recall()
    // Also while nothing can be asked: the run keeps its permit as long as it works on what came.
    if (!control.held && backoff?.isLong !== true) permit.acquire()
    if (!this.#writing) this.#write()
    while (!this.#outcome && !control.held && backoff === null && access.isOpen()) {
      const slot = this.#window.waiting() ?? this.#extend()
      if (slot === null || !permit.isHeld()) break
      this.#follow(this.#ask(slot))
    }
    if (!this.#writing && this.#window.isEmpty() && this.#extendable() === null) this.#outcome ??= ok(null)
  }

  /** The next page of the source, kept until there is room for it. */
  #extendable(): number | null {
    if (this.#isAtEnd) return null
    this.#held ??= this.#source.next()
    return this.#held
  }

  #extend(): PageSlot | null {
    if (!this.#window.hasRoom(this.#source.ahead?.())) return null
    const page = this.#extendable()
    this.#held = null
    return page === null ? null : this.#window.add(page)
  }

  async #ask(slot: PageSlot): Promise<void> {
    const { access, time, request, control } = this.#reader
    const signal = this.#window.begin(slot)
    const begun = time.elapsed()
    const { ready } = this.#reader
    if (ready?.page === slot.page) {
      this.#reader.ready = null
      this.#window.here(slot, ready, begun, begun)
      control.notifier.notify()
      return
    }
    const asked = { ...request(slot.page), signal }
    const first = this.#failures.isDoubtful(slot) ? await access.ask({ ...asked, page: 1 }) : null
    const answer = first?.ok === false ? first : await access.ask(asked)
    if (signal.aborted || (!answer.ok && answer.failure.code === 'cancelled')) this.#window.again(slot, begun)
    else if (answer.ok) this.#window.here(slot, answer.value, begun, time.elapsed())
    else if (first?.ok === true) this.#failed(slot, this.#failures.ofItsOwn(slot, answer.failure))
    else this.#failed(slot, this.#failures.of(slot, answer.failure))
    control.notifier.notify()
  }

  /** What goes on beside the loop throws for bugs alone; they are the loop's. */
  #follow(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#bug = error instanceof Error ? error : new Error(String(error))
      this.#reader.control.notifier.notify()
    })
  }

  /** What becomes of a page that did not come, or could not be read. */
  #failed(slot: PageSlot, decision: PageDecision): void {
    if (decision === 'again') this.#window.again(slot, slot.begun)
    else if (decision === 'empty') {
      const { limit, time } = this.#reader
      this.#window.here(slot, emptyPage(limit, slot.page), slot.begun, time.elapsed())
    } else if (decision === 'skip') this.#window.skip(slot)
    else this.#outcome ??= decision.outcome
  }

  /** Commits what is contiguous from the first page on. */
  #write(): void {
    for (let slot = this.#window.takeSkipped(); slot; slot = this.#window.takeSkipped()) {
      this.#source.skipped(slot.page)
    }
    const ready = this.#window.ready(this.#batch)
    if (this.#isWorthWaiting(ready)) return
    const batch: RawAnswer[] = []
    for (const slot of ready) {
      const seen = this.#look(slot)
      if (seen !== 'commit') break
      if (slot.answer) batch.push(slot.answer)
      slot.state = 'writing'
    }
    if (batch.length > 0 && !this.#outcome) this.#follow(this.#commit(batch))
  }

  /** A commit costs as much as several pages: a few are gathered, as long as more come soon. */
  #isWorthWaiting(ready: PageSlot[]): boolean {
    const [first] = ready
    if (first === undefined || ready.length >= Math.min(gathered, this.#batch)) return false
    return this.#window.isAsking() && this.#reader.time.elapsed() - first.came < patience
  }

  #look(slot: PageSlot): 'commit' | 'end' | 'again' {
    if (slot.isSeen || slot.answer === null) return 'commit'
    const seen = this.#source.peek?.(slot.answer) ?? 'commit'
    if (seen === 'commit') slot.isSeen = true
    else if (seen === 'end') {
      this.#isAtEnd = true
      this.#window.dropFrom(slot)
    } else {
      this.#reader.access.note(seen, slot.begun)
      this.#failed(slot, this.#failures.of(slot, seen))
      this.#reader.control.notifier.notify()
      return 'again'
    }
    return seen
  }

  async #commit(batch: RawAnswer[]): Promise<void> {
    this.#writing = true
    const { commit, control, access } = this.#reader
    const result = await commit(batch)
    this.#writing = false
    const written = this.#window.writing()
    if (!result.ok) {
      // A worker that died is there again (89): what it had is asked for once more.
      if (result.failure.code !== 'internal' || ++this.#lostBatches > 2) this.#outcome ??= result
      for (const slot of written) this.#window.again(slot, slot.begun)
      control.notifier.notify()
      return
    }
    const { pages, failed } = result.value
    this.#batch = failed ? 1 : Math.min(mostInBatch, 2 * this.#batch)
    for (const slot of written) {
      const report = pages.find(({ page }) => page === slot.page)
      if (report) {
        this.#window.remove(slot)
        this.#failures.took()
        this.#source.took(report)
      } else if (failed?.page === slot.page) {
        access.note(failed.failure, slot.begun)
        this.#failed(slot, this.#failures.of(slot, failed.failure))
      } else this.#window.again(slot, slot.begun)
    }
    control.notifier.notify()
  }
}

/** What a store would answer that says "there is no such page" in the way we know. */
export function emptyPage(limit: number, page: number): RawAnswer {
  const bytes = new TextEncoder().encode('{"data":{"items":[]}}')
  return { page, limit, url: 'http://localhost/', status: 200, contentType: 'application/json', bytes }
}

/** Which pages are to be read, and what is made of them. */
export interface PageSource {
  /** The next page, 1-based; null when there is none, which is asked again after each report. */
  next(): number | null
  /** How many pages may be read before the first of them is committed; as many as can be held when not given. */
  ahead?(): number
  /**
   * Looks at an answer before it is committed, when all pages before it were: `end` leaves it and all after it out,
   * `again` asks for it again.
   */
  peek?(answer: RawAnswer): 'commit' | 'end' | Failure
  /** A page was committed. */
  took(report: PageReport): void
  /** A page could not be read, and is left out. */
  skipped(page: number): void
}

export interface Reader {
  access: StoreAccess
  control: RunControl
  permit: RunPermit
  time: SyncTime
  limit: number
  /** A page of this size was given before. */
  proven: () => boolean
  /** So many errors of the store for one page are taken for its size; never when not given. */
  mostErrors?: number
  request: (page: number) => PageRequest
  commit: (answers: RawAnswer[]) => Promise<Result<BatchReport>>
  /** Something may be to be shown. */
  changed: () => void
  /** Pages that came before their time. */
  ready?: RawAnswer | null
}

/** null: all was read. Else the store does not give pages of this size. */
export type Read = Result<{ tooLarge: Failure } | null>
