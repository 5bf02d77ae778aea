/** The file of a connection's findings, beside its copy. All in it but the history of the score can be found again. */
export const auditName = 'audit.sqlite'

/** Products that one row speaks of. */
export const productsInRow = 65_536

/** The form of `audit.sqlite`. One entry a version, in order; what was released is never changed, only added to. */
export const migrations: readonly string[] = [
  `
  -- What the rules found of the products with the keys first … first + 65535 of catalog.sqlite, first being 0, 65536, …: a
  -- little-endian Uint32 each, up to the highest key, with a bit for each rule by its place in ruleIds. Excuses are already
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

  -- What the next audit builds on, so that it reads only products that changed: columns of numbers by key (basis.ts), in rows
  -- as those of finding. 65 bytes a product.
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
  `
]
