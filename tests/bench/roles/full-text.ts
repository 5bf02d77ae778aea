import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** SQLite's own word index (FTS5) over the same products, for the limit of P8. Made in a file beside the copy. */
export class FullText {
  readonly #db: DatabaseSync
  readonly #first: StatementSync
  readonly #count: StatementSync

  constructor(folder: string, copyFile: string) {
    this.#db = new DatabaseSync(join(folder, 'full-text.sqlite'))
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    this.#db.prepare('ATTACH ? AS copy').run(copyFile)
    this.#db.exec(`
      CREATE VIRTUAL TABLE words USING fts5(
        name, description, id, content = '', tokenize = 'unicode61 remove_diacritics 2'
      );
      INSERT INTO words (rowid, name, description, id) SELECT key, name, description, id FROM copy.product;
    `)
    this.#first = this.#db.prepare('SELECT rowid FROM words WHERE words MATCH ? LIMIT 100')
    this.#count = this.#db.prepare('SELECT count(*) AS matches FROM words WHERE words MATCH ?')
  }

  /** Keys of the first 100 and the exact number, of products in which each of these begins a word. */
  search(words: readonly string[]): number {
    const query = words.map((word) => `"${word}"*`).join(' ')
    this.#first.all(query)
    return Number(this.#count.get(query)?.matches)
  }

  close(): void {
    this.#db.close()
  }
}
