/*
 * The tables of a team's file (team-file.ts), version by version, and what SQL asks of them in more than one place.
 */

/** The condition in SQL that a row of `newest` of the kind `mark` is a mark that counts: not taken back, and none that was cleared. */
export function isMark(row: 'new' | 'old' | 'newest'): string {
  return `coalesce(${row}.value ->> 'mark', 'unreviewed') <> 'unreviewed'`
}

/** The condition in SQL by which assignments and exceptions are found without the marks. */
export const besidesMarks = "kind IN ('assignment', 'exception')"

export const migrations: readonly string[] = [
  `
  -- Facts of the whole, by name, as JSON.
  CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  -- Operations of this device that are in no segment yet, in their order, as JSON.
  CREATE TABLE waiting (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    operation TEXT NOT NULL,
    -- 0: made of other reviews than those that are here now, into which its segment is to be merged.
    is_new INTEGER NOT NULL DEFAULT 1
  ) STRICT;

  -- Segments that were read or written. A problem is looked at again: the segment may come, or the time that it tells of.
  CREATE TABLE segment (
    device TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    -- All of it is in the reviews.
    merged INTEGER NOT NULL,
    -- 'damaged', 'forged', 'newer', 'foreign' (of another team) or 'ahead' (of a time to come); null: none.
    problem TEXT,
    -- When it was written, ms since 1970, by its device's clock; null: not known.
    at INTEGER,
    hash TEXT,
    -- Of this device's own: what to append again where the carrier has lost it, whether the carrier has
    -- taken it, whether it was read back as it was written, and how much in it its person did.
    bytes BLOB,
    appended INTEGER NOT NULL DEFAULT 0,
    confirmed INTEGER NOT NULL DEFAULT 0,
    operations INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (device, sequence)
  ) STRICT, WITHOUT ROWID;

  -- The newest mark of each reviewer (part: the name), and exception from each rule (part: the rule), of each product.
  CREATE TABLE newest (
    product TEXT NOT NULL,
    kind TEXT NOT NULL,
    part TEXT NOT NULL,
    wall INTEGER NOT NULL,
    counter INTEGER NOT NULL,
    device TEXT NOT NULL,
    -- As JSON; null: taken back.
    value TEXT,
    PRIMARY KEY (product, kind, part)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX newest_of_part ON newest (kind, part);

  -- Devices, as their newest segment describes them.
  CREATE TABLE member (
    device TEXT PRIMARY KEY,
    sequence INTEGER NOT NULL,
    reviewer TEXT NOT NULL,
    at INTEGER NOT NULL,
    has_left INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Devices that somebody has removed: which of their segments is the last that counts, and whether colleagues were told.
  CREATE TABLE removed (
    device TEXT PRIMARY KEY,
    through INTEGER NOT NULL,
    is_told INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What lists ask of the newest decisions: products that are assigned, or that reviewers disagree about. Made of the table newest.
  CREATE TABLE standing (
    product TEXT PRIMARY KEY,
    -- The newest marks of its reviewers differ.
    is_disputed INTEGER NOT NULL,
    assigned_to TEXT
  ) STRICT, WITHOUT ROWID;
  INSERT INTO standing
    SELECT product, 1, NULL FROM newest WHERE kind = 'mark' AND value ->> 'mark' <> 'unreviewed'
    GROUP BY product HAVING count(DISTINCT value ->> 'mark') > 1;
  `,
  `
  -- The marks of those who saw what the latest one of a product is of, in order, where there are several; null: there are not.
  ALTER TABLE standing ADD COLUMN shared TEXT;
  -- No earlier version knows of a mark but an approval what it is of, so that none is known to be of other content.
  INSERT INTO standing
    SELECT product, 0, NULL, group_concat(value ->> 'mark' ORDER BY value ->> 'mark') FROM newest
    WHERE kind = 'mark' AND ${isMark('newest')} GROUP BY product HAVING count(*) > 1
    ON CONFLICT DO UPDATE SET shared = excluded.shared;
  CREATE INDEX standing_shared ON standing (shared) WHERE shared IS NOT NULL;

  -- Products that each reviewer has a mark on.
  CREATE TABLE marked (reviewer TEXT PRIMARY KEY, products INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  INSERT INTO marked SELECT part, count(*) FROM newest WHERE kind = 'mark' AND ${isMark('newest')} GROUP BY part;
  CREATE TRIGGER mark_came AFTER INSERT ON newest WHEN new.kind = 'mark' AND ${isMark('new')} BEGIN
    INSERT INTO marked VALUES (new.part, 1) ON CONFLICT DO UPDATE SET products = products + 1;
  END;
  CREATE TRIGGER mark_went AFTER DELETE ON newest WHEN old.kind = 'mark' AND ${isMark('old')} BEGIN
    UPDATE marked SET products = products - 1 WHERE reviewer = old.part;
  END;
  CREATE TRIGGER mark_became AFTER UPDATE ON newest
  WHEN new.kind = 'mark' AND ${isMark('new')} AND NOT ${isMark('old')} BEGIN
    INSERT INTO marked VALUES (new.part, 1) ON CONFLICT DO UPDATE SET products = products + 1;
  END;
  CREATE TRIGGER mark_ended AFTER UPDATE ON newest
  WHEN new.kind = 'mark' AND ${isMark('old')} AND NOT ${isMark('new')} BEGIN
    UPDATE marked SET products = products - 1 WHERE reviewer = old.part;
  END;
  `,
  `
  -- Snapshots: the segments of a device from first through through are told again by the parts parts from start on.
  CREATE TABLE fold (
    device TEXT NOT NULL,
    start INTEGER NOT NULL,
    parts INTEGER NOT NULL,
    first INTEGER NOT NULL,
    through INTEGER NOT NULL,
    -- When it was written, ms since 1970, by its device's clock.
    at INTEGER NOT NULL,
    -- All of it was merged; or, of this device's own, was read back from the place: it stands for those segments.
    is_whole INTEGER NOT NULL,
    PRIMARY KEY (device, start)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Operations wait as the lines that segments are made of.
  UPDATE waiting SET operation = json_object(
    'by', operation ->> 'by',
    'clock', json_array(operation ->> '$.clock.wall', operation ->> '$.clock.counter'),
    'product', operation ->> 'product',
    'act', operation -> 'act'
  );
  `,
  `
  -- Who has said that a device is removed, which of its segments was the last that they had read, and whether colleagues were told.
  CREATE TABLE removal (
    device TEXT NOT NULL,
    -- The device that said so; '': an earlier version did not keep which, and it counts.
    author TEXT NOT NULL,
    through INTEGER NOT NULL,
    is_told INTEGER NOT NULL,
    PRIMARY KEY (device, author)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO removal SELECT device, '', through, is_told FROM removed;
  DROP TABLE removed;
  -- What they said that were removed is read.
  DELETE FROM segment WHERE problem = 'removed';
  `,
  `
  -- Marks, of which there are most, are found by product alone.
  DROP INDEX newest_of_part;
  CREATE INDEX newest_besides_marks ON newest (kind, product) WHERE ${besidesMarks};

  -- Marks that come and change are counted together, once for each batch of them (countMarked).
  DROP TRIGGER mark_came;
  DROP TRIGGER mark_became;
  DROP TRIGGER mark_ended;
  `
]
