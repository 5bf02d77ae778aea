import { hash } from 'node:crypto'

/** Share of slots in use above which the table grows. */
const fullest = 0.6

/**
 * Finds at which positions of a list a line stands: by 128 bits of its SHA-256, so that nobody can make two lines that count as one. Some
 * 40 bytes an entry.
 */
export class LineIndex {
  /** Open addressing with linear probing. 0: a free slot, else a position, 1-based. */
  #slots: Uint32Array
  /** Four numbers a position. */
  readonly #hashes: Uint32Array
  #count = 0

  constructor(size: number) {
    this.#hashes = new Uint32Array(4 * size)
    let length = 1024
    while (size / length > fullest) length *= 2
    this.#slots = new Uint32Array(length)
  }

  /** Adds the line of the next position. Where it stands again, the first position is found. */
  add(line: string): void {
    const hashed = hashOf(line)
    this.#hashes.set(hashed, 4 * this.#count)
    this.#count++
    const slot = this.#slotOf(hashed)
    if (this.#slots[slot] === 0) this.#slots[slot] = this.#count
  }

  /** A position of the line, `expected` if it stands there; 0: none. 1-based. */
  find(line: string, expected: number): number {
    const hashed = hashOf(line)
    if (expected >= 1 && expected <= this.#count && this.#is(expected, hashed)) return expected
    return this.#slots[this.#slotOf(hashed)] ?? 0
  }

  #slotOf(hashed: Uint32Array): number {
    const last = this.#slots.length - 1
    for (let at = (hashed[0] ?? 0) & last; ; at = (at + 1) & last) {
      const position = this.#slots[at] ?? 0
      if (position === 0 || this.#is(position, hashed)) return at
    }
  }

  #is(position: number, hashed: Uint32Array): boolean {
    const at = 4 * (position - 1)
    for (let part = 0; part < 4; part++) if (this.#hashes[at + part] !== hashed[part]) return false
    return true
  }
}

function hashOf(line: string): Uint32Array {
  const bytes = hash('sha256', line, 'buffer')
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 16))
}
