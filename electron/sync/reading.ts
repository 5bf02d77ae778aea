import type { PageRequest, RawAnswer } from '../api/types'
import type { BatchReport, PageReport } from '../catalog/types'
import { fail, ok, type Failure, type Result } from '../contract/failure'
import type { Control } from './control'
import type { SyncTime } from './deps'
import type { Line } from './line'
import { mostInBatch, Slots, type Slot } from './slots'
import type { Turn } from './turns'
import { verdictOn } from './verdict'

/** Which pages are to be read, and what is made of them. */
export interface PageSource {
  /** The next page, 1-based; null when there is none, which is asked again after each report. */
  next(): number | null
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
  line: Line
  control: Control
  turn: Turn
  time: SyncTime
  limit: number
  /** A page of this size was given before. */
  proven: () => boolean
  request: (page: number) => PageRequest
  commit: (answers: RawAnswer[]) => Promise<Result<BatchReport>>
  /** Something may be to be shown. */
  changed: () => void
  /** Pages that came before their time. */
  ready?: RawAnswer | null
}

/** null: all was read. Else the store does not give pages of this size. */
export type Read = Result<{ tooLarge: Failure } | null>

/** A page that cannot be read is tried so often; more of them in a row than that and the store is not what we think. */
const tries = 3
const skippedInRow = 3
const skippedInAll = 20
/** After so many errors of the store for one page another one is tried, to see whether it is the page's own. */
const errorsOfPage = 4

/**
 * Reads pages: several at once, as the line allows, and commits them in the order in which they were asked for. Waits
 * out what passes. Fails with what does not, and with `cancelled` when the run is to end.
 */
export async function readPages(reader: Reader, source: PageSource): Promise<Read> {
  const reading = new Reading(reader, source)
  return reading.run()
}

class Reading {
  readonly #reader: Reader
  readonly #source: PageSource
  readonly #slots = new Slots()
  #outcome: Read | null = null
  #writing = false
  #isAtEnd = false
  #skipped = 0
  #skippedInRow = 0
  #lostBatches = 0
  #held: number | null = null
  #bug: Error | null = null
  /** Pages that are committed at once: fewer after one could not be read, since those behind it are lost with it. */
  #batch = mostInBatch
  /** For pages after that one the store gives an earlier one. */
  #lastGiven = Infinity

  constructor(reader: Reader, source: PageSource) {
    this.#reader = reader
    this.#source = source
  }

