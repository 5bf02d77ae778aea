import type { Product, ProductPage, SetAsideItem } from '../../../electron/contract/product'

/** The item at a position of a list; null if the catalog does not know it yet. */
export type Slot = Product | SetAsideItem | null

/** Whether it is a product, not an unreadable item. */
export function isProduct(slot: Slot | undefined): slot is Product {
  return slot !== null && slot !== undefined && 'flags' in slot
}

/** The positions of the store's own list: each item at its position, those without one in the gaps. */
function byPosition(page: ProductPage): Slot[] {
  const before = (page.page - 1) * page.pageSize
  const slots: Slot[] = []
  const rest: Product[] = []
  const put = (slot: Product | SetAsideItem, position: number | null): boolean => {
    const at = position === null ? -1 : position - before - 1
    if (at < 0 || at >= page.pageSize || slots[at]) return false
    slots[at] = slot
    return true
  }
  for (const item of page.setAside) put(item, item.position)
  for (const item of page.items) if (!put(item, item.position)) rest.push(item)
  for (let at = 0; rest.length > 0 && at < page.pageSize; at += 1) slots[at] ??= rest.shift() ?? null
  return Array.from(slots, (slot) => slot ?? null)
}

/**
 * The items of a page by position, in order. In the store's own list (`whole`) unreadable items stand among the products; elsewhere there
 * are only products, or only unreadable items.
 */
export function slotsOf(page: ProductPage, whole: boolean): readonly Slot[] {
  return whole ? byPosition(page) : [...page.items, ...page.setAside]
}

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
