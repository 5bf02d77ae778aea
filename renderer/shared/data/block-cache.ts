import type { ProductPage } from '../../../electron/contract/product'
import type { Slot } from './block-slots'

/** A block of a list, as it was read. */
export interface Block {
  page: ProductPage
  slots: readonly Slot[]
  /** The catalog has changed since: it is shown until it is reloaded. */
  stale: boolean
}

/** The most recently used blocks of a list, by number from 0; the least recently used one is evicted first. */
export class BlockCache {
  readonly #blocks = new Map<number, Block>()
  readonly #most: number

  /** @param most blocks that are kept */
  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#blocks.size
  }

  get(number: number): Block | undefined {
    return this.#blocks.get(number)
  }

  /** Counts as a use. */
  touch(number: number): void {
    const block = this.#blocks.get(number)
    if (!block) return
    this.#blocks.delete(number)
    this.#blocks.set(number, block)
  }

  set(number: number, block: Block): void {
    this.#blocks.delete(number)
    this.#blocks.set(number, block)
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= this.#most) return
      this.#blocks.delete(oldest)
    }
  }

  /** Whether a block is cached and up to date. */
  isFresh(number: number): boolean {
    return this.#blocks.get(number)?.stale === false
  }

  markStale(): void {
    for (const block of this.#blocks.values()) block.stale = true
  }

  clear(): void {
    this.#blocks.clear()
  }
}
