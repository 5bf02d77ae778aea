import type { RawAnswer } from '../../api/types'
import type { Failure } from '../../contract/failure'

/** A page that was asked for and is not committed yet. */
export interface PageSlot {
  page: number
  state: 'waiting' | 'asked' | 'here' | 'writing' | 'skipped'
  answer: RawAnswer | null
  /** It was looked at before being committed. */
  isSeen: boolean
  /** How often its answer could not be read, and how often the store had an error. */
  faults: number
  errors: number
  because: Failure | null
  /** `elapsed` when it was asked for, and when it came. */
  begun: number
  came: number
  call: AbortController | null
}

/** Pages held at most, and their bytes: what came before its turn is kept, but not without end. */
const mostPages = 120
const mostBytes = 8 * 1024 * 1024
/**
 * Pages that are committed at once, and their bytes: a transaction of more holds up the writer for longer than it saves. A
 * million products came a tenth faster with 40 pages of 100 than with 25, and with 60 as fast.
 */
export const mostInBatch = 40
const mostBytesInBatch = 4 * 1024 * 1024

/** The pages under way, in the order in which they are to be committed, whatever order they come in. */
export class PageWindow {
  #window: PageSlot[] = []

  isEmpty(): boolean {
    return this.#window.length === 0
  }

  /** Whether another page may be asked for, when no more than `most` are to be held. */
  hasRoom(most = mostPages): boolean {
    if (this.#window.length >= Math.min(most, mostPages)) return false
    return this.#window.reduce((sum, slot) => sum + bytesOf(slot), 0) < mostBytes
  }

  add(page: number): PageSlot {
    const fresh = {
      answer: null,
      isSeen: false,
      faults: 0,
      errors: 0,
      because: null,
      begun: 0,
      came: 0,
      call: null
    }
    const slot: PageSlot = { page, state: 'waiting', ...fresh }
    this.#window.push(slot)
    return slot
  }

  /** The first page that is to be asked for. */
  waiting(): PageSlot | null {
    return this.#window.find(({ state }) => state === 'waiting') ?? null
  }

  /** Marks a page as asked for; the signal ends the question. */
  begin(slot: PageSlot): AbortSignal {
    slot.state = 'asked'
    slot.call = new AbortController()
    return slot.call.signal
  }

  here(slot: PageSlot, answer: RawAnswer, begun: number, came: number): void {
    Object.assign(slot, { state: 'here', answer, begun, came, isSeen: false })
  }

  again(slot: PageSlot, begun: number): void {
    Object.assign(slot, { state: 'waiting', answer: null, begun, isSeen: false })
  }

  skip(slot: PageSlot): void {
    Object.assign(slot, { state: 'skipped', answer: null })
  }

  remove(slot: PageSlot): void {
    this.#window = this.#window.filter((other) => other !== slot)
  }

  /** Takes out the first page if it is to be left out. */
  takeSkipped(): PageSlot | null {
    const [first] = this.#window
    if (first?.state !== 'skipped') return null
    this.#window = this.#window.slice(1)
    return first
  }

  /** Those that can be committed now, in order: up to the first that is not here, at most so many, and not too large together. */
  ready(most: number): PageSlot[] {
    let bytes = 0
    const end = this.#window.findIndex((slot, index) => {
      bytes += bytesOf(slot)
      return slot.state !== 'here' || index === most || (index > 0 && bytes > mostBytesInBatch)
    })
    return this.#window.slice(0, end < 0 ? this.#window.length : end)
  }

  /** Whether a page is on its way. */
  isAsking(): boolean {
    return this.#window.some(({ state }) => state === 'asked')
  }

  writing(): PageSlot[] {
    return this.#window.filter(({ state }) => state === 'writing')
  }

  /** Ends the questions that are under way; their pages are asked for again. */
  recall(): void {
    for (const slot of this.#window) if (slot.state === 'asked') slot.call?.abort()
  }

  dropFrom(slot: PageSlot): void {
    const at = this.#window.indexOf(slot)
    for (const { call } of this.#window.slice(at)) call?.abort()
    this.#window = this.#window.slice(0, at)
  }

  /** Ends all questions, and forgets all pages but those that are being written. */
  drop(): void {
    for (const { call } of this.#window) call?.abort()
    this.#window = this.writing()
  }
}

function bytesOf({ answer }: PageSlot): number {
  return answer?.bytes.byteLength ?? 0
}
