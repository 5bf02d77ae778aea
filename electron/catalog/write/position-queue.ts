import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { RowQueue } from './row-queue'

/** Places that follow one another, below which they are written as any others. */
const fewest = 4

/**
 * Places on their way into the table. Products that are new stand in the order of their keys, and those that move mostly do so
 * together: such a row of places is one statement with three numbers. They are not there before `flush`, which whoever asks for
 * one of them calls first; within the transaction.
 */
export class PlaceQueue {
  readonly #products: RowQueue
  readonly #single: RowQueue
  readonly #many: StatementSync
  /** The row of places that grows: its first place, the product there, and how many follow one another. */
  #position = 0
  #key = 0
  #count = 0

  /** @param products new products, of which places are made */
  constructor(db: DatabaseSync, products: RowQueue) {
    const after =
      'ON CONFLICT (position) DO UPDATE SET product = excluded.product, duplicate = excluded.duplicate'
    this.#products = products
    this.#single = new RowQueue(db, 'INSERT INTO place (position, product, duplicate)', 3, after)
    // By the key of `product`, of which nothing else is read.
    this.#many = db.prepare(`INSERT INTO place (position, product)
      SELECT key + ?, key FROM product WHERE key BETWEEN ? AND ? ${after}`)
  }

  /** @param duplicate as the column says */
  push(position: number, key: number | null, duplicate: string | null): void {
    const isNext = position === this.#position + this.#count && key === this.#key + this.#count
    if (isNext && duplicate === null) {
      this.#count++
      return
    }
    this.#end()
    if (key === null || duplicate !== null) {
      this.#single.push([position, key, duplicate])
      return
    }
    this.#position = position
    this.#key = key
    this.#count = 1
  }

  flush(): void {
    this.#end()
    this.#single.flush()
  }

  /** Forgets what was not written: the transaction was undone. */
  drop(): void {
    this.#count = 0
    this.#single.drop()
  }

  #end(): void {
    const [position, key, count] = [this.#position, this.#key, this.#count]
    this.#count = 0
    if (count < fewest) {
      for (let at = 0; at < count; at++) this.#single.push([position + at, key + at, null])
      return
    }
    this.#products.flush()
    const { changes } = this.#many.run(position - key, key, key + count - 1)
    if (changes !== count) throw new Error(`products ${key} to ${key + count - 1} are not all there`)
  }
}
