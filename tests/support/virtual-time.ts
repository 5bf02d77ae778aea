import { setImmediate as settle } from 'node:timers/promises'
import type { SyncTime } from '../../electron/sync/run-context'

interface Sleeper {
  at: number
  wake: () => void
}

/** A clock that stands still until everybody waits, and then goes to what comes next: hours pass in milliseconds. */
export class VirtualTime implements SyncTime {
  /** ms that pass with each look at the clock. Where some do, waits are in whole ms, and may end too early, as Node's do. */
  tick = 0
  readonly #sleepers = new Set<Sleeper>()
  readonly #random: () => number
  #elapsed = 0
  #offset = Date.parse('2026-03-02T09:00:00Z')

  constructor(random: () => number = () => 0.5) {
    this.#random = random
  }

  readonly now = (): number => Math.floor(this.#offset + this.#elapsed)
  readonly elapsed = (): number => (this.#elapsed += this.tick)
  readonly random = (): number => this.#random()

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const wait = this.tick === 0 ? Math.max(0, ms) : Math.max(1, Math.trunc(ms))
      const sleeper = { at: this.#elapsed + wait, wake: resolve }
      const abort = (): void => {
        this.#sleepers.delete(sleeper)
        reject(new Error('aborted'))
      }
      if (signal?.aborted) {
        abort()
        return
      }
      this.#sleepers.add(sleeper)
      signal?.addEventListener('abort', abort, { once: true })
    })

  /** The clock on the wall is put forward or back. */
  jump(ms: number): void {
    this.#offset += ms
  }

  /** Lets time pass until the condition holds; false when it does not within so many ms. */
  async until(condition: () => boolean, ms = 2 * 24 * 3_600_000): Promise<boolean> {
    const end = this.#elapsed + ms
    for (;;) {
      await this.#settled()
      if (condition()) return true
      const next = [...this.#sleepers].reduce<Sleeper | null>(
        (first, one) => (first === null || one.at < first.at ? one : first),
        null
      )
      if (next === null || next.at > end) {
        this.#elapsed = end
        return false
      }
      this.#elapsed = Math.max(this.#elapsed, next.at)
      this.#sleepers.delete(next)
      next.wake()
    }
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    await this.until(() => false, ms)
  }

  async #settled(): Promise<void> {
    // Twice: what one turn of the event loop began may answer in the next.
    await settle()
    await settle()
  }
}
