import type { ProductPage } from '../../../electron/contract/product'
import type { Slot } from './block-slots'

/** A stretch of a list, as it was read. */
export interface Block {
  page: ProductPage
  slots: readonly Slot[]
  /** The catalog has changed since: it is shown until it is read again. */
  stale: boolean
}

/** The blocks of a list that were looked at last, by number from 0; the one that was not for the longest time goes first. */
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

  /** Counts as a look at it. */
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

  /** Whether a block is there and as the catalog has it now. */
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
