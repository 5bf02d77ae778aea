/** Byte arrays in memory up to a limit; the least recently used go first. */
export class ByteCache {
  readonly #entries = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly #limit: number
  #used = 0

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: string): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#entries.get(key)
    if (bytes === undefined) return undefined
    // A Map keeps the order of insertion: inserted again, it is the youngest.
    this.#entries.delete(key)
    this.#entries.set(key, bytes)
    return bytes
  }

  /** Stores the bytes and evicts the oldest if necessary. Bytes above the limit by themselves are not stored. */
  set(key: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#delete(key)
    if (bytes.byteLength > this.#limit) return
    this.#entries.set(key, bytes)
    this.#used += bytes.byteLength
    for (const oldest of this.#entries.keys()) {
      if (this.#used <= this.#limit) return
      this.#delete(oldest)
    }
  }

  /** Forgets all keys with this prefix. */
  deleteAll(keyStart: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(keyStart)) this.#delete(key)
  }

  #delete(key: string): void {
    this.#used -= this.#entries.get(key)?.byteLength ?? 0
    this.#entries.delete(key)
  }
}
