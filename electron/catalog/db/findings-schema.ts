import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stateOf } from '../../database/file-state'
import { isStorageFailure } from '../../database/sqlite-errors'
import { inTransaction } from '../../database/transaction'

/** The file of a connection's findings, beside its catalog. All in it but the history of the score can be found again. */
export const auditName = 'audit.sqlite'

/** Products that one row speaks of. */
export const productsInRow = 65_536

/** The form of `audit.sqlite`. One entry a version, in order; what was released is never changed, only added to. */
export const migrations: readonly string[] = [
  `
  -- What the rules found of the products with the keys first … first + 65535 of catalog.sqlite, first being 0, 65536, …: a
  -- little-endian Uint32 each, up to the highest key, with a bit for each rule by its place in ruleIds. Exceptions are already
  -- taken out.
  CREATE TABLE finding (
    first INTEGER PRIMARY KEY,
    bits BLOB NOT NULL
  ) STRICT;

  -- Facts of the last audit, by name; 'version' is another text after each write of findings.
  CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- What the facts of findings are read from: columns of numbers by key (quality/worker/basis.ts), in rows as those of finding.
  -- 65 bytes a product.
  CREATE TABLE basis (
    name TEXT NOT NULL,
    first INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    PRIMARY KEY (name, first)
  ) STRICT;

  -- The score after each sync. counts: of each rule, as JSON.
  CREATE TABLE score (
    at INTEGER PRIMARY KEY,
    run INTEGER,
    products INTEGER NOT NULL,
    score REAL NOT NULL,
    counts TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Whether the score counts what was found of pictures, and the score without that; NULL: it was not kept.
  ALTER TABLE score ADD COLUMN with_pictures INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE score ADD COLUMN without_pictures REAL;
  `,
  `
  -- Products, by key, of which an audit found an error that the audit before had not: when, in ms since 1970. Those without
  -- errors have none.
  CREATE TABLE worse (
    product INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- When an error was found in a picture that was looked at for the first time, and since when this computer knows the store: ms
  -- since 1970; NULL: none was. Then 'at' is 0, unless there is an error of which the audit before found the product free.
  ALTER TABLE worse ADD COLUMN looked_at INTEGER;
  ALTER TABLE worse ADD COLUMN known_since INTEGER;
  `
]

/** ms to wait for an audit that is being written. */
const patience = 5000

/**
 * Deletes what an audit found: the catalog beside it is built anew, and the keys of its findings are those of other products from
 * now on. The score history stays. An audit that is under way notices and is not written. Where the disk refuses to write, the
 * findings stay as they are until the next audit.
 *
 * @param folder the catalog's
 */
export function emptyFindings(folder: string): void {
  const file = join(folder, auditName)
  try {
    if (stateOf(file, migrations.length) !== 'sound') return
    const db = new DatabaseSync(file, { timeout: patience })
    try {
      inTransaction(db, () => {
        db.exec('DELETE FROM finding; DELETE FROM basis; DELETE FROM fact; DELETE FROM worse')
        db.prepare("INSERT INTO fact (name, value) VALUES ('emptied', ?)").run(JSON.stringify(randomUUID()))
      })
    } finally {
      db.close()
    }
  } catch (error) {
    if (!isStorageFailure(error)) throw error
  }
}
