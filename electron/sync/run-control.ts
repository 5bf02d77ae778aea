import { createNotifier, type Notifier } from '../async/notifier'

/** What a person, or the computer, wants of a run. The run looks at it whenever the notifier rings. */
export class RunControl {
  readonly notifier: Notifier = createNotifier()
  readonly #ended = new AbortController()
  #paused = false
  #suspended = false
  #end: 'stopped' | 'closed' | null = null
  #answer: boolean | null = null

  /** Aborted when the run is to end. */
  get signal(): AbortSignal {
    return this.#ended.signal
  }

  get paused(): boolean {
    return this.#paused
  }

  /** The person paused it, or the computer sleeps: nothing is asked. */
  get held(): boolean {
    return this.#paused || this.#suspended
  }

  /** `stopped` by the person; `closed`: it goes on another time. */
  get end(): 'stopped' | 'closed' | null {
    return this.#end
  }

  pause(paused: boolean): void {
    this.#paused = paused
    this.notifier.notify()
  }

  suspend(suspended: boolean): void {
    this.#suspended = suspended
    this.notifier.notify()
  }

  get suspended(): boolean {
    return this.#suspended
  }

  finish(end: 'stopped' | 'closed'): void {
    this.#end ??= end
    this.#ended.abort()
    this.notifier.notify()
  }

  answer(accept: boolean): void {
    this.#answer = accept
    this.notifier.notify()
  }

  /** The person's answer about a sudden drop, once; null while there is none. */
  takeAnswer(): boolean | null {
    const answer = this.#answer
    this.#answer = null
    return answer
  }
}
