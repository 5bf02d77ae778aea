/** What is being built, and is not whole. */
export const buildName = 'reviews.building.sqlite'
/** A backup that was brought from elsewhere to be restored. What begins with `buildName` goes away at the next start. */
export const fetchedName = `${buildName}-fetched`
/** How the folders begin in which the first versions looked at a damaged file: they may be left over. */
export const salvagePrefix = 'reviews.salvage-'
export const backupsName = 'reviews-backups'
/** What is whole and about to take the file's place: what it replaces is damaged and put aside, or has a backup and goes. */
const nextPattern = /^reviews\.(recovered|restored)-(.+)\.sqlite$/

export function nextName(kind: 'recovered' | 'restored', stamp: string): string {
  return `reviews.${kind}-${stamp}.sqlite`
}

/** The name that a damaged file gets. */
export function stampedDamaged(stamp: string): string {
  return `reviews.damaged-${stamp}.sqlite`
}

export function isDamagedName(name: string): boolean {
  return name.startsWith('reviews.damaged-')
}

/** What a name says of a file that is about to take the file's place; null: it is not one. */
export function readNextName(name: string): { kind: 'recovered' | 'restored'; stamp: string } | null {
  const [, kind, stamp] = nextPattern.exec(name) ?? []
  if (stamp === undefined) return null
  return { kind: kind === 'restored' ? 'restored' : 'recovered', stamp }
}

/** The file of a connection's reviews, beside its catalog. */
export const reviewsName = 'reviews.sqlite'

/**
 * The form of `reviews.sqlite`. One entry a version, in order; what was released is never changed, only added to, and each adds a table, a
 * column or an index: by that a file of a newer version is told from one whose version is damaged. What stands
 * here was decided or written by a person: it is saved with `synchronous = FULL` before anything says so.
 */
export const migrations: readonly string[] = [
  `
  -- A row for each product that somebody marked or wrote a note about; also when the store does not list it any more (91).
  CREATE TABLE review (
    -- The product's id, as the store gives it.
    product TEXT PRIMARY KEY,
    -- Place in reviewMarks: 0 unreviewed, 1 approved, 2 needs work, 3 ignored.
    mark INTEGER NOT NULL,
    -- What was seen when it was approved, as fingerprintOf (content-fingerprint.ts) returns it; null: not approved, or not known.
    seen TEXT,
    -- ms since 1970; null: never.
    marked_at INTEGER,
    marked_by TEXT NOT NULL,
    -- The entry of the log that the mark is from; 0: none. An entry that was taken back leaves the one before it here.
    mark_entry INTEGER NOT NULL,
    note TEXT NOT NULL,
    noted_at INTEGER,
    noted_by TEXT NOT NULL,
    note_entry INTEGER NOT NULL,
    -- What the note is put together of, and what it replaced (see note-history.ts), as JSON; null: there never was one.
    note_history TEXT
  ) STRICT;

  -- What products looked like when they were approved: many a review and entry of the log may tell of the same.
  CREATE TABLE content (
    seen TEXT PRIMARY KEY,
    -- A SeenContent in JSON.
    content TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Products with a mark, of which lists and counts are made.
  CREATE INDEX review_mark ON review (mark) WHERE mark > 0;

  -- Everything that was done; what an entry did to each product stands in log_item.
  CREATE TABLE log (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    reviewer TEXT NOT NULL,
    kind TEXT NOT NULL,
    -- Products that it was done to.
    count INTEGER NOT NULL,
    -- The entry that took this one back, or that this one took back.
    undone_by INTEGER,
    undoes INTEGER
  ) STRICT;

  CREATE TABLE log_item (
    entry INTEGER NOT NULL REFERENCES log (number),
    product TEXT NOT NULL,
    -- '': what was done to the review; else to the excuse from this rule.
    rule TEXT NOT NULL,
    -- The row of review, or of excuse, as JSON; null: there was, or is, none.
    before TEXT,
    after TEXT,
    PRIMARY KEY (entry, product, rule)
  ) STRICT, WITHOUT ROWID;

  CREATE INDEX log_item_product ON log_item (product, entry);

  -- What is being typed and not saved yet.
  CREATE TABLE draft (
    product TEXT PRIMARY KEY,
    note TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;

  -- Rules (their names) that a product is excused from.
  CREATE TABLE excuse (
    product TEXT NOT NULL,
    rule TEXT NOT NULL,
    reason TEXT NOT NULL,
    reviewer TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (product, rule)
  ) STRICT, WITHOUT ROWID;

  -- Facts of the whole, by name.
  CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Of a merge: the file's name, without its folder, and who had saved it; null: another entry, or not known.
  ALTER TABLE log ADD COLUMN from_file TEXT;
  ALTER TABLE log ADD COLUMN from_by TEXT;
  `,
  `
  -- ms since 1970: when what came on top of the mark was taken back, so that it holds again; null: nothing was. Whoever was told
  -- of what came on top knows by it that the mark, though older, is the newest decision.
  ALTER TABLE review ADD COLUMN put_back_at INTEGER;
  `,
  `
  -- Why it needs work: one of builtInReasons, or the shop's own words; null: no reason, or another mark.
  ALTER TABLE review ADD COLUMN mark_reason TEXT;
  `,
  `
  -- Holds the key of each excuse once more: by that a damaged one is noticed.
  CREATE INDEX excuse_rule ON excuse (rule, product);
  `,
  `
  -- The note as it was saved when the draft was begun; null: not known.
  ALTER TABLE draft ADD COLUMN begun_on TEXT;
  `,
  `
  -- Of what came from the team: a MarkDeed (team/operation.ts) in JSON, where the mark alone does not tell what was done; else null.
  ALTER TABLE log_item ADD COLUMN deed TEXT;
  `
]
