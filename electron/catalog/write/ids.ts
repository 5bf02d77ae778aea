import type { DatabaseSync } from 'node:sqlite'
import { release } from '../../bytes/buffers'
import type { OpenCatalog, ProductRow, WriteTx } from './state'
import { productByKey } from './product-rows'

/** Share of slots in use above which the table grows. */
const fullest = 0.6

/**
 * Finds products by id during the first fill. An index of a million random ids would be rewritten with each batch and cost more than
 * everything else, so it is built once the list was read; until then this hash table stands in, with some 16 bytes a product.
 */
export class IdTable {
  /**
   * Open addressing with linear probing; hash and key alternate, so that a slot lies in one place in memory. Key 0: a free slot.
   */
  #slots = new Uint32Array(1 << 17)
  #count = 0
  /** Written so that no compiler drops the reads of `warm`. */
  #seen = 0
  /** Random, so that nobody can choose ids that collide. */
  readonly #seed = Math.floor(Math.random() * 0xffffffff)

  /** Makes room for so many ids: growing step by step costs a third of what the lookups do. */
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
   * Loads the slots of these ids into the processor's cache together. Waiting for each alone made a first fill of a million products
   * 5 % slower.
   */
  warm(ids: readonly string[]): void {
    const slots = this.#slots
    const last = slots.length - 1
    const hashes = ids.map((id) => this.#hashOf(id))
    let seen = 0
    for (const hash of hashes) seen |= slots[(hash << 1) & last] ?? 0
    this.#seen = seen
  }

  /** The first key with this id's hash for which `has` is true; null: none. */
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

  /** Frees its memory; it must not be used afterwards. */
  forget(): void {
    release(this.#slots)
  }

  /** FNV-1a over UTF-16 units, mixed at the end so that its low bits depend on all of them. */
  #hashOf(id: string): number {
    let hash = this.#seed
    for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
    return (hash ^ (hash >>> 15)) >>> 0
  }
}

/** The product with an id; null: the store never listed it. */
export function productById(tx: WriteTx, id: string): ProductRow | null {
  const { catalog, state } = tx
  if (state.ids === null) {
    catalog.sql.newProducts.flush()
    // By the index `product_id`.
    return (catalog.sql.byId.get(id) as unknown as ProductRow | undefined) ?? null
  }
  let found: ProductRow | null = null
  state.ids.find(id, (key) => {
    const row = productByKey(tx, key)
    if (row[1] === id) found = row
    return found !== null
  })
  return found
}

/** Builds the index `product_id` unless it exists. Takes a second for a million products. */
export function buildIdIndex({ sql, state }: OpenCatalog): void {
  sql.db.exec('CREATE UNIQUE INDEX IF NOT EXISTS product_id ON product (id)')
  if (state === null) return
  state.ids?.forget()
  state.ids = null
}

/** The ids of a catalog whose index is not built yet; null: it is. */
export function readIds(db: DatabaseSync): IdTable | null {
  const index = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'product_id'").get()
  if (index !== undefined) return null
  const ids = new IdTable()
  const rows = db.prepare('SELECT key, id FROM product')
  rows.setReturnArrays(true)
  for (const row of rows.iterate()) {
    const [key, id] = row as unknown as [number, string]
    ids.add(id, key)
  }
  return ids
}
