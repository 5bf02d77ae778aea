import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** The copy's file without the product around it: what SQLite and plain loops can do, for the limits of P6 to P8. */
export class Bare {
  readonly #db: DatabaseSync
  readonly #page: StatementSync
  readonly #byKey: StatementSync
  readonly #prices: Float64Array
  readonly #names: Buffer

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { readOnly: true })
    this.#page = this.#db.prepare(
      `SELECT product.* FROM place JOIN product ON product.key = place.product
       WHERE place.position > ? ORDER BY place.position LIMIT ?`
    )
    this.#byKey = this.#db.prepare('SELECT * FROM product WHERE key IN (SELECT value FROM json_each(?))')
    const rows = this.#db.prepare('SELECT price, name FROM product ORDER BY key').all()
    this.#prices = Float64Array.from(rows, ({ price }) => (price === null ? NaN : Number(price)))
    this.#names = Buffer.from(rows.map(({ name }) => String(name).toLowerCase()).join('\0'))
  }

  get count(): number {
    return this.#prices.length
  }

  close(): void {
    this.#db.close()
  }

  /** A page in the store's order: the least that reads it from this file. */
  page(offset: number, limit: number): number {
    return this.#page.all(offset, limit).length
  }

  /** One pass over the prices for the count, and the rows of one page by their keys. */
  filter(from: number, to: number, limit: number): number {
    let count = 0
    const keys: number[] = []
    for (let index = 0; index < this.#prices.length; index += 1) {
      const price = this.#prices[index] ?? NaN
      if (!(price >= from && price <= to)) continue
      if (count < limit) keys.push(index + 1)
      count += 1
    }
    this.#byKey.all(JSON.stringify(keys))
    return count
  }

  /** Finds a text anywhere in the names, as bytes, once; and the rows of one page. */
  find(text: string, limit: number): number {
    const wanted = Buffer.from(text)
    let count = 0
    for (let at = this.#names.indexOf(wanted); at >= 0; at = this.#names.indexOf(wanted, at + wanted.length))
      count += 1
    const keys = Array.from({ length: Math.min(limit, count) }, (_, index) => (index * 7919) % this.count)
    this.#byKey.all(JSON.stringify(keys))
    return count
  }

  /** The exact number by a scan of the table, for a proof that the product counts right. */
  countWhere(condition: string, ...values: (number | string)[]): number {
    const sql = `SELECT count(*) AS matches FROM place JOIN product ON product.key = place.product WHERE ${condition}`
    return Number(this.#db.prepare(sql).get(...values)?.matches)
  }
}
