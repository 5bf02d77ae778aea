import { release } from '../../bytes/buffers'

/** Slots in use at most, of all: beyond that finding one takes long. */
const fullest = 0.6

/**
 * Finds a product by its id while the copy is filled for the first time. An index of a million random ids would be written all
 * over with each batch and cost more than all else; so it is built once the list was read, and this stands in for it: some
 * sixteen bytes a product, from the ids that are in the database.
 */
export class IdTable {
  /**
   * Hash and key by turns, so that a slot is one place in memory. A key of 0 is a free slot; the next free slot after its own
   * takes one whose slot is taken.
   */
  #slots = new Uint32Array(1 << 17)
  #count = 0
  /** Kept, so that no compiler takes `warm` for idle. */
  #seen = 0
  /** So that nobody can make up ids that all fall into one slot. */
  readonly #seed = Math.floor(Math.random() * 0xffffffff)

  /** Makes room for so many ids at once. To grow step by step costs a third of what finding them does. */
  reserve(count: number): void {
    let length = this.#slots.length
    while ((2 * count) / length > fullest) length *= 2
    if (length > this.#slots.length) this.#grow(length)
  }

  add(id: string, key: number): void {
    this.reserve(this.#count + 1)
    this.#place(this.#hashOf(id), key)
    this.#count++
  }

  /**
   * Brings the slots of these ids into the processor's cache, many at once. Of a table that is larger than the cache each would
   * else be waited for by itself: a first fill of a million products took 5 % longer.
   */
  warm(ids: readonly string[]): void {
    const slots = this.#slots
    const last = slots.length - 1
    const hashes = ids.map((id) => this.#hashOf(id))
    let seen = 0
    for (const hash of hashes) seen |= slots[(hash << 1) & last] ?? 0
    this.#seen = seen
  }

  /** The first of the keys that may have the id which really does; null when none does. */
  find(id: string, has: (key: number) => boolean): number | null {
    const hash = this.#hashOf(id)
    const slots = this.#slots
    const last = slots.length - 1
    for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
      const key = slots[at + 1] ?? 0
      if (key === 0) return null
      if (slots[at] === hash && has(key)) return key
    }
  }

  #place(hash: number, key: number): void {
    const slots = this.#slots
    const last = slots.length - 1
    let at = (hash << 1) & last
    while (slots[at + 1] !== 0) at = (at + 2) & last
    slots[at] = hash
    slots[at + 1] = key
  }

  #grow(length: number): void {
    const before = this.#slots
    this.#slots = new Uint32Array(length)
    for (let at = 0; at < before.length; at += 2) {
      const key = before[at + 1] ?? 0
      if (key !== 0) this.#place(before[at] ?? 0, key)
    }
    release(before)
  }

  /** Gives its memory back: nothing is found in it from now on. */
  forget(): void {
    release(this.#slots)
  }

  /** FNV-1a over UTF-16 units, stirred at the end so that its low bits depend on all. */
  #hashOf(id: string): number {
    let hash = this.#seed
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
    return (hash ^ (hash >>> 15)) >>> 0
  }
}