  async run(): Promise<Read> {
    const { control, turn, line, time } = this.#reader
    for (;;) {
      // Whoever rings from here on is heard below, before waiting.
      const heard = control.bell.heard()
      if (control.signal.aborted) this.#outcome ??= fail('cancelled')
      if (this.#outcome) this.#slots.drop()
      else this.#step()
      if (this.#bug) throw this.#bug
      if (!this.#writing && this.#outcome) return this.#outcome
      this.#reader.changed()
      const rest = line.rest()
      if (control.held || rest?.isLong === true) turn.leave()
      if (rest && !control.held) await this.#until(heard, rest.ms, time)
      else await heard
    }
  }

  /** Waits for the bell, but no longer than the line rests. */
  async #until(heard: Promise<void>, ms: number, { sleep }: SyncTime): Promise<void> {
    const ended = new AbortController()
    const slept = sleep(ms, ended.signal).catch(() => undefined)
    await Promise.race([heard, slept])
    ended.abort()
  }

  #step(): void {
    const { control, line, turn } = this.#reader
    if (control.suspended) this.#slots.recall()
    if (!this.#writing) this.#write()
    while (!this.#outcome && !control.held && line.isOpen()) {
      const slot = this.#slots.waiting() ?? this.#extend()
      if (slot === null) break
      turn.want()
      if (!turn.has()) break
      this.#follow(this.#ask(slot))
    }
    if (!this.#writing && this.#slots.isEmpty() && this.#extendable() === null) this.#outcome ??= ok(null)
  }

  /** The next page of the source, kept until there is room for it. */
  #extendable(): number | null {
    if (this.#isAtEnd) return null
    this.#held ??= this.#source.next()
    return this.#held
  }

  #extend(): Slot | null {
    if (!this.#slots.hasRoom()) return null
    const page = this.#extendable()
    this.#held = null
    return page === null ? null : this.#slots.add(page)
  }

  async #ask(slot: Slot): Promise<void> {
    const { line, time, request, control } = this.#reader
    const signal = this.#slots.begin(slot)
    const begun = time.elapsed()
    const { ready } = this.#reader
    if (ready?.page === slot.page) {
      this.#reader.ready = null
      this.#slots.here(slot, ready, begun)
      control.bell.ring()
      return
    }
    const asked = { ...request(slot.page), signal }
    const isDoubtful = slot.errors >= errorsOfPage && slot.page > 1
    const first = isDoubtful ? await line.ask({ ...asked, page: 1 }) : null
    const answer = first?.ok === false ? first : await line.ask(asked)
    if (signal.aborted || (!answer.ok && answer.failure.code === 'cancelled')) this.#slots.again(slot, begun)
    else if (answer.ok) this.#slots.here(slot, answer.value, begun)
    else if (first?.ok === true && isError(answer.failure)) this.#skip(slot, answer.failure)
    else this.#judge(slot, answer.failure)
    control.bell.ring()
  }

  /** What goes on beside the loop throws for bugs alone; they are the loop's. */
  #follow(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#bug = error instanceof Error ? error : new Error(String(error))
      this.#reader.control.bell.ring()
    })
  }

  /** What becomes of a page that did not come, or could not be read. */
  #judge(slot: Slot, failure: Failure): void {
    const verdict = verdictOn(failure, slot.page, this.#reader.proven())
    slot.because = failure
    if (verdict === 'ends') this.#outcome ??= { ok: false, failure }
    else if (verdict === 'smaller') this.#outcome ??= ok({ tooLarge: failure })
    else if (verdict === 'nothing')
      this.#slots.here(slot, emptyPage(this.#reader.limit, slot.page), slot.begun)
    else if (verdict === 'later') {
      if (isError(failure)) slot.errors++
      this.#slots.again(slot, slot.begun)
    } else if (++slot.faults < tries && slot.page <= this.#lastGiven) this.#slots.again(slot, slot.begun)
    else if (isClamped(failure, slot.page)) {
      this.#lastGiven = Math.min(this.#lastGiven, slot.page)
      this.#slots.here(slot, emptyPage(this.#reader.limit, slot.page), slot.begun)
    } else this.#skip(slot, failure)
  }

  #skip(slot: Slot, failure: Failure | null): void {
    this.#skipped++
    this.#skippedInRow++
    const isTooMuch = this.#skippedInRow >= skippedInRow || this.#skipped > skippedInAll
    if (failure && (slot.page === 1 || isTooMuch)) this.#outcome ??= { ok: false, failure }
    this.#slots.skip(slot)
  }

  /** Commits what is contiguous from the first page on. */
  #write(): void {
    for (let slot = this.#slots.takeSkipped(); slot; slot = this.#slots.takeSkipped()) {
      this.#source.skipped(slot.page)
    }
    const batch: RawAnswer[] = []
    for (const slot of this.#slots.ready(this.#batch)) {
      const seen = this.#look(slot)
      if (seen !== 'commit') break
      if (slot.answer) batch.push(slot.answer)
      slot.state = 'writing'
    }
    if (batch.length > 0 && !this.#outcome) this.#follow(this.#commit(batch))
  }

  #look(slot: Slot): 'commit' | 'end' | 'again' {
    if (slot.isSeen || slot.answer === null) return 'commit'
    const seen = this.#source.peek?.(slot.answer) ?? 'commit'
    if (seen === 'commit') slot.isSeen = true
    else if (seen === 'end') {
      this.#isAtEnd = true
      this.#slots.dropFrom(slot)
    } else {
      this.#reader.line.note(seen, slot.begun)
      this.#judge(slot, seen)
      this.#reader.control.bell.ring()
      return 'again'
    }
    return seen
  }

  async #commit(batch: RawAnswer[]): Promise<void> {
    this.#writing = true
    const { commit, control, line } = this.#reader
    const result = await commit(batch)
    this.#writing = false
    const written = this.#slots.writing()
    if (!result.ok) {
      // A worker that died is there again (89): what it had is asked for once more.
      if (result.failure.code !== 'internal' || ++this.#lostBatches > 2) this.#outcome ??= result
      for (const slot of written) this.#slots.again(slot, slot.begun)
      control.bell.ring()
      return
    }
    const { pages, failed } = result.value
    this.#batch = failed ? 1 : Math.min(mostInBatch, 2 * this.#batch)
    for (const slot of written) {
      const report = pages.find(({ page }) => page === slot.page)
      if (report) {
        this.#slots.remove(slot)
        this.#skippedInRow = 0
        this.#source.took(report)
      } else if (failed?.page === slot.page) {
        line.note(failed.failure, slot.begun)
        this.#judge(slot, failed.failure)
      } else this.#slots.again(slot, slot.begun)
    }
    control.bell.ring()
  }
}

/** Whether it may be this page alone that the store has trouble with. */
function isError({ code }: Failure): boolean {
  return code === 'server-error' || code === 'timeout' || code === 'connection-lost'
}

/** The store gives one of the pages before it, and says so: it has no page of this number, at least now. */
function isClamped({ code, facts }: Failure, page: number): boolean {
  return code === 'wrong-page' && facts.page !== undefined && facts.page < page
}

/** What a store would answer that says "there is no such page" in the way we know. */
export function emptyPage(limit: number, page: number): RawAnswer {
  const bytes = new TextEncoder().encode('{"data":{"items":[]}}')
  return { page, limit, url: 'http://localhost/', status: 200, contentType: 'application/json', bytes }
}
