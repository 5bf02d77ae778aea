import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Rows that one statement inserts: more bring nothing, fewer cost up to twice as much. */
const rowsAtOnce = 25

/**
 * Rows on their way into a table, many to a statement. They are not there before `flush`, which whoever asks for one of
 * them calls first; within the transaction.
 */
export class RowQueue {
  readonly #width: number
  readonly #many: StatementSync
  readonly #one: StatementSync
  /** Reused, so that it is not made anew for each statement. */
  readonly #values: SQLInputValue[] = []
  #used = 0

  /** @param insert up to `VALUES` @param after what follows the rows */
  constructor(db: DatabaseSync, insert: string, width: number, after = '') {
    const row = `(${Array.from({ length: width }, () => '?').join(', ')})`
    const rows = Array.from({ length: rowsAtOnce }, () => row).join(', ')
    this.#width = width
    this.#one = db.prepare(`${insert} VALUES ${row} ${after}`)
    this.#many = db.prepare(`${insert} VALUES ${rows} ${after}`)
  }

  push(row: SQLInputValue[]): void {
    for (const value of row) this.#values[this.#used++] = value
    if (this.#used < rowsAtOnce * this.#width) return
    this.#used = 0
    this.#many.run(...this.#values)
  }

  flush(): void {
    const used = this.#used
    this.#used = 0
    for (let at = 0; at < used; at += this.#width) {
      this.#one.run(...this.#values.slice(at, at + this.#width))
    }
  }

  /** Forgets what was not written: the transaction was undone. */
  drop(): void {
    this.#used = 0
  }
}
