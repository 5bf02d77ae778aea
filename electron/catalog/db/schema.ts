import { wordIndexSchema } from '../search/word-index'

/**
 * The form of `catalog.sqlite`. One entry a version, in order; `PRAGMA user_version` counts those that were applied. What
 * was released is never changed, only added to.
 *
 * Indexes cost more than rows: the first fill of a million products is six times slower with sort indexes alive. So
 * there is one index, the one that finds a product by its id; orders are kept as lists of keys (`ordering`), and words in a
 * index of our own (word-index.ts) that is filled in chunks.
 */
export const migrations: readonly string[] = [
  `
  -- One row for each id that the store ever listed. A row is written only when the product changed. Keys have no holes.
  -- The index of ids, product_id, is made once the list was read to its end (ids.ts).
  CREATE TABLE product (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    price REAL,
    description TEXT,
    image TEXT,
    -- Bits of flags.ts
    flags INTEGER NOT NULL,
    -- Numbers of runs. What is fetched between two runs counts for the next one. added = 1: it was there from the start.
    added INTEGER NOT NULL,
    changed INTEGER,
    gone INTEGER
  ) STRICT;

  -- Products that are not listed any more: few, and all others are found by leaving these out.
  CREATE INDEX product_gone ON product (gone) WHERE gone IS NOT NULL;

  -- The store's list: what stands at each place, 1-based. A narrow table of its own, since one product inserted at the top
  -- moves all others. product is null where an item was set aside.
  CREATE TABLE place (
    position INTEGER PRIMARY KEY,
    product INTEGER,
    -- null: the only place of its id so far. '': again, with the same content. Else a StoreProduct as JSON: again, but different (45).
    duplicate TEXT
  ) STRICT;

  -- Few, and each is one more entry than there are products.
  CREATE INDEX place_duplicate ON place (position) WHERE duplicate IS NOT NULL;

  CREATE TABLE set_aside (
    position INTEGER PRIMARY KEY,
    reason TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL
  ) STRICT;

  -- Which places were read when: one row for a page, cut where a later page covers it. first is a place, read_at ms since
  -- 1970. run: the run under way when it was read; what a person looks at meanwhile counts for it too.
  CREATE TABLE stretch (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL,
    read_at INTEGER NOT NULL,
    run INTEGER
  ) STRICT;

  CREATE TABLE run (
    number INTEGER PRIMARY KEY,
    started_at INTEGER NOT NULL,
    -- null while it is under way or cut off: then it is resumed.
    outcome TEXT,
    -- SyncSummary as JSON, once it ended.
    summary TEXT,
    -- Checkpoint as JSON, written with every batch.
    checkpoint TEXT
  ) STRICT;

  -- What changed, for the history. run is the number of the run it counts for; field is null for new, gone and back.
  CREATE TABLE change (
    number INTEGER PRIMARY KEY,
    run INTEGER NOT NULL,
    at INTEGER NOT NULL,
    product INTEGER NOT NULL,
    kind TEXT NOT NULL,
    field TEXT,
    before TEXT,
    after TEXT
  ) STRICT;

  -- Run numbers only grow, so that adding to it costs next to nothing.
  CREATE INDEX change_run ON change (run, kind, product);

  -- Facts of the copy as a whole: total, page size, form, … (facts.ts)
  CREATE TABLE fact (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Lists of product keys in an order (orderings.ts): little-endian Uint32, with the highest key and the change they stand for.
  CREATE TABLE ordering (
    name TEXT PRIMARY KEY,
    keys BLOB NOT NULL,
    made_from TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  ${wordIndexSchema}
  `,
  `
  -- What is known of products' pictures: a row for each whose picture was looked at; it goes where the address changes. Narrow,
  -- since filters read it whole. 50 bytes a row.
  CREATE TABLE picture (
    -- Key of the product.
    product INTEGER PRIMARY KEY,
    -- Numbers of pictures-codes.ts: 0, shown, else why it is broken; what follows is null then.
    broken INTEGER NOT NULL,
    width INTEGER,
    height INTEGER,
    bytes INTEGER,
    format TEXT,
    -- The signed 64-bit numbers of PictureFinding.
    content INTEGER,
    look INTEGER,
    -- ms since 1970. kept_at: when it was last seen to that the disk holds it; null: never.
    checked_at INTEGER NOT NULL,
    kept_at INTEGER
  ) STRICT;
  `,
  `
  -- Changes that somebody has marked as seen: ranges of their numbers, both ends included, which do not touch. All of a million
  -- changes are one row.
  CREATE TABLE seen (
    first INTEGER PRIMARY KEY,
    last INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- From here on blocks of the word index are as long as the first of their segment says (word-index-store.ts): an earlier version
  -- would take them for longer ones.
  `,
  `
  -- From here on pairs of characters of writing without spaces have lists of their own kind in the word index
  -- (word-index-segment.ts): an earlier version would not find them.
  `,
  `
  -- What is new in the views that a person watches (view-news.ts): sets of keys of products, a bit each, which is why they stand in the
  -- catalog and go with it.
  CREATE TABLE view_news (
    view TEXT PRIMARY KEY,
    -- What it listed then, as JSON: a view that lists something else begins anew.
    query TEXT NOT NULL,
    -- Products that are not new, those that are and were told of, and those that were when the view was opened last.
    seen BLOB NOT NULL,
    news BLOB NOT NULL,
    shown BLOB NOT NULL,
    -- Counts the times that something new was looked at.
    opened INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- From here on the second version of perceptual hashes, in which color counts (content-fingerprint.ts).
  UPDATE picture SET look = NULL WHERE look IS NOT NULL;
  `,
  `
  -- From here on the third version, which tells more colors apart. Pictures count as not seen to, so that the hash is made anew of each that
  -- the disk holds; no server is asked for it.
  UPDATE picture SET look = NULL, kept_at = NULL WHERE broken = 0;
  `
]
