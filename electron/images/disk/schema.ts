import { pictureSizes, type PictureSize } from '../../contract/picture-url'

/**
 * The tables, one migration a version; a released one is never changed.
 *
 * `content` has a row for each original by the SHA-256 of its bytes, however many addresses lead to it, with what is known of
 * it, its `rasters` (bits by size, see `bitOf`), their bytes (`size`) and when it was last used. `raster` holds them, by the
 * content's key and the size in one number, so that those of a content lie side by side. `address` says where each leads.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE content (
    key INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    format TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    look BLOB NOT NULL,
    animated INTEGER NOT NULL,
    rasters INTEGER NOT NULL,
    size INTEGER NOT NULL,
    used INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX content_used ON content (used, key, size);

  CREATE TABLE raster (
    key INTEGER PRIMARY KEY,
    crc INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;

  CREATE TABLE address (
    connection TEXT NOT NULL,
    token BLOB NOT NULL,
    content INTEGER,
    checked_at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    failure TEXT,
    etag TEXT,
    last_modified TEXT,
    validated BLOB,
    PRIMARY KEY (connection, token)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX address_content ON address (content) WHERE content IS NOT NULL;
  CREATE INDEX address_failed ON address (checked_at) WHERE content IS NULL;
  `
]

/** Keys of a content's rasters begin at `content * rasterKeys`. Room for sizes to come. */
export const rasterKeys = 16

/** A size's place among a content's rasters; from the smallest to the largest. */
export const placeOf = (size: PictureSize): number => pictureSizes.indexOf(size)
export const bitOf = (size: PictureSize): number => 1 << placeOf(size)
export const sizesOf = (bits: number): PictureSize[] =>
  pictureSizes.filter((size) => (bits & bitOf(size)) !== 0)
