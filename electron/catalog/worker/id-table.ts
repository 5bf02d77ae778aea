import { release } from '../../threads/worker/release'

/** Slots in use at most, of all: beyond that finding one takes long. */
const fullest = 0.6

/**
 * Finds a product by its id while the copy is filled for the first time. An index of a million random ids would be written all
 * over with each batch and cost more than all else; so it is built once the list was read, and this stands in for it: twelve
 * bytes a product, from the ids that are in the database.
 */
export class IdTable {
  /** Keys by hash; 0 is free. The next free slot after its own takes one whose slot is taken. */
  #slots = new Uint32Array(1 << 16)
  /** Hashes by key. */
  #hashes = new Uint32Array(1 << 15)
  #count = 0
  /** So that nobody can make up ids that all fall into one slot. */
  readonly #seed = Math.floor(Math.random() * 0xffffffff)

  add(id: string, key: number): void {
    if ((this.#count + 1) / this.#slots.length > fullest) this.#grow()
    if (key >= this.#hashes.length) {
      const hashes = new Uint32Array(Math.max(key + 1, this.#hashes.length * 2))
      hashes.set(this.#hashes)
      release(this.#hashes)
      this.#hashes = hashes
    }
    const hash = this.#hashOf(id)
    this.#hashes[key] = hash
    this.#place(hash, key)
    this.#count++
  }

  /** The first of the keys that may have the id which really does; null when none does. */
  find(id: string, has: (key: number) => boolean): number | null {
    const hash = this.#hashOf(id)
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const key = this.#slots[slot] ?? 0
      if (key === 0) return null
      if (this.#hashes[key] === hash && has(key)) return key
    }
  }

  #place(hash: number, key: number): void {
    const mask = this.#slots.length - 1
    let slot = hash & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = key
  }

  #grow(): void {
    const keys = this.#slots
    this.#slots = new Uint32Array(keys.length * 2)
    for (const key of keys) if (key !== 0) this.#place(this.#hashes[key] ?? 0, key)
    release(keys)
  }

  /** Gives its memory back: nothing is found in it from now on. */
  forget(): void {
    release(this.#slots, this.#hashes)
  }

  /** FNV-1a over UTF-16 units, stirred at the end so that its low bits depend on all. */
  #hashOf(id: string): number {
    let hash = this.#seed
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
    return (hash ^ (hash >>> 15)) >>> 0
  }
}
